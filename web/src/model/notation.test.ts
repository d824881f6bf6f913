import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreSheet, written } from './notation';
import type { Move } from './protocol';
import { kStart } from './squares';

const move = (san: string, uci: string) =>
  ({ san, move: uci, isCapture: san.includes('x') }) as Move;

test('a move is written as the reader likes it', () => {
  const cases: [Move, string, string][] = [
    [move('Nf3', 'g1f3'), 'san', 'Nf3'],
    [move('Nf3', 'g1f3'), 'figurine', '♘f3'],
    [move('exd8=Q+', 'e7d8q'), 'figurine', 'exd8=♕+'],
    [move('Nbd2', 'b1d2'), 'long', 'Nb1-d2'],
    [move('exd5', 'e4d5'), 'long', 'e4xd5'],
    [move('exd8=Q#', 'e7d8q'), 'long', 'e7xd8=Q#'],
    [move('O-O-O+', 'e1c1'), 'long', 'O-O-O+'],
    [move('O-O', 'e1g1'), 'uci', 'e1g1'],
  ];
  for (const [given, style, expected] of cases) assert.equal(written(given, style), expected);
});

test('the score sheet pairs moves, whoever began and at whichever number', () => {
  assert.deepEqual(scoreSheet(kStart, 3), [
    { number: 1, white: 0, black: 1 },
    { number: 2, white: 2 },
  ]);
  assert.deepEqual(scoreSheet('4k3/8/8/8/8/8/8/4K3 b - - 0 30', 2), [
    { number: 30, black: 0 },
    { number: 31, white: 1 },
  ]);
  assert.deepEqual(scoreSheet(kStart, 0), []);
});
