// Entry: the secret in an address that leads in, and how the address looks without it.

export interface Entry {
  kind: 'token' | 'device' | 'game';
  secret: string;
}

const kKinds = ['token', 'device', 'game'] as const;

/** `search` is a query with its question mark, as `location` has it. */
export function readEntry(search: string): Entry | null {
  const query = new URLSearchParams(search);
  for (const kind of kKinds) {
    const secret = query.get(kind);
    if (secret) return { kind, secret };
  }
  return null;
}

export const kLongestName = 40;

/** What the person has said to what the server wanted to know. */
export interface EntryAnswers {
  name?: string;
  switch?: true; // to whom the link belongs
}

/** What POST /api/enter is asked. */
export function entryQuestion({ kind, secret }: Entry, more: EntryAnswers): object {
  return { [kind]: secret, ...more };
}

/** What helps when the secret is no good. */
export function entryAdvice({ kind }: Entry): string {
  if (kind === 'device')
    return 'Make a new link on your other device: under Settings, “Use on another device”.';
  return 'Ask whoever sent it to you for a new link.';
}

export function welcomeWords({ kind }: Entry, from: string): string {
  if (kind === 'game') return `${from || 'A friend'} invites you to a game of chess`;
  return from ? `Welcome to ${from}'s Castellan` : 'Welcome to Castellan';
}
