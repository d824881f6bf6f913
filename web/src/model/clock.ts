// Chess clocks as they are shown: the server keeps the time, the page counts on from what it said.
import type { GameView } from './game-view';
import type { Side } from './protocol';
import { countOf } from './words';

/** Milliseconds left at `now`, on the scale of performance.now(); null without a clock. */
export function timeLeft(view: GameView, side: Side, now: number): number | null {
  const left = view.state.clocks[side];
  if (left === null) return null;
  return view.state.runs === side ? Math.max(0, left - (now - view.receivedAt)) : left;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** 1:02:03, 5:00, and tenths below ten seconds: 0:09.4 */
export function clockText(ms: number): string {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = twoDigits(seconds % 60);
  return hours ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** For the ear: "4 minutes 57 seconds". */
export function spokenTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const rest = countOf(seconds % 60, 'second');
  return minutes ? `${countOf(minutes, 'minute')} ${rest}` : rest;
}

/** When a player should hurry: 20 seconds, or an eighth of what a short game began with. */
export function lowTime(control: string): number {
  const unit = control.endsWith('s') ? 1000 : 60_000; // "30s" is for each move
  return Math.min(20_000, ((Number.parseFloat(control) || 1) * unit) / 8);
}
