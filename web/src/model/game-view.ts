// GameView: one game as the page knows it, and how each event of the server changes it.
import { turnOf } from './notation';
import type { GameEvent, Move, PassedOn, Seat, Side, Snapshot, State } from './protocol';

const kSides: readonly Side[] = ['white', 'black'];

export interface Hint {
  from: string;
  move?: string;
}

/** An engine has stopped to play. */
export interface Trouble {
  side: Side;
  message: string;
}

/** What is different where two people play, each at a page of their own. */
export interface Apart {
  you: Side | undefined; // absent: this page only looks on
  mayWatch: boolean;
  link: PassedOn | undefined; // to the free seat, for whoever has made the game
}

export interface GameView {
  game: number;
  seq: number;
  seats: Record<Side, Seat>;
  apart: Apart | undefined;
  controls: Record<Side, string>; // clocks as they were asked for: "5+3", "none"
  start: string;
  moves: Move[];
  state: State;
  receivedAt: number; // of the state, on the scale of performance.now()
  hint: Hint | undefined; // for the position that stands
  trouble: Trouble | undefined;
  unsaved: string; // why the disk does not have all of it
}

function apartFrom({ isApart, you, mayWatch = false, url, qr }: Snapshot): Apart | undefined {
  if (!isApart) return undefined;
  return { you, mayWatch, link: url && qr ? { url, qr } : undefined };
}

function fromSnapshot(event: Snapshot, now: number): GameView {
  return {
    game: event.game,
    seq: event.seq,
    seats: { white: event.white, black: event.black },
    apart: apartFrom(event),
    controls: event.clocks,
    start: event.start,
    moves: event.moves,
    state: event.state,
    receivedAt: now,
    hint: undefined,
    trouble: undefined,
    unsaved: event.notice ?? '',
  };
}

/**
 * The game after the event; the same object if it is an old one or another game's, and null if
 * something before it is missing.
 */
export function advance(view: GameView, event: GameEvent, now: number): GameView | null {
  if (event.game !== view.game) return view;
  if (event.type === 'snapshot') return fromSnapshot(event, now);
  if (event.seq <= view.seq) return view;
  if (event.seq > view.seq + 1) return null;

  const { seq, state, notice: unsaved = '' } = event;
  const next: GameView = { ...view, seq, state, receivedAt: now, unsaved };
  switch (event.type) {
    case 'move':
      return { ...next, moves: [...view.moves, event.move], hint: undefined, trouble: undefined };
    case 'back':
      return { ...next, moves: event.moves, hint: undefined };
    case 'hint': {
      const { from, move } = event;
      return { ...next, hint: move ? { from, move } : { from } };
    }
    case 'seat':
      return { ...next, seats: { ...view.seats, [event.side]: event.seat }, trouble: undefined };
    case 'trouble':
      return { ...next, trouble: { side: event.side, message: event.message } };
    default:
      return next;
  }
}

/** A game that is not known yet begins with a snapshot; other events say nothing about it. */
export function begin(event: GameEvent, now: number): GameView | null {
  return event.type === 'snapshot' ? fromSnapshot(event, now) : null;
}

/** A game that was ended without a result has a reason for it. */
export const isOver = ({ state }: GameView): boolean => state.result !== '*' || state.reason !== '';

const isPerson = (seat: Seat) => seat.kind === 'person';

/** Two people at one board. */
export const isShared = ({ apart, seats }: GameView): boolean =>
  !apart && isPerson(seats.white) && isPerson(seats.black);

/** Nobody plays here: engines do. */
export const isWatched = ({ apart, seats }: GameView): boolean =>
  !apart && !isPerson(seats.white) && !isPerson(seats.black);

/** Others play, and this page looks on. */
export const isOnlooker = ({ apart }: GameView): boolean => apart !== undefined && !apart.you;

/** The side of the one person at this page, or nothing. */
export function ownSide(view: GameView): Side | undefined {
  if (view.apart) return view.apart.you;
  if (isShared(view) || isWatched(view)) return undefined;
  return isPerson(view.seats.white) ? 'white' : 'black';
}

/** Between two people apart it is asked for, once, and a game that is over stays over. */
export function canTakeBack(view: GameView): boolean {
  const { state, apart } = view;
  if (!apart) return state.canTakeBack;
  if (!apart.you || isOver(view) || state.takebackOffer) return false;
  const isFirst = (apart.you === 'black') === turnOf(view.start).isBlack;
  return view.moves.length > (isFirst ? 0 : 1); // one of them is one's own
}

/** The rules allow the one to move to call it a draw. */
export const canClaimDraw = ({ apart, state }: GameView): boolean =>
  state.canClaimDraw && (!apart || apart.you === state.turn);

/** The side that waits for a friend, or nothing. */
export function freeSide({ seats }: GameView): Side | undefined {
  return kSides.find(side => seats[side].kind === 'friend');
}

export interface Look {
  fen: string;
  last: [string, string] | undefined;
  isCheck: boolean;
}

const squaresOf = (move: Move): [string, string] => [move.move.slice(0, 2), move.move.slice(2, 4)];

/** What the board shows after `ply` moves. */
export function lookAt(start: string, moves: Move[], ply: number): Look {
  const move = moves[ply - 1];
  if (!move) return { fen: start, last: undefined, isCheck: false };
  return { fen: move.fen, last: squaresOf(move), isCheck: move.isCheck };
}
