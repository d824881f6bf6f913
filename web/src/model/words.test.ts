import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Move } from './protocol';
import { kStart, piecesOf } from './squares';
import {
  asSentence,
  materialLead,
  playersText,
  seatName,
  seatRating,
  spokenMove,
  squareLabel,
  timeAgo,
  whatStandsOn,
  wherePiecesStand,
} from './words';

const pieces = piecesOf(kStart);

test('a square says what stands on it and what can be done with it', () => {
  const plain = { pieces, selected: undefined, targets: undefined, isTarget: false };
  assert.equal(squareLabel('e4', plain), 'e4, empty');
  assert.equal(squareLabel('d8', plain), 'd8, black queen');
  assert.equal(
    squareLabel('e2', { ...plain, selected: 'e2', targets: ['e3', 'e4'] }),
    'e2, white pawn, selected, 2 moves',
  );
  assert.equal(squareLabel('e2', { ...plain, targets: ['e3'] }), 'e2, white pawn, 1 move');
  assert.equal(squareLabel('e4', { ...plain, isTarget: true }), 'e4, empty, can be reached');
  assert.equal(squareLabel('e7', { ...plain, isTarget: true }), 'e7, black pawn, can be captured');
});

test('pieces and lines are listed for the ear', () => {
  assert.equal(wherePiecesStand('N', pieces), 'White knight: b1, g1. Black knight: b8, g8');
  assert.equal(wherePiecesStand('x', pieces), 'x is no piece.');
  assert.equal(
    whatStandsOn('a', pieces),
    'a1 white rook, a2 white pawn, a7 black pawn, a8 black rook',
  );
  assert.equal(whatStandsOn('4', pieces), 'nothing on 4');
});

test('players have names, and ratings unless the name says it', () => {
  assert.equal(seatName({ kind: 'level', elo: 1250 }), 'Level 1250');
  assert.equal(seatRating({ kind: 'level', elo: 1250 }), '');
  assert.equal(seatRating({ kind: 'level', name: 'Squire', elo: 800 }), '800');
  assert.equal(seatName({ kind: 'full' }), 'Castellan');
  assert.equal(seatRating({ kind: 'person', name: 'Ann' }), '');
  assert.equal(seatName({ kind: 'friend', name: '' }), 'a friend');
});

test('a free seat is a friend to come', () => {
  assert.equal(playersText({ white: 'Ann', black: 'Bob' }), 'Ann – Bob');
  assert.equal(playersText({ white: '', black: 'Bob' }), 'a friend – Bob');
});

test('a reason becomes a sentence', () => {
  assert.equal(asSentence('this link is old'), 'This link is old.');
  assert.equal(asSentence('Try again!'), 'Try again!');
});

test('moves are read out in words or as they are written', () => {
  const move = { san: 'Nf3+', words: 'knight g1 to f3', isCheck: true } as Move;
  assert.equal(spokenMove(move, 'words'), 'knight g1 to f3');
  assert.equal(spokenMove(move, 'san'), 'Nf3+');
});

test('times are told from now', () => {
  const now = Date.parse('2026-05-01T20:30:00Z');
  assert.equal(timeAgo('2026-05-01 20:29:50', now), 'just now');
  assert.equal(timeAgo('2026-05-01 20:29:00', now), '1 minute ago');
  assert.equal(timeAgo('2026-05-01 18:30:00', now), '2 hours ago');
  assert.equal(timeAgo('2026-04-28 18:30:00', now), '3 days ago');
  assert.equal(timeAgo('', now), 'just now');
});

test('material is weighed in pawns', () => {
  assert.equal(materialLead('pn', 'q'), -5);
  assert.equal(materialLead('r', ''), 5);
});
