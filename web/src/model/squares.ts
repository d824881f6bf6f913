// Squares and the pieces on them, and how the keyboard walks from one to another.
import { read } from '@lichess-org/chessground/fen';
import type { Key, Piece, Role } from '@lichess-org/chessground/types';
import type { Side } from './protocol';

export type { Key, Piece, Role };
export type Pieces = Map<Key, Piece>;

export const kFiles = 'abcdefgh';
export const kStart = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export const kRoles: Record<string, Role> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

export const piecesOf = (fen: string): Pieces => read(fen);

/** Whether a board can be drawn from it; whether it is legal is for the server to say. */
export function looksLikeFen(text: string): boolean {
  const ranks = text.trim().split(/\s+/)[0]!.split('/');
  return (
    ranks.length === 8 &&
    ranks.every(
      rank =>
        /^[pnbrqk1-8]+$/i.test(rank) &&
        [...rank].reduce((files, char) => files + (Number(char) || 1), 0) === 8,
    )
  );
}

/** Every square, row by row from the upper left corner as this side sees it. */
export function squaresSeenBy(side: Side): Key[][] {
  const rows = [...'87654321'].map(rank => [...kFiles].map(file => (file + rank) as Key));
  return side === 'white' ? rows : rows.reverse().map(row => row.reverse());
}

const kSteps: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-7, 0],
  End: [7, 0],
  PageUp: [0, 7],
  PageDown: [0, -7],
};

/** Where a key of the arrow block leads on a board seen by `side`; nothing for other keys. */
export function walk(from: Key, key: string, side: Side): Key | undefined {
  const step = kSteps[key];
  if (!step) return undefined;
  const direction = side === 'white' ? 1 : -1;
  const clamp = (value: number) => Math.max(0, Math.min(7, value));
  const file = clamp(kFiles.indexOf(from[0]!) + direction * step[0]);
  const rank = clamp(Number(from[1]) - 1 + direction * step[1]);
  return `${kFiles[file]}${rank + 1}` as Key;
}

/** A digit leads to that rank, with Shift to that file. */
export function jumpToLine(from: Key, digit: number, isFile: boolean): Key {
  return (isFile ? kFiles[digit - 1]! + from[1] : from[0]! + digit) as Key;
}

/** The next piece of this kind behind `from`, counting a1, b1 … h8 and then from the beginning. */
export function jumpToPiece(from: Key, letter: string, pieces: Pieces, isBackwards: boolean): Key | undefined {
  const order = squaresSeenBy('white').reverse().flat();
  if (isBackwards) order.reverse();
  const start = order.indexOf(from) + 1;
  return [...order.slice(start), ...order.slice(0, start)].find(
    square => pieces.get(square)?.role === kRoles[letter],
  );
}
