// Moves as the reader likes them written.
import type { Move } from './protocol';

const kFigures: Record<string, string> = { K: '♔', Q: '♕', R: '♖', B: '♗', N: '♘' };

export function written(move: Move, style: string): string {
  switch (style) {
    case 'figurine':
      return move.san.replace(/[KQRBN]/g, letter => kFigures[letter]!);
    case 'long':
      return longForm(move);
    case 'uci':
      return move.move;
    default:
      return move.san;
  }
}

/** Both squares: Ng1-f3, e4xd5, e7-e8=Q+. Castling stays as it is. */
function longForm({ san, move, isCapture }: Move): string {
  if (san.startsWith('O')) return san;
  const piece = /^[KQRBN]/.exec(san)?.[0] ?? '';
  const ending = /(=[QRBN])?[+#]?$/.exec(san)![0];
  return piece + move.slice(0, 2) + (isCapture ? 'x' : '-') + move.slice(2, 4) + ending;
}

/** Which move a position with this FEN waits for: the number, and whether Black is to move. */
export function turnOf(fen: string): { number: number; isBlack: boolean } {
  const fields = fen.split(' ');
  return { number: Number(fields[5]) || 1, isBlack: fields[1] === 'b' };
}

export interface MoveRow {
  number: number;
  white?: number; // plies, from 0
  black?: number;
}

/** Moves in pairs, as a score sheet has them. */
export function scoreSheet(start: string, plies: number): MoveRow[] {
  const first = turnOf(start);
  const rows: MoveRow[] = [];
  for (let ply = 0; ply < plies; ++ply) {
    const half = ply + (first.isBlack ? 1 : 0);
    if (half % 2 === 0) rows.push({ number: first.number + half / 2, white: ply });
    else if (rows.length) rows[rows.length - 1]!.black = ply;
    else rows.push({ number: first.number, black: ply });
  }
  return rows;
}
