// What the page and the server say to each other, as types: docs/web.md explains them, and the
// conversations in tests/data/web are checked against them.

export type Side = 'white' | 'black';

export type Seat =
  | { kind: 'person'; name: string }
  | { kind: 'level'; name?: string; elo: number }
  | { kind: 'full'; name?: string }
  | { kind: 'engine'; name: string }
  | { kind: 'friend'; name?: string }; // free, for whoever opens the game's link

export interface Level {
  name: string;
  elo: number; // 0: full strength
}

export interface Summary {
  game: number;
  started: string; // UTC, "2026-05-01 18:30:00"
  white: string;
  black: string;
  result: string;
  opening: string;
  eco: string;
  plies: number;
  isOver: boolean; // also without a result
  isLive: boolean;
  fen?: string;
}

export interface Move {
  san: string;
  move: string;
  fen: string; // after it
  words: string;
  isCheck: boolean;
  isCapture: boolean;
  clock?: number; // the mover's, in milliseconds
}

export interface State {
  ply: number;
  fen: string;
  turn: Side;
  isCheck: boolean;
  legal: Record<string, string[]>;
  promotions: string[];
  last?: [string, string];
  result: string;
  reason: string;
  clocks: Record<Side, number | null>; // milliseconds left
  runs?: Side;
  isThinking: boolean;
  isPaused: boolean;
  drawOffer?: Side;
  canClaimDraw: boolean;
  canTakeBack: boolean;
  canRedo: boolean;
  person?: Side;
  opening: string;
  eco: string;
  captured: Record<Side, string>;
  // Only where two people play apart:
  here?: Record<Side, boolean>;
  away?: { side: Side; ms: number };
  takebackOffer?: Side;
  rematchOffer?: Side;
}

/** Whom the page speaks for, where there are several people. */
export interface You {
  person: number; // 0 is the host
  name: string;
  isHost: boolean;
}

export interface Hello {
  type: 'hello';
  version: string;
  opponents: Level[];
  presets: Level[];
  engines: string[];
  lowest: number;
  highest: number;
  settings: Record<string, string>;
  open: Summary[];
  notice: string;
  hasPeople?: boolean;
  you?: You;
}

/** An address to be passed on, and the same as a QR code: rows of 0 and 1. */
export interface PassedOn {
  url: string;
  qr: string;
}

interface Event {
  game: number;
  seq: number;
  state: State;
  notice?: string; // the game cannot be saved, and why
}

export type Snapshot = Event & {
  type: 'snapshot';
  white: Seat;
  black: Seat;
  start: string;
  clocks: Record<Side, string>;
  moves: Move[];
  isApart?: boolean; // two people, each at a page of their own
  mayWatch?: boolean; // others may look on
  you?: Side; // absent for those who look on
} & Partial<PassedOn>; // the game's link, for its creator while a seat is free

type OfferEvent =
  | 'drawOffered'
  | 'drawDeclined'
  | 'takebackOffered'
  | 'takebackDeclined'
  | 'rematchOffered';

export type GameEvent =
  | Snapshot
  | (Event & { type: 'move'; move: Move })
  | (Event & { type: 'back'; moves: Move[] })
  | (Event & { type: 'end' | 'unsaved' | 'presence' })
  | (Event & { type: OfferEvent; by: Side })
  | (Event & { type: 'rematch'; next: number })
  | (Event & { type: 'hint'; from: string; move?: string })
  | (Event & { type: 'paused'; on: boolean })
  | (Event & { type: 'seat'; side: Side; seat: Seat })
  | (Event & { type: 'trouble'; side: Side; message: string });

export interface SettingsEvent {
  type: 'settings';
  settings: Record<string, string>;
}

export type ServerMessage = Hello | SettingsEvent | GameEvent;

export interface NewGame {
  do: 'new';
  white: Seat;
  black: Seat;
  clocks: Record<Side, string>;
  from?: { fen: string } | { chess960: true };
  fast?: true;
  mayWatch?: boolean; // with a friend by link
}

export interface GamesFilter {
  player?: string;
  opening?: string;
  result?: string;
  since?: string;
  until?: string;
}

export interface GameRecord {
  white: Seat;
  black: Seat;
  result: string;
  reason: string;
  started: string;
  opening: string;
  eco: string;
  start: string;
  moves: Move[];
  plies: number; // all of them; an answer has a thousand moves at most
  pgn?: string; // absent if it is long
}

/** Somebody whom the host has let in. */
export interface Person {
  person: number;
  name: string;
  isHere: boolean;
  since: string; // UTC
  games: number;
}

/** A game that is being played, as the host sees it. */
export interface Playing {
  game: number;
  white: string;
  black: string;
  plies: number;
  watchers: number;
}

export interface People extends PassedOn {
  people: Person[];
  playing: Playing[];
}

/** Those that need no more than the game. */
export type PlainGameCommand =
  | 'takeback'
  | 'redo'
  | 'hint'
  | 'draw'
  | 'decline'
  | 'resign'
  | 'step'
  | 'rematch'
  | 'end';

export type Command =
  | NewGame
  | { do: 'watch'; game: number; since?: number }
  | { do: 'unwatch'; game: number }
  | { do: 'record'; game: number; from?: number }
  | ({ do: 'games'; limit?: number; before?: number } & GamesFilter)
  | { do: 'delete' | 'restore'; games: number[] }
  | { do: 'set'; key: string; value: string }
  | { do: 'move'; game: number; ply: number; move: string }
  | { do: 'type'; game: number; ply: number; text: string }
  | { do: PlainGameCommand; game: number }
  | { do: 'pause'; game: number; on: boolean }
  | { do: 'pace'; game: number; ms: number }
  | { do: 'seat'; game: number; side: Side; seat: Seat }
  | { do: 'join'; link: string }
  | { do: 'claim'; game: number; as: 'win' | 'draw' }
  | { do: 'device' | 'forget' | 'people' | 'revoke' }
  | { do: 'remove'; person: number };

/** What an answer has beside `re` and `ok`. */
export type AnswerTo<Do extends Command['do']> = Do extends 'new' | 'join'
  ? { game: number }
  : Do extends 'games'
    ? { games: Summary[] }
    : Do extends 'record'
      ? GameRecord
      : Do extends 'device' | 'revoke'
        ? PassedOn
        : Do extends 'people'
          ? People
          : unknown;

export type Accepted<Do extends Command['do']> = Do extends unknown
  ? { re: string; ok: true } & AnswerTo<Do>
  : never;

export interface Refused {
  re: string;
  ok: false;
  error: string; // a sentence for people
}

/** What POST /api/enter answers. `from` is who invites, or "". */
export type Entered =
  | { isKnown: true }
  | { isKnown: false; from: string } // a name is needed
  | { isKnown: false; from: string; isNow: string }; // somebody else's link: does one want that?

export interface ImportReport {
  games: number;
  bad: number;
  problems: { line: number; column: number; message: string }[];
}

export const opposite = (side: Side): Side => (side === 'white' ? 'black' : 'white');
