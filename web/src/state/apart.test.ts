import { passTime, say, sent, settle } from './fake-browser';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { connect } from '../link/server';
import type { GameEvent, State } from '../model/protocol';
import { urgentText } from './announce';
import { claim, withdraw } from './apart';
import { openGame, order, startGames, view } from './game';
import { notice } from './notice';
import { openGames } from './open-games';

startGames();
connect();
say({ type: 'hello', open: [], settings: {}, hasPeople: true });

const state = {
  result: '*',
  reason: '',
  turn: 'white',
  clocks: { white: null, black: null },
  here: { white: true, black: true },
} as State;

let seq = 0;

type News = GameEvent extends infer Event
  ? Event extends GameEvent
    ? Omit<Event, 'game' | 'seq' | 'state'>
    : never
  : never;

function hear(event: News, changes: Partial<State> = {}): void {
  say({ ...event, game: 5, seq: ++seq, state: { ...state, ...changes } });
}

/** Ann is White at this page, in a game that waits for a friend. */
beforeEach(() => {
  openGame(5);
  hear({
    type: 'snapshot',
    white: { kind: 'person', name: 'Ann' },
    black: { kind: 'friend', name: '' },
    start: '',
    clocks: { white: 'none', black: 'none' },
    moves: [],
    isApart: true,
    mayWatch: false,
    you: 'white',
    url: 'http://here/?game=g7',
    qr: '1',
  });
  sent.length = 0;
});

const lastSaid = () => {
  const { id: _, ...command } = sent[sent.length - 1]!;
  return command;
};

test('a friend who comes is announced by name', () => {
  hear({ type: 'seat', side: 'black', seat: { kind: 'person', name: 'Bob' } });
  assert.equal(notice.value!.text, 'Bob has come and plays Black');
});

test('what the other one wants is said with their name, and the own wishes are not', () => {
  hear({ type: 'seat', side: 'black', seat: { kind: 'person', name: 'Bob' } });
  urgentText.value = '';
  hear({ type: 'drawOffered', by: 'white' }, { drawOffer: 'white' });
  assert.equal(urgentText.value, '');
  hear({ type: 'takebackOffered', by: 'black' }, { takebackOffer: 'black' });
  assert.equal(urgentText.value, 'Bob asks to take a move back');
  hear({ type: 'drawOffered', by: 'black' }, { drawOffer: 'black' });
  assert.equal(urgentText.value, 'Bob offers a draw');
  hear({ type: 'rematchOffered', by: 'black' }, { rematchOffer: 'black' });
  assert.equal(urgentText.value, 'Bob offers a rematch');
  hear({ type: 'takebackDeclined', by: 'black' });
  assert.equal(notice.value!.text, 'Bob does not want a move taken back');
});

test('a rematch leads to the new game', () => {
  location.hash = '#/play/5';
  hear({ type: 'rematch', next: 6 }, { result: '1-0' });
  assert.equal(location.hash, '#/play/6');
});

test('who looks on stays where they are', () => {
  location.hash = '#/play/5';
  const { seats, start, moves, controls: clocks } = view.value!;
  hear({ type: 'snapshot', ...seats, start, moves, clocks, isApart: true, mayWatch: true });
  hear({ type: 'rematch', next: 6 }, { result: '1-0' });
  assert.equal(location.hash, '#/play/5');
});

test('a game is claimed, and a rematch offered', () => {
  claim('win');
  assert.deepEqual(lastSaid(), { do: 'claim', game: 5, as: 'win' });
  order('rematch');
  assert.deepEqual(lastSaid(), { do: 'rematch', game: 5 });
});

test('a game to which nobody has come is withdrawn', async () => {
  location.hash = '#/play/5';
  assert.equal(openGames.value.length, 1);
  void withdraw(5);
  assert.deepEqual(lastSaid(), { do: 'delete', games: [5] });
  say({ re: sent[0]!['id'], ok: true });
  await settle();
  assert.equal(location.hash, '#/');
  assert.deepEqual(openGames.value, []);
  passTime();
});
