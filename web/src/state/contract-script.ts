// The page's part in the conversations of tests/data/web: what a person does there by the functions
// that the screens call, and what the screens show then. For the tests.
import assert from 'node:assert/strict';
import { hello } from '../link/server';
import { absentOpponent, isAway } from '../model/away';
import {
  canTakeBack,
  freeSide,
  isOver,
  isShared,
  isWatched,
  lookAt,
  ownSide,
} from '../model/game-view';
import type { GameRecord } from '../model/protocol';
import { defaultSetup, newGame, type Setup } from '../model/setup';
import { seatName } from '../model/words';
import { urgentText } from './announce';
import { claim } from './apart';
import { join } from './arrival';
import { deviceLink, makeDeviceLink, signOut } from './devices';
import * as table from './game';
import * as library from './library';
import { notice } from './notice';
import { openGames } from './open-games';
import { passTime } from './fake-browser';
import { endGame, people, refreshPeople, removePerson, renewInvitation } from './people';
import { change, settings } from './settings';

export const view = () => table.view.value!;

/** As the home screen does it. */
function start(choice: Partial<Setup>, firstMove?: string): void {
  const person = { name: settings.value.name, wantsFast: settings.value.fast === 'on' };
  const setup = { ...defaultSetup(), ...choice };
  void table.startGame(newGame(setup, hello.value!, person, 0), firstMove);
}

function set(key: 'name' | 'fast', value: string): void {
  change(key, value);
  passTime();
}

function goHome(): void {
  location.hash = '#/';
}

const kFiveAndTen = { clock: 'custom', custom: { minutes: 5, seconds: 10, style: 'increment' } };
const friend = { opponent: 'friend', friend: 'Bob' };
const twoEngines = { opponent: 'watch', watchWhite: 'steady', watchBlack: 'Castellan' };

let record: GameRecord | undefined;
export const refusals: string[] = [];
const refused = (error: Error) => void refusals.push(error.message);

type Deeds = Record<string, () => void>;

/** What the person does in a step. Where nothing is done, the page speaks by itself. */
export const kDeeds: Record<string, Deeds> = {
  people: {
    'Ann tells her name': () => set('name', 'Ann'),
    'a game begins': () => start({ ...friend, ...kFiveAndTen }),
    'Ann moves a pawn': () => void table.sendMove('e2e4'),
    'Bob types what cannot be': () => void table.sendTyped('Qh4').then(why => refusals.push(why)),
    'Bob types a move': () => void table.sendTyped('c5'),
    'Ann offers a draw': () => table.order('draw'),
    'Bob declines': () => table.order('decline'),
    'a move is taken back': () => table.order('takeback'),
    'and played again': () => table.order('redo'),
    'Bob offers a draw': () => table.order('draw'),
    'Bob moves': () => void table.sendMove('d7d6'),
    'Ann accepts': () => table.order('draw'),
    'they play again': () => void table.rematch(view()),
    'Bob resigns': () => table.order('resign'),
    'the page leaves the second game': goHome,
  },
  level: {
    'levels shall answer at once': () => set('fast', 'on'),
    'a game begins': () =>
      start({ opponent: 'named:Squire', from: 'position', fen: '7k/8/5K2/8/8/8/8/1Q6 w - - 0 1' }),
    'a draw is offered and declined': () => table.order('draw'),
    'the person moves and the level answers': () => void table.sendMove('b1b7'),
    'which piece?': () => table.order('hint'),
    'which move?': () => table.order('hint'),
    'both moves are taken back': () => table.order('takeback'),
    'and played again': () => table.order('redo'),
    'mate': () => void table.sendMove('b7g7'),
    'the win is kept': passTime,
    'another level is tried': () => void table.tryLevel(view(), 900),
    'wins are counted anew': passTime,
    'the page leaves the second game': goHome,
  },
  watching: {
    'a game begins': () => start(twoEngines),
    'pause': () => table.pause(true),
    'as fast as they can': () => table.setPace(0),
    'a move is taken back': () => table.order('takeback'),
    'one move': () => table.order('step'),
    'a person takes over': () => table.takeOver('black'),
    'and plays': () => void table.sendMove('e7e5'),
    'the page leaves': goHome,
    'another game begins': () => start(twoEngines),
    'pause again': () => table.pause(true),
    'the game goes on': () => table.pause(false),
    'the page leaves that': goHome,
  },
  trouble: {
    'a game against the engine begins': () => start({ opponent: 'engine', engine: 'broken' }),
    'the person moves and the engine fails': () => void table.sendMove('e2e4'),
    'it is tried again': () => table.tryAgain('black'),
    'the page leaves': goHome,
    'two people begin': () => start({ opponent: 'friend' }),
    'the disk is full': () => void table.sendMove('e2e4'),
    'there is room again': () => void table.sendMove('e7e5'),
    'the page leaves that': goHome,
  },
  library: {
    'a game begins': () => start({ ...friend, ...kFiveAndTen }),
    'White types': () => void table.sendTyped('e4'),
    'Black types': () => void table.sendTyped('e5'),
    'White resigns': () => table.order('resign'),
    'the page leaves': goHome,
    'another game begins': () => start({ opponent: 'named:Squire' }),
    'the page leaves that': goHome,
    'all games': () => void library.reload(),
    'those before the last': () => void library.loadMore(),
    'games with everything asked for': () => {
      const days = { since: '2020-01-01', until: '2099-12-31' };
      library.filter.value = { player: 'bob', opening: 'pawn', result: '0-1', ...days };
      void library.reload();
    },
    'the record of a game': () => void library.recordOf(1).then(answer => (record = answer)),
    'a game that is not there': () => void library.recordOf(99).catch(refused),
    'a game is deleted': () => {
      library.filter.value = { player: '', opening: '' };
      void library.deleteGames([1]);
    },
    'it comes back': () => notice.value!.action!.run(),
    'an open game is gone on with': () => (location.hash = '#/play/2'),
    'the page leaves again': goHome,
  },
  friends: {
    'a friend is invited by link': () => start({ opponent: 'link', clock: '10+5' }),
    'Ann opens her own link': () => void join('SECRET'),
    'Ann moves': () => void table.sendMove('e2e4'),
    'Ann asks for another move': () => table.order('takeback'),
    'Ann agrees': () => table.order('takeback'),
    'Ann declines the draw': () => table.order('decline'),
    'Ann claims too early': () => claim('win'),
    'hints are not for games between people': () => table.order('hint'),
    'Ann wants to play again': () => table.order('rematch'),
    'Ann plays on another device, too': () => void makeDeviceLink(),
    'the page leaves the second game': goHome,
    'Ann signs out here': signOut,
  },
  host: {
    'who is there?': () => void refreshPeople(),
    'a game begins': () => start({ opponent: 'link', mayWatch: false }),
    'the host ends it': () => void endGame(1),
    'the page leaves the game': goHome,
    'a new invitation': () => void renewInvitation(),
    'Bob is removed': () => void removePerson(1, 'Bob'),
    'who is left?': () => void refreshPeople(),
  },
  starts: {
    "clocks with delay against Bronstein's": () =>
      start({
        opponent: 'exact',
        elo: 1250,
        color: 'random',
        clock: 'custom',
        custom: { minutes: 5, seconds: 3, style: 'delay' },
        hasOdds: true,
        odds: { minutes: 0.5, seconds: 2, style: 'bronstein' },
      }),
    'seconds for each move, and a first move': () => {
      const custom = { minutes: 0, seconds: 30, style: 'each' };
      start({ ...friend, clock: 'custom', custom }, 'e2e4');
    },
    'Chess960 against an engine': () =>
      start({ opponent: 'engine', engine: 'steady', color: 'black', from: 'chess960' }),
    'Black resigns': () => table.order('resign'),
    'again with colours changed': () => void table.rematch(view()),
    'castling is the king onto the rook': () => void table.sendMove('f1g1'),
    'a pawn that can promote': () =>
      start({ ...friend, from: 'position', fen: '1r6/P6k/8/8/8/8/7K/8 w - - 0 1' }),
    'it promotes': () => void table.sendMove('a7b8q'),
    'a position that cannot be': () =>
      start({ ...friend, from: 'position', fen: '8/8/8/8/8/8/8/8 w - - 0 1' }),
    'the page leaves the fifth game': goHome,
  },
  unkept: {
    'a game begins': () => start(friend),
    'a move': () => void table.sendMove('d2d4'),
    'there is no list': () => void library.reload(),
    'the page leaves': goHome,
  },
};

/** What the screens show after a step. */
export const kSights: Record<string, Deeds> = {
  people: {
    'the page connects': () => {
      assert.equal(hello.value!.opponents.length, 8);
      assert.deepEqual(hello.value!.engines, ['steady', 'broken']);
      assert.deepEqual(openGames.value, []);
    },
    'a game begins': () => {
      assert.ok(isShared(view()));
      assert.equal(seatName(view().seats.black), 'Bob');
      assert.deepEqual(view().controls, { white: '5+10', black: '5+10' });
      assert.deepEqual(view().state.legal['g1'], ['f3', 'h3']);
    },
    'Bob types what cannot be': () => assert.deepEqual(refusals, ['no queen can go to h4']),
    'Bob types a move': () => {
      assert.equal(view().state.runs, 'white');
      assert.equal(view().state.opening, 'Sicilian Defence');
      assert.equal(openGames.value[0]!.opening, 'Sicilian Defence');
      const { fen, last } = lookAt(view().start, view().moves, 1);
      assert.equal(fen, view().moves[0]!.fen);
      assert.deepEqual(last, ['e2', 'e4']);
    },
    'the page connects again': () => assert.equal(openGames.value[0]!.plies, 3),
    'it asks what it has missed': () => assert.equal(view().moves[2]!.san, 'Nf3'),
    'Ann accepts': () => assert.equal(view().state.reason, 'Draw by agreement'),
  },
  level: {
    'a game begins': () => assert.equal(ownSide(view()), 'white'),
    'a draw is offered and declined': () =>
      assert.equal(notice.value!.text, 'Squire declines the draw'),
    'which piece?': () => assert.equal(notice.value!.text, 'Hint: move the queen on b7'),
    'which move?': () => assert.equal(notice.value!.text, 'Hint: queen b7 to g7'),
    'mate': () => assert.equal(urgentText.value, 'Checkmate: White wins'),
  },
  watching: {
    'a game begins': () => assert.ok(isWatched(view()) && view().state.isThinking),
    'a person takes over': () => assert.equal(ownSide(view()), 'black'),
  },
  trouble: {
    'the person moves and the engine fails': () =>
      assert.equal(urgentText.value, view().trouble!.message),
    'the disk is full': () => assert.equal(urgentText.value, view().unsaved),
    'there is room again': () => assert.equal(view().unsaved, ''),
  },
  library: {
    'all games': () => assert.deepEqual(library.games.value.map(({ game }) => game), [2, 1]),
    'games with everything asked for': () => assert.equal(library.games.value.length, 1),
    'the record of a game': () => {
      assert.equal(record!.moves.length, 2);
      assert.equal(lookAt(record!.start, record!.moves, 2).fen, record!.moves[1]!.fen);
      assert.ok(record!.pgn!.includes('1. e4'));
    },
    'a game that is not there': () => assert.equal(refusals.length, 1),
    'the list without it': () => assert.equal(library.games.value.length, 1),
    'the list with it': () => assert.equal(library.games.value.length, 2),
    'an open game is gone on with': () => assert.equal(view().game, 2),
  },
  friends: {
    'a friend is invited by link': () => {
      assert.equal(freeSide(view()), 'black');
      assert.ok(view().apart!.link!.url.endsWith('/?game=SECRET'));
    },
    'Bob opens the link': () => {
      assert.equal(notice.value!.text, 'Bob has come and plays Black');
      assert.equal(isShared(view()), false);
      assert.equal(ownSide(view()), 'white');
    },
    'Ann moves': () => assert.equal(canTakeBack(view()), true),
    'Bob asks for another move': () =>
      assert.equal(urgentText.value, 'Bob asks to take a move back'),
    'Bob offers a draw': () => assert.equal(urgentText.value, 'Bob offers a draw'),
    'Bob goes': () => {
      assert.equal(isAway(view(), 'black'), true);
      assert.equal(absentOpponent(view()), 'black'); // it is Ann's turn, but there are clocks
    },
    'Ann claims too early': () => assert.ok(notice.value!.text.includes('a minute')),
    'Bob looks at the game': () => assert.equal(isAway(view(), 'black'), false),
    'the page goes to the next game': () => assert.equal(ownSide(view()), 'black'),
    'Ann plays on another device, too': () =>
      assert.ok(deviceLink.value!.url.endsWith('/?device=SECRET')),
  },
  host: {
    'who is there?': () => assert.equal(people.value!.people[0]!.name, 'Bob'),
    'the host ends it': () => assert.ok(isOver(view())),
    'who is left?': () => assert.deepEqual(people.value!.people, []),
  },
  starts: {
    'a pawn that can promote': () => assert.deepEqual(view().state.promotions, ['a7a8', 'a7b8']),
    'it promotes': () => assert.deepEqual(view().state.captured, { white: 'q', black: '' }),
    'a position that cannot be': () => assert.ok(notice.value!.text.includes('no king')),
  },
  unkept: {
    'the page connects': () => assert.notEqual(hello.value!.notice, ''),
    'a game begins': () => assert.equal(view().game, -1),
    'there is no list': () => assert.equal(notice.value!.text, hello.value!.notice),
  },
};
