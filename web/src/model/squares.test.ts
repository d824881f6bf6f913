import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jumpToLine, jumpToPiece, kStart, looksLikeFen, piecesOf, squaresSeenBy, walk } from './squares';

test('arrows walk as the board is seen, and stop at its edge', () => {
  assert.equal(walk('e2', 'ArrowUp', 'white'), 'e3');
  assert.equal(walk('e2', 'ArrowUp', 'black'), 'e1');
  assert.equal(walk('a1', 'ArrowLeft', 'white'), 'a1');
  assert.equal(walk('a1', 'ArrowLeft', 'black'), 'b1');
  assert.equal(walk('c5', 'Home', 'white'), 'a5');
  assert.equal(walk('c5', 'Home', 'black'), 'h5');
  assert.equal(walk('c5', 'PageUp', 'white'), 'c8');
  assert.equal(walk('c5', 'Enter', 'white'), undefined);
});

test('digits lead to ranks and files', () => {
  assert.equal(jumpToLine('e2', 7, false), 'e7');
  assert.equal(jumpToLine('e2', 1, true), 'a2');
});

test('letters go through the pieces of a kind, forwards, backwards and around', () => {
  const pieces = piecesOf(kStart);
  assert.equal(jumpToPiece('a1', 'n', pieces, false), 'b1');
  assert.equal(jumpToPiece('b1', 'n', pieces, false), 'g1');
  assert.equal(jumpToPiece('g1', 'n', pieces, false), 'b8');
  assert.equal(jumpToPiece('g8', 'n', pieces, false), 'b1');
  assert.equal(jumpToPiece('b1', 'n', pieces, true), 'g8');
  assert.equal(jumpToPiece('a1', 'q', piecesOf('8/8/8/8/8/8/8/K1k5 w - -'), false), undefined);
});

test('rows are listed from the upper left corner of the one who looks', () => {
  assert.equal(squaresSeenBy('white')[0]![0], 'a8');
  assert.equal(squaresSeenBy('black')[0]![0], 'h1');
  assert.equal(squaresSeenBy('black')[7]![7], 'a8');
});

test('a board is drawn only from eight ranks of eight files', () => {
  assert.ok(looksLikeFen(kStart));
  assert.ok(looksLikeFen('  8/8/8/4k3/8/8/8/4K3 b - -'));
  for (const bad of ['', 'hello', '8/8/8/8/8/8/8', '9/8/8/8/8/8/8/8', 'ppppppppp/8/8/8/8/8/8/8'])
    assert.equal(looksLikeFen(bad), false, bad);
});
