// Wins and losses in a row against levels: after three of them another level is offered.
import { hello } from '../link/server';
import { ownSide, type GameView } from '../model/game-view';
import { nextRun, offeredElo, readStreak } from '../model/streak-rule';
import { change, settings } from './settings';

/** Called once for every game that ends while it is on the table. */
export function noteResult(view: GameView): void {
  const person = ownSide(view);
  const level = Object.values(view.seats).find(seat => seat.kind === 'level');
  if (!person || level?.kind !== 'level') return;
  const before = readStreak(settings.value.streak);
  change('streak', JSON.stringify(nextRun(before, level.elo, view.state.result, person)));
}

/** The level to try instead of the one in this game; nothing most of the time. */
export function levelToTry(view: GameView): number | undefined {
  const level = Object.values(view.seats).find(seat => seat.kind === 'level');
  const range = hello.value;
  if (level?.kind !== 'level' || !range) return undefined;
  const streak = readStreak(settings.value.streak);
  return streak.elo === level.elo ? offeredElo(streak, range.lowest, range.highest) : undefined;
}

export function forgetStreak(): void {
  change('streak', '');
}
