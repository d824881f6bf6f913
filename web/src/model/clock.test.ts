import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText, lowTime, spokenTime, timeLeft } from './clock';
import type { GameView } from './game-view';

test('a clock shows hours when there are any and tenths when they matter', () => {
  const cases: [number, string][] = [
    [300_000, '5:00'],
    [297_400, '4:57'],
    [3_723_000, '1:02:03'],
    [10_000, '0:10'],
    [9_999, '0:09.9'],
    [0, '0:00.0'],
  ];
  for (const [ms, expected] of cases) assert.equal(clockText(ms), expected);
});

test('only the clock that runs is counted on, and never below nought', () => {
  const view = {
    receivedAt: 1000,
    state: { clocks: { white: 5000, black: null }, runs: 'white' },
  } as GameView;
  assert.equal(timeLeft(view, 'white', 3500), 2500);
  assert.equal(timeLeft(view, 'white', 99_000), 0);
  assert.equal(timeLeft(view, 'black', 3500), null);
  const standing = { ...view, state: { ...view.state, runs: 'black' } } as GameView;
  assert.equal(timeLeft(standing, 'white', 3500), 5000);
});

test('time is told in words', () => {
  assert.equal(spokenTime(297_999), '4 minutes 57 seconds');
  assert.equal(spokenTime(61_000), '1 minute 1 second');
  assert.equal(spokenTime(900), '0 seconds');
});

test('short games warn later', () => {
  assert.equal(lowTime('5+3'), 20_000);
  assert.equal(lowTime('1+0'), 7_500);
  assert.equal(lowTime('32s'), 4_000);
});
