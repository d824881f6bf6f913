import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advance, begin, isShared, isWatched, lookAt, onlyPerson, type GameView } from './game-view';
import type { GameEvent, Move, Seat, State } from './protocol';
import { kStart } from './squares';

const state = (ply: number) => ({ ply, result: '*' }) as State;
const e4 = { san: 'e4', move: 'e2e4', fen: 'after-e4', isCheck: false } as Move;
const person: Seat = { kind: 'person', name: 'Ann' };
const squire: Seat = { kind: 'level', name: 'Squire', elo: 800 };

function snapshot(seq: number, moves: Move[] = []): GameEvent {
  return {
    type: 'snapshot',
    game: 5,
    seq,
    state: state(moves.length),
    white: person,
    black: squire,
    start: kStart,
    clocks: { white: '5+3', black: '5+3' },
    moves,
  };
}

const known = (seq: number) => begin(snapshot(seq), 100)!;

test('a move is put behind those there are, and the hint goes', () => {
  const view: GameView = { ...known(3), hint: { from: 'e2' } };
  const after = advance(view, { type: 'move', game: 5, seq: 4, state: state(1), move: e4 }, 200)!;
  assert.deepEqual(after.moves, [e4]);
  assert.equal(after.state.ply, 1);
  assert.equal(after.seq, 4);
  assert.equal(after.receivedAt, 200);
  assert.equal(after.hint, undefined);
});

test('events that were seen, and those of other games, change nothing', () => {
  const view = known(3);
  assert.equal(advance(view, { type: 'end', game: 5, seq: 3, state: state(9) }, 200), view);
  assert.equal(advance(view, { type: 'end', game: 6, seq: 4, state: state(9) }, 200), view);
});

test('a gap is noticed', () => {
  assert.equal(advance(known(3), { type: 'end', game: 5, seq: 5, state: state(9) }, 200), null);
  assert.equal(begin({ type: 'end', game: 5, seq: 5, state: state(9) }, 200), null);
});

test('a snapshot always stands, also one of a server that began to count anew', () => {
  const after = advance(known(30), snapshot(2, [e4]), 200)!;
  assert.equal(after.seq, 2);
  assert.deepEqual(after.moves, [e4]);
});

test('moves are taken back, seats change, engines have trouble', () => {
  const view = advance(known(1), snapshot(1, [e4]), 0)!;
  const back = advance(view, { type: 'back', game: 5, seq: 2, state: state(0), moves: [] }, 0)!;
  assert.deepEqual(back.moves, []);
  const seated = advance(
    back,
    { type: 'seat', game: 5, seq: 3, state: state(0), side: 'black', seat: person },
    0,
  )!;
  assert.ok(isShared(seated));
  const troubled = advance(
    seated,
    { type: 'trouble', game: 5, seq: 4, state: state(0), side: 'black', message: 'It stopped.' },
    0,
  )!;
  assert.deepEqual(troubled.trouble, { side: 'black', message: 'It stopped.' });
  const again = advance(
    troubled,
    { type: 'seat', game: 5, seq: 5, state: state(0), side: 'black', seat: squire },
    0,
  )!;
  assert.equal(again.trouble, undefined);
});

test('what is not saved is said until it is', () => {
  const unsaved = { type: 'unsaved', game: 5, seq: 2, state: state(0), notice: 'disk full' } as const;
  const after = advance(known(1), unsaved, 0)!;
  assert.equal(after.unsaved, 'disk full');
  const saved = advance(after, { type: 'move', game: 5, seq: 3, state: state(1), move: e4 }, 0)!;
  assert.equal(saved.unsaved, '');
});

test('who sits at the board follows from the seats', () => {
  const view = known(1);
  assert.equal(onlyPerson(view), 'white');
  const watched = { ...view, seats: { white: squire, black: squire } };
  assert.ok(isWatched(watched));
  assert.equal(onlyPerson(watched), undefined);
});

test('any earlier position can be looked at', () => {
  assert.equal(lookAt(kStart, [e4], 0).fen, kStart);
  assert.deepEqual(lookAt(kStart, [e4], 1), { fen: 'after-e4', last: ['e2', 'e4'], isCheck: false });
});
