// A player who has left a game of two people apart: for how long, and what that allows the other.
import { isOver, type GameView } from './game-view';
import type { Side } from './protocol';

/** Milliseconds; who is back by then has only loaded the page anew. */
const kGrace = 3000;
/** After so many the game can be claimed. */
export const kAwayLimit = 60_000;

/** Who has a seat and no page open; never those at this page. */
export function isAway({ apart, seats, state }: GameView, side: Side): boolean {
  if (!apart || apart.you === side || seats[side].kind !== 'person') return false;
  return state.here !== undefined && !state.here[side];
}

/** Milliseconds at `now`, on the scale of performance.now(). */
function awayTime({ state, receivedAt }: GameView, side: Side, now: number): number {
  const before = state.away?.side === side ? state.away.ms : 0;
  return before + Math.max(0, now - receivedAt);
}

export const hasLeft = (view: GameView, side: Side, now: number): boolean =>
  isAway(view, side) && awayTime(view, side, now) >= kGrace;

/** Against whom the game can be claimed at this page, be it now or after the minute. */
export function absentOpponent(view: GameView): Side | undefined {
  const { away, turn, clocks } = view.state;
  if (!view.apart?.you || !away || !isAway(view, away.side) || isOver(view)) return undefined;
  // Without a clock nobody has to be quick, unless it is their turn.
  return clocks[away.side] !== null || turn === away.side ? away.side : undefined;
}

export function canClaim(view: GameView, now: number): boolean {
  const side = absentOpponent(view);
  return side !== undefined && awayTime(view, side, now) >= kAwayLimit;
}
