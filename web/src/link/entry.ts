// What is asked over HTTP, before there is a connection or instead of one: to be let in, and whether
// one still is.
import { entryQuestion, type Entry, type EntryAnswers } from '../model/entry';
import type { Entered } from '../model/protocol';
import { Refusal } from './connection';

/** Refused if the secret is no good; any other error may be gone a moment later. */
export async function enter(entry: Entry, more: EntryAnswers = {}): Promise<Entered> {
  const answer = await fetch('/api/enter', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(entryQuestion(entry, more)),
  }).catch(() => {
    throw new Error('The server cannot be reached just now.');
  });
  if (answer.ok) return answer.json();
  const reason = (await answer.text()).trim() || `The server said ${answer.status}.`;
  throw answer.status === 403 ? new Refusal(reason) : new Error(reason);
}

/** No only if the server says so: one that is out of reach says nothing. */
export async function isStillKnown(): Promise<boolean> {
  try {
    return (await fetch('/api/me')).status !== 401;
  } catch {
    return true;
  }
}
