import assert from 'node:assert/strict';
import { test } from 'node:test';
import { absentOpponent, canClaim, hasLeft, isAway } from './away';
import type { GameView } from './game-view';
import type { State } from './protocol';

const person = (name: string) => ({ kind: 'person', name }) as const;

/** Ann is White at this page; Bob has been away for 50 seconds when the state comes, at 1,000. */
function view(changes: Partial<State> = {}): GameView {
  const state = {
    result: '*',
    reason: '',
    turn: 'black',
    clocks: { white: null, black: null },
    here: { white: true, black: false },
    away: { side: 'black', ms: 50_000 },
    ...changes,
  } as State;
  return {
    seats: { white: person('Ann'), black: person('Bob') },
    apart: { you: 'white', mayWatch: true, link: undefined },
    state,
    receivedAt: 1000,
  } as GameView;
}

test('who only loads the page anew has not left', () => {
  const fresh = view({ away: { side: 'black', ms: 500 } });
  assert.equal(hasLeft(fresh, 'black', 2000), false);
  assert.equal(hasLeft(fresh, 'black', 4000), true);
  assert.equal(hasLeft(view(), 'black', 0), true);
});

test('after a minute the game can be claimed', () => {
  assert.equal(canClaim(view(), 10_999), false);
  assert.equal(canClaim(view(), 11_000), true);
});

test('without clocks the absent one has to be to move', () => {
  assert.equal(absentOpponent(view({ turn: 'white' })), undefined);
  const clocks = { white: 1000, black: 1000 };
  assert.equal(absentOpponent(view({ turn: 'white', clocks })), 'black');
});

test('nobody claims a game that is over, as onlooker, or against themselves', () => {
  const later = 100_000;
  assert.equal(canClaim(view({ result: '1-0', reason: 'Black resigns' }), later), false);
  const apart = { you: undefined, mayWatch: true, link: undefined };
  assert.equal(canClaim({ ...view(), apart }, later), false);
  assert.equal(canClaim({ ...view(), apart: { ...apart, you: 'black' } }, later), false);
});

test('only others are seen to have left, and only from a seat that they had', () => {
  assert.equal(isAway(view(), 'black'), true);
  assert.equal(isAway(view(), 'white'), false);
  const alone = { white: false, black: false };
  assert.equal(isAway(view({ here: alone }), 'white'), false);
  const seats = { white: person('Ann'), black: { kind: 'friend' } as const };
  assert.equal(isAway({ ...view(), seats }, 'black'), false);
  assert.equal(isAway({ ...view(), apart: undefined }, 'black'), false);
});
