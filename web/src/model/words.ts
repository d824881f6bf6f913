// Words for what is on the board and what happens on it.
import type { Move, Seat, Side } from './protocol';
import { kRoles, type Key, type Pieces } from './squares';

export const sideName = (side: Side): string => (side === 'white' ? 'White' : 'Black');

export function seatName(seat: Seat): string {
  if (seat.kind === 'friend') return 'a friend';
  if (seat.kind === 'level') return seat.name ?? `Level ${seat.elo}`;
  return seat.name ?? 'Castellan';
}

/** "Ann – Bob"; a free seat has no name yet. */
export const playersText = ({ white, black }: Record<Side, string>, between = '–'): string =>
  `${white || 'a friend'} ${between} ${black || 'a friend'}`;

/** A reason as the server gives it, to stand for itself. */
export const asSentence = (reason: string): string =>
  reason.charAt(0).toUpperCase() + reason.slice(1) + (/[.!?]$/.test(reason) ? '' : '.');

/** The rating to show beside the name; nothing if there is none or the name says it. */
export function seatRating(seat: Seat): string {
  if (seat.kind === 'full') return 'full strength';
  if (seat.kind !== 'level' || seatName(seat).includes(String(seat.elo))) return '';
  return String(seat.elo);
}

export interface SquareLook {
  pieces: Pieces;
  selected: Key | undefined;
  targets: readonly string[] | undefined; // of this square's piece
  isTarget: boolean; // of the selected piece
}

/** "e4, white pawn, selected, 2 moves" */
export function squareLabel(square: Key, look: SquareLook): string {
  const piece = look.pieces.get(square);
  const parts = [square, piece ? `${piece.color} ${piece.role}` : 'empty'];
  if (square === look.selected) parts.push('selected');
  if (look.targets?.length) parts.push(countOf(look.targets.length, 'move'));
  if (look.isTarget) parts.push(piece ? 'can be captured' : 'can be reached');
  return parts.join(', ');
}

export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Where the pieces of one kind stand: "White knight: b1, g1. Black knight: b8, g8". */
export function wherePiecesStand(letter: string, pieces: Pieces): string {
  const role = kRoles[letter.toLowerCase()];
  if (!role) return `${letter} is no piece.`;
  const squares = (side: Side) =>
    [...pieces].filter(([, piece]) => piece.role === role && piece.color === side).map(([at]) => at);
  return (['white', 'black'] as const)
    .map(side => `${sideName(side)} ${role}: ${squares(side).sort().join(', ') || 'none'}`)
    .join('. ');
}

/** What stands on a rank or file: "a1 white rook, a2 white pawn". */
export function whatStandsOn(line: string, pieces: Pieces): string {
  const found = [...pieces]
    .filter(([square]) => square.includes(line))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([square, piece]) => `${square} ${piece.color} ${piece.role}`);
  return found.join(', ') || `nothing on ${line}`;
}

/** How a move is read out; that it gives check is said for itself. */
export const spokenMove = (move: Move, style: string): string =>
  style === 'san' ? move.san : move.words;

/** "2 hours ago", of a UTC time as the server writes it. */
export function timeAgo(started: string, now: number): string {
  const minutes = Math.round((now - Date.parse(`${started.replace(' ', 'T')}Z`)) / 60_000);
  if (!(minutes >= 1)) return 'just now';
  if (minutes < 60) return `${countOf(minutes, 'minute')} ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${countOf(hours, 'hour')} ago`;
  return `${countOf(Math.round(hours / 24), 'day')} ago`;
}

const kWorth: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };

/** By how many pawns the pieces in `letters` outweigh the others. */
export function materialLead(letters: string, others: string): number {
  const worth = (pieces: string) => [...pieces].reduce((sum, piece) => sum + (kWorth[piece] ?? 0), 0);
  return worth(letters) - worth(others);
}
