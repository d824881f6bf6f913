// What the host sees of the others: who is let in, who is here, what is being played.
import { signal } from '@preact/signals';
import { ask } from '../link/server';
import type { People } from '../model/protocol';
import { complain, tell } from './notice';

export const people = signal<People | null>(null);

async function attempt(deed: Promise<unknown>, words: string): Promise<void> {
  try {
    await deed;
    tell(words);
  } catch (error) {
    complain((error as Error).message);
  }
}

let latest = 0; // an older answer would bring back who has just been removed

/** `isQuiet`: nobody has asked for it, so nobody wants to hear that it failed. */
export async function refreshPeople(isQuiet = false): Promise<void> {
  const question = ++latest;
  try {
    const answer = await ask({ do: 'people' });
    if (question === latest) people.value = answer;
  } catch (error) {
    if (!isQuiet) complain((error as Error).message);
  }
}

export const removePerson = (person: number, name: string): Promise<void> =>
  attempt(ask({ do: 'remove', person }), `${name} is not let in any more`);

export const endGame = (game: number): Promise<void> =>
  attempt(ask({ do: 'end', game }), 'The game has ended');

export const renewInvitation = (): Promise<void> =>
  attempt(ask({ do: 'revoke' }), 'The old invitation lets nobody in any more');
