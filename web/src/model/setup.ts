// Setup: what is chosen on the home screen, and the command it becomes.
import type { Hello, Level, NewGame, Seat, Side } from './protocol';

export interface ClockChoice {
  minutes: number;
  seconds: number; // what a move brings, or all it has in the style "each"
  style: string; // of kClockStyles
}

export const kClockStyles = {
  increment: 'seconds added',
  delay: 'seconds delay',
  bronstein: 'seconds, Bronstein',
  each: 'seconds a move',
};

export const kClockPresets = ['none', '1+0', '3+2', '5+3', '10+5', '15+10', 'custom'];

export interface Setup {
  opponent: string; // "named:Squire", "preset:Easy", "exact", "friend", "link", "engine", "watch"
  elo: number; // of "exact"
  engine: string;
  friend: string;
  mayWatch: boolean; // others, a game by link
  watchWhite: string; // a name among the opponents or engines
  watchBlack: string;
  color: string; // "white", "random", "black"
  clock: string; // of kClockPresets
  custom: ClockChoice;
  hasOdds: boolean; // the opponent gets another clock
  odds: ClockChoice;
  from: string; // "start", "position", "chess960"
  fen: string;
}

export function defaultSetup(): Setup {
  return {
    opponent: 'named:Squire',
    elo: 1000,
    engine: '',
    friend: 'Friend',
    mayWatch: true,
    watchWhite: 'Archer',
    watchBlack: 'Captain',
    color: 'white',
    clock: 'none',
    custom: { minutes: 20, seconds: 10, style: 'increment' },
    hasOdds: false,
    odds: { minutes: 5, seconds: 3, style: 'increment' },
    from: 'start',
    fen: '',
  };
}

/** Reads what was remembered; whatever does not fit falls back to the default. */
export function readSetup(text: string): Setup {
  const setup = defaultSetup();
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return setup;
  }
  return takeOver(setup, stored);
}

/** Copies the fields of `stored` that have the type of the default, nested ones too. */
function takeOver<T extends object>(base: T, stored: unknown): T {
  if (typeof stored !== 'object' || stored === null) return base;
  const result = { ...base };
  for (const key of Object.keys(base) as (keyof T & string)[]) {
    const value = (stored as Record<string, unknown>)[key];
    const fallback = base[key];
    if (typeof fallback === 'object' && fallback !== null)
      result[key] = takeOver(fallback, value) as T[typeof key];
    else if (typeof value === typeof fallback) result[key] = value as T[typeof key];
  }
  return result;
}

export function clockCommand({ minutes, seconds, style }: ClockChoice): string {
  if (style === 'each') return `${seconds}s`;
  const separator = { delay: 'd', bronstein: 'b' }[style] ?? '+';
  return `${minutes}${separator}${seconds}`;
}

const levelSeat = ({ name, elo }: Level): Seat =>
  elo === 0 ? { kind: 'full', name } : { kind: 'level', name, elo };

/** Everyone who can play without a person, by name. */
function programSeat(name: string, hello: Hello): Seat {
  const level = hello.opponents.find(opponent => opponent.name === name);
  if (level) return levelSeat(level);
  if (hello.engines.includes(name)) return { kind: 'engine', name };
  return levelSeat(hello.opponents[0]!);
}

/** A friend who plays on a device of their own; only where there are several people. */
export const isByLink = (setup: Setup, hello: Hello): boolean =>
  setup.opponent === 'link' && hello.hasPeople === true;

/** An engine that is gone from the configuration is played by the first that is there. */
function opponentSeat(setup: Setup, hello: Hello): Seat {
  const [kind, name] = setup.opponent.split(':');
  if (kind === 'exact') return { kind: 'level', elo: setup.elo };
  if (isByLink(setup, hello)) return { kind: 'friend' };
  if (kind === 'friend') return { kind: 'person', name: setup.friend || 'Friend' };
  if (kind === 'engine' && hello.engines.length) {
    const isKnown = hello.engines.includes(setup.engine);
    return { kind: 'engine', name: isKnown ? setup.engine : hello.engines[0]! };
  }
  const preset = kind === 'preset' && hello.presets.find(level => level.name === name);
  return preset ? levelSeat(preset) : programSeat(name ?? '', hello);
}

function chosenSide(color: string, random: number): Side {
  if (color === 'random') return random < 0.5 ? 'white' : 'black';
  return color === 'black' ? 'black' : 'white';
}

export interface Person {
  name: string;
  wantsFast: boolean;
}

/** `random` is from 0 to 1. Who is first is White, or in a person's game the person's side. */
export function newGame(setup: Setup, hello: Hello, person: Person, random: number): NewGame {
  const isWatching = setup.opponent === 'watch';
  const side = isWatching ? 'white' : chosenSide(setup.color, random);
  const own: Seat = isWatching
    ? programSeat(setup.watchWhite, hello)
    : { kind: 'person', name: person.name || 'You' };
  const other = isWatching ? programSeat(setup.watchBlack, hello) : opponentSeat(setup, hello);
  const ownClock = setup.clock === 'custom' ? clockCommand(setup.custom) : setup.clock;
  const otherClock = setup.hasOdds ? clockCommand(setup.odds) : ownClock;

  const isWhite = side === 'white';
  const command: NewGame = {
    do: 'new',
    white: isWhite ? own : other,
    black: isWhite ? other : own,
    clocks: {
      white: isWhite ? ownClock : otherClock,
      black: isWhite ? otherClock : ownClock,
    },
  };
  if (setup.from === 'position') command.from = { fen: setup.fen.trim() };
  if (setup.from === 'chess960') command.from = { chess960: true };
  if (isByLink(setup, hello)) command.mayWatch = setup.mayWatch;
  else if (person.wantsFast) command.fast = true;
  return command;
}
