import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  advance,
  begin,
  canClaimDraw,
  canTakeBack,
  freeSide,
  isOnlooker,
  isOver,
  isShared,
  isWatched,
  lookAt,
  ownSide,
  type GameView,
} from './game-view';
import type { Move, Seat, Side, Snapshot, State } from './protocol';
import { kStart } from './squares';

const state = (ply: number) => ({ ply, result: '*', reason: '' }) as State;
const e4 = { san: 'e4', move: 'e2e4', fen: 'after-e4', isCheck: false } as Move;
const person: Seat = { kind: 'person', name: 'Ann' };
const squire: Seat = { kind: 'level', name: 'Squire', elo: 800 };

function snapshot(seq: number, moves: Move[] = []): Snapshot {
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
  assert.equal(ownSide(view), 'white');
  const watched = { ...view, seats: { white: squire, black: squire } };
  assert.ok(isWatched(watched));
  assert.equal(ownSide(watched), undefined);
});

/** Ann has made a game and given away its link. */
function apart(you: Side | undefined, black: Seat): GameView {
  const { url, qr } = { url: 'http://here/?game=g7', qr: '1' };
  const told = you ? { you, url, qr } : {};
  return begin({ ...snapshot(1), black, isApart: true, mayWatch: true, ...told }, 0)!;
}

test('two people apart have one side each, and onlookers have none', () => {
  const bob: Seat = { kind: 'person', name: 'Bob' };
  const view = apart('black', bob);
  assert.equal(ownSide(view), 'black');
  assert.equal(isShared(view) || isWatched(view) || isOnlooker(view), false);
  const onlooker = apart(undefined, bob);
  assert.equal(ownSide(onlooker), undefined);
  assert.equal(isShared(onlooker) || isWatched(onlooker), false);
  assert.ok(isOnlooker(onlooker));
});

test('one asks for one of the own moves back, once, while the game is on', () => {
  const bob: Seat = { kind: 'person', name: 'Bob' };
  const white = { ...apart('white', bob), moves: [e4] };
  const black = { ...apart('black', bob), moves: [e4] };
  assert.equal(canTakeBack(white), true);
  assert.equal(canTakeBack(black), false);
  assert.equal(canTakeBack({ ...black, moves: [e4, e4] }), true);
  const asked = { ...white, state: { ...state(1), takebackOffer: 'white' as const } };
  assert.equal(canTakeBack(asked), false);
  assert.equal(canTakeBack({ ...white, state: { ...state(1), result: '1-0' } }), false);
  assert.equal(canTakeBack({ ...apart(undefined, bob), moves: [e4] }), false);
});

test('only the one to move can claim a draw', () => {
  const bob: Seat = { kind: 'person', name: 'Bob' };
  const claimable = { ...state(8), turn: 'white', canClaimDraw: true } as State;
  assert.equal(canClaimDraw({ ...apart('white', bob), state: claimable }), true);
  assert.equal(canClaimDraw({ ...apart('black', bob), state: claimable }), false);
  assert.equal(canClaimDraw({ ...known(1), state: claimable }), true);
});

test('a free seat has a link until somebody sits there', () => {
  const view = apart('white', { kind: 'friend', name: '' });
  assert.equal(freeSide(view), 'black');
  assert.equal(view.apart!.link!.url, 'http://here/?game=g7');
  const taken = advance(
    view,
    { type: 'seat', game: 5, seq: 2, state: state(0), side: 'black', seat: person },
    0,
  )!;
  assert.equal(freeSide(taken), undefined);
  assert.equal(ownSide(taken), 'white');
});

test('a game can be over without a result', () => {
  const view = known(1);
  assert.equal(isOver(view), false);
  assert.ok(isOver({ ...view, state: { ...state(0), result: '1-0', reason: 'Mate' } }));
  assert.ok(isOver({ ...view, state: { ...state(0), reason: 'Ended by the host' } }));
});

test('any earlier position can be looked at', () => {
  assert.equal(lookAt(kStart, [e4], 0).fen, kStart);
  assert.deepEqual(lookAt(kStart, [e4], 1), { fen: 'after-e4', last: ['e2', 'e4'], isCheck: false });
});
