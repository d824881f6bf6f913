// How wins and losses in a row are counted, and when they are enough.
import type { Side } from './protocol';

export interface Streak {
  elo: number; // of the level they were against
  run: number; // wins in a row, or losses as a negative number
}

const kEnough = 3;
const kStep = 100; // Elo

export function readStreak(text: string): Streak {
  try {
    const { elo, run } = JSON.parse(text);
    if (typeof elo === 'number' && typeof run === 'number') return { elo, run };
  } catch {
    // Nothing was kept, or something else.
  }
  return { elo: 0, run: 0 };
}

/** Another level or a draw begins anew. */
export function nextRun(before: Streak, elo: number, result: string, person: Side): Streak {
  const run = before.elo === elo ? before.run : 0;
  if (result !== '1-0' && result !== '0-1') return { elo, run: 0 };
  const hasWon = (result === '1-0') === (person === 'white');
  return { elo, run: hasWon ? Math.max(run, 0) + 1 : Math.min(run, 0) - 1 };
}

export function offeredElo(streak: Streak, lowest: number, highest: number): number | undefined {
  if (Math.abs(streak.run) < kEnough) return undefined;
  const elo = streak.elo + Math.sign(streak.run) * kStep;
  return elo >= lowest && elo <= highest ? elo : undefined;
}
