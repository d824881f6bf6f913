// The entries that a game and a replay have in common under "More".
import { readSetup } from '../model/setup';
import type { MenuEntry } from '../parts/more-menu';
import { copyText } from '../state/clipboard';
import { recordOf } from '../state/library';
import { complain } from '../state/notice';
import { go } from '../state/router';
import { change, settings } from '../state/settings';

async function copyPgn(game: number): Promise<void> {
  try {
    const { pgn } = await recordOf(game);
    await copyText(pgn, 'PGN');
  } catch (error) {
    complain((error as Error).message);
  }
}

function playFrom(fen: string): void {
  const setup = readSetup(settings.value.setup);
  change('setup', JSON.stringify({ ...setup, from: 'position', fen }));
  go({ screen: 'home' });
}

/** `fen` is the position that is looked at. */
export function tableMenu(game: number, fen: string): MenuEntry[] {
  return [
    { name: 'Copy FEN', run: () => void copyText(fen, 'FEN') },
    { name: 'Copy PGN', run: () => void copyPgn(game) },
    { name: 'Play from here', run: () => playFrom(fen) },
  ];
}
