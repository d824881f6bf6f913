import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Hello } from './protocol';
import { clockCommand, defaultSetup, newGame, readSetup } from './setup';

const hello = {
  opponents: [
    { name: 'Page', elo: 500 },
    { name: 'Squire', elo: 800 },
    { name: 'Castellan', elo: 0 },
  ],
  presets: [{ name: 'Easy', elo: 600 }],
  engines: ['stockfish'],
} as Hello;
const ann = { name: 'Ann', wantsFast: false };
const annSeat = { kind: 'person', name: 'Ann' };

test('each kind of opponent becomes a seat', () => {
  const cases: [Partial<ReturnType<typeof defaultSetup>>, object][] = [
    [{ opponent: 'named:Squire' }, { kind: 'level', name: 'Squire', elo: 800 }],
    [{ opponent: 'named:Castellan' }, { kind: 'full', name: 'Castellan' }],
    [{ opponent: 'preset:Easy' }, { kind: 'level', name: 'Easy', elo: 600 }],
    [{ opponent: 'exact', elo: 1250 }, { kind: 'level', elo: 1250 }],
    [{ opponent: 'friend', friend: 'Bob' }, { kind: 'person', name: 'Bob' }],
    [{ opponent: 'engine', engine: 'stockfish' }, { kind: 'engine', name: 'stockfish' }],
    [{ opponent: 'engine', engine: 'removed' }, { kind: 'engine', name: 'stockfish' }],
    [{ opponent: 'named:Nobody' }, { kind: 'level', name: 'Page', elo: 500 }],
  ];
  for (const [choice, seat] of cases) {
    const command = newGame({ ...defaultSetup(), ...choice }, hello, ann, 0);
    assert.deepEqual<object>(command.white, annSeat);
    assert.deepEqual<object>(command.black, seat);
  }
});

test('two engines sit down where they were put', () => {
  const setup = {
    ...defaultSetup(),
    opponent: 'watch',
    watchWhite: 'Castellan',
    watchBlack: 'stockfish',
    color: 'black',
  };
  const command = newGame(setup, hello, ann, 0);
  assert.deepEqual<object>(command.white, { kind: 'full', name: 'Castellan' });
  assert.deepEqual<object>(command.black, { kind: 'engine', name: 'stockfish' });
});

test('a friend by link has a seat kept free, where there are several people', () => {
  const setup = { ...defaultSetup(), opponent: 'link', color: 'black', mayWatch: false };
  const command = newGame(setup, { ...hello, hasPeople: true }, { ...ann, wantsFast: true }, 0);
  assert.deepEqual<object>(command.white, { kind: 'friend' });
  assert.deepEqual<object>(command.black, annSeat);
  assert.equal(command.mayWatch, false);
  assert.equal('fast' in command, false);
  const alone = newGame(setup, hello, ann, 0);
  assert.deepEqual<object>(alone.white, { kind: 'level', name: 'Page', elo: 500 });
  assert.equal('mayWatch' in alone, false);
});

test('the colour is chosen or left to chance', () => {
  const black = newGame({ ...defaultSetup(), color: 'black' }, hello, ann, 0);
  assert.deepEqual<object>(black.black, annSeat);
  const random = { ...defaultSetup(), color: 'random' };
  assert.deepEqual<object>(newGame(random, hello, ann, 0.4).white, annSeat);
  assert.deepEqual<object>(newGame(random, hello, ann, 0.6).black, annSeat);
});

test('odds go to the opponent, whichever colour that is', () => {
  const setup = {
    ...defaultSetup(),
    clock: '5+3',
    hasOdds: true,
    odds: { minutes: 1, seconds: 0, style: 'increment' },
    color: 'black',
  };
  assert.deepEqual(newGame(setup, hello, ann, 0).clocks, { white: '1+0', black: '5+3' });
});

test('clocks of every style are written as the server reads them', () => {
  assert.equal(clockCommand({ minutes: 5, seconds: 3, style: 'increment' }), '5+3');
  assert.equal(clockCommand({ minutes: 5, seconds: 3, style: 'delay' }), '5d3');
  assert.equal(clockCommand({ minutes: 0.5, seconds: 0, style: 'bronstein' }), '0.5b0');
  assert.equal(clockCommand({ minutes: 5, seconds: 30, style: 'each' }), '30s');
});

test('the start position is the usual one, a FEN or Chess960', () => {
  assert.equal(newGame(defaultSetup(), hello, ann, 0).from, undefined);
  const position = { ...defaultSetup(), from: 'position', fen: ' 8/8/8/8/8/8/8/8 w - - ' };
  assert.deepEqual<unknown>(newGame(position, hello, ann, 0).from, { fen: '8/8/8/8/8/8/8/8 w - -' });
  const shuffled = { ...defaultSetup(), from: 'chess960' };
  assert.deepEqual<unknown>(newGame(shuffled, hello, ann, 0).from, { chess960: true });
});

test('what was remembered comes back, and nonsense does not', () => {
  const setup = { ...defaultSetup(), elo: 1850, custom: { minutes: 3, seconds: 1, style: 'delay' } };
  assert.deepEqual(readSetup(JSON.stringify(setup)), setup);
  assert.deepEqual(readSetup(''), defaultSetup());
  assert.deepEqual(readSetup('[1,2'), defaultSetup());
  assert.deepEqual(readSetup('{"elo":"high","custom":7}'), defaultSetup());
});
