// How a browser comes in: by the secret in its address, and with a name if it is new here.
import { signal } from '@preact/signals';
import { Refusal } from '../link/connection';
import { enter } from '../link/entry';
import { ask, connect } from '../link/server';
import { readEntry, type Entry, type EntryAnswers } from '../model/entry';
import { complain } from './notice';
import { go } from './router';

export type Arrival =
  | { is: 'inside' } // or so the page believes, until the server says otherwise
  | { is: 'knocking'; entry: Entry }
  | { is: 'nameless'; entry: Entry; from: string }
  | { is: 'somebody else'; entry: Entry; from: string; now: string }
  | { is: 'refused'; entry: Entry; reason: string };

export const arrival = signal<Arrival>({ is: 'inside' });
/** Why it did not work this time; another attempt may. */
export const problem = signal('');

export async function join(link: string): Promise<void> {
  try {
    const { game } = await ask({ do: 'join', link });
    go({ screen: 'play', game });
  } catch (error) {
    complain((error as Error).message);
  }
}

async function comeIn({ kind, secret }: Entry): Promise<void> {
  // The secret has done its work; nobody shall find it in the address or in a bookmark.
  history.replaceState(history.state, '', location.pathname + location.hash);
  connect();
  if (kind === 'game') await join(secret);
  arrival.value = { is: 'inside' };
}

export async function knock(entry: Entry, more: EntryAnswers = {}): Promise<void> {
  problem.value = '';
  try {
    const answer = await enter(entry, more);
    if (answer.isKnown) await comeIn(entry);
    else if ('isNow' in answer)
      arrival.value = { is: 'somebody else', entry, from: answer.from, now: answer.isNow };
    else arrival.value = { is: 'nameless', entry, from: answer.from };
  } catch (error) {
    const reason = (error as Error).message;
    // The secret was good enough to ask for a name, so it is the name that is not.
    if (error instanceof Refusal && more.name === undefined) arrival.value = { is: 'refused', entry, reason };
    else problem.value = reason;
  }
}

/** The link is left alone, and one stays who one is. */
export function stayOneself(): void {
  history.replaceState(history.state, '', location.pathname + location.hash);
  connect();
  arrival.value = { is: 'inside' };
}

/** Connects, at once if the address has no secret. */
export function arrive(): void {
  const entry = readEntry(location.search);
  if (!entry) return connect();
  arrival.value = { is: 'knocking', entry };
  void knock(entry);
}
