import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextRun, offeredElo, readStreak } from './streak-rule';

test('wins and losses are counted against one level', () => {
  let streak = readStreak('');
  for (const result of ['0-1', '0-1', '0-1']) streak = nextRun(streak, 800, result, 'white');
  assert.deepEqual(streak, { elo: 800, run: -3 });
  assert.deepEqual(nextRun(streak, 800, '1-0', 'white'), { elo: 800, run: 1 });
  assert.deepEqual(nextRun(streak, 800, '1/2-1/2', 'white'), { elo: 800, run: 0 });
  assert.deepEqual(nextRun(streak, 900, '1-0', 'black'), { elo: 900, run: -1 });
});

test('three in a row are enough, within the levels there are', () => {
  assert.equal(offeredElo({ elo: 800, run: -2 }, 400, 2800), undefined);
  assert.equal(offeredElo({ elo: 800, run: -3 }, 400, 2800), 700);
  assert.equal(offeredElo({ elo: 800, run: 4 }, 400, 2800), 900);
  assert.equal(offeredElo({ elo: 400, run: -3 }, 400, 2800), undefined);
});

test('what was kept is read, and nonsense is not', () => {
  assert.deepEqual(readStreak('{"elo":800,"run":2}'), { elo: 800, run: 2 });
  for (const text of ['', 'null', '{}', '{"elo":"x"}'])
    assert.deepEqual(readStreak(text), { elo: 0, run: 0 }, text);
});
