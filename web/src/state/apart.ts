// What can be done only in a game of two people apart, beside what every game allows.
import { ask } from '../link/server';
import { view } from './game';
import { complain, tell } from './notice';
import { dropOpenGames } from './open-games';
import { go } from './router';

/** The other one has been away for long enough. */
export function claim(as: 'win' | 'draw'): void {
  if (!view.value) return;
  ask({ do: 'claim', game: view.value.game, as }).catch((error: Error) => complain(error.message));
}

/** A game to which nobody has come yet. */
export async function withdraw(game: number): Promise<void> {
  try {
    await ask({ do: 'delete', games: [game] });
    dropOpenGames([game]);
    go({ screen: 'home' });
    tell('The game is withdrawn');
  } catch (error) {
    complain((error as Error).message);
  }
}
