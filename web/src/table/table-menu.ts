// The entries that a game and a replay have in common under "More".
import { readSetup } from '../model/setup';
import type { MenuEntry } from '../parts/more-menu';
import { copyText } from '../state/clipboard';
import { pgnOf } from '../state/library';
import { complain } from '../state/notice';
import { go } from '../state/router';
import { change, settings } from '../state/settings';

async function copyPgn(game: number): Promise<void> {
  try {
    await copyText(await pgnOf(game), 'PGN');
  } catch (error) {
    complain((error as Error).message);
  }
}

function playFrom(fen: string): void {
  const setup = readSetup(settings.value.setup);
  change('setup', JSON.stringify({ ...setup, from: 'position', fen }));
  go({ screen: 'home' });
}

/** `fen` is the position that is looked at; a game of others has no record to copy. */
export function tableMenu(game: number, fen: string, hasRecord = true): MenuEntry[] {
  const copyRecord = { name: 'Copy PGN', run: () => void copyPgn(game) };
  return [
    { name: 'Copy FEN', run: () => void copyText(fen, 'FEN') },
    ...(hasRecord ? [copyRecord] : []),
    { name: 'Play from here', run: () => playFrom(fen) },
  ];
}
