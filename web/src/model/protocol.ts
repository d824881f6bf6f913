// What the page and the server say to each other, as types: docs/web.md explains them, and the
// conversations in tests/data/web are checked against them.

export type Side = 'white' | 'black';

export type Seat =
  | { kind: 'person'; name: string }
  | { kind: 'level'; name?: string; elo: number }
  | { kind: 'full'; name?: string }
  | { kind: 'engine'; name: string };

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
};

export type GameEvent =
  | Snapshot
  | (Event & { type: 'move'; move: Move })
  | (Event & { type: 'back'; moves: Move[] })
  | (Event & { type: 'end' | 'unsaved' })
  | (Event & { type: 'drawOffered' | 'drawDeclined'; by: Side })
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
  pgn: string;
}

/** Those that need no more than the game. */
export type PlainGameCommand = 'takeback' | 'redo' | 'hint' | 'draw' | 'decline' | 'resign' | 'step';

export type Command =
  | NewGame
  | { do: 'watch'; game: number; since?: number }
  | { do: 'unwatch' | 'record'; game: number }
  | ({ do: 'games'; limit?: number; before?: number } & GamesFilter)
  | { do: 'delete' | 'restore'; games: number[] }
  | { do: 'set'; key: string; value: string }
  | { do: 'move'; game: number; ply: number; move: string }
  | { do: 'type'; game: number; ply: number; text: string }
  | { do: PlainGameCommand; game: number }
  | { do: 'pause'; game: number; on: boolean }
  | { do: 'pace'; game: number; ms: number }
  | { do: 'seat'; game: number; side: Side; seat: Seat };

/** What an answer has beside `re` and `ok`. */
export type AnswerTo<Do extends Command['do']> = Do extends 'new'
  ? { game: number }
  : Do extends 'games'
    ? { games: Summary[] }
    : Do extends 'record'
      ? GameRecord
      : unknown;

export type Accepted<Do extends Command['do']> = Do extends unknown
  ? { re: string; ok: true } & AnswerTo<Do>
  : never;

export interface Refused {
  re: string;
  ok: false;
  error: string; // a sentence for people
}

export interface ImportReport {
  games: number;
  bad: number;
  problems: { line: number; column: number; message: string }[];
}

export const opposite = (side: Side): Side => (side === 'white' ? 'black' : 'white');
