// The contract with the server: the conversations of tests/data/web, in which the page has its part
// here and the server has its in src/house/contract_test.cpp.
import { loseConnection, passTime, say, sent, settle } from './fake-browser';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversations } from '../../dist-test/contract';
import { connect, hello, isOpen } from '../link/server';
import { isOver } from '../model/game-view';
import { defaultPreferences } from '../model/preferences';
import type { Command, GameEvent, Hello, Move, ServerMessage, State, Summary } from '../model/protocol';
import { parseRoute } from '../model/routes';
import { seatName } from '../model/words';
import { kDeeds, kSights, refusals, view } from './contract-script';
import type { Heard, Step } from './conversation';
import * as table from './game';
import { notice } from './notice';
import { startOpenGames } from './open-games';
import { settings, startSettings } from './settings';

startSettings();
startOpenGames();
table.startGames();

/** As the play screen does it: one game is on the table, the one of the address. */
let shown: number | undefined;
function followAddress(): void {
  const route = parseRoute(location.hash);
  const game = route.screen === 'play' ? route.game : undefined;
  if (game === shown) return;
  if (shown !== undefined) table.closeGame(shown);
  shown = game;
  if (game !== undefined) table.openGame(game);
}

/** Nothing of an event is lost on the way to the screens. */
function checkTaken(event: GameEvent): void {
  const now = view();
  const { game, seq, state, notice: unsaved = '' } = event;
  assert.equal(now.game, game);
  assert.equal(now.seq, seq);
  assert.deepEqual(now.state, state);
  assert.equal(now.unsaved, unsaved);
  switch (event.type) {
    case 'snapshot': {
      const { white, black, start, clocks, moves } = event;
      const { seats, controls } = now;
      assert.deepEqual({ seats, controls }, { seats: { white, black }, controls: clocks });
      assert.deepEqual({ start: now.start, moves: now.moves }, { start, moves });
      return;
    }
    case 'move':
      return assert.deepEqual(now.moves[now.moves.length - 1], event.move);
    case 'back':
      return assert.deepEqual(now.moves, event.moves);
    case 'end':
      return assert.ok(isOver(now));
    case 'drawOffered':
      return assert.equal(now.state.drawOffer, event.by);
    case 'takebackOffered':
      return assert.equal(now.state.takebackOffer, event.by);
    case 'takebackDeclined':
      return assert.equal(now.state.takebackOffer, undefined);
    case 'rematchOffered':
      return assert.equal(now.state.rematchOffer, event.by);
    case 'rematch':
      return assert.equal(location.hash, `#/play/${event.next}`);
    case 'presence':
      return assert.ok(now.state.here);
    case 'drawDeclined':
      assert.equal(notice.value!.text, `${seatName(now.seats[event.by])} declines the draw`);
      return assert.equal(now.state.drawOffer, undefined);
    case 'hint':
      assert.equal(now.hint?.from, event.from);
      return assert.equal(now.hint?.move, event.move);
    case 'paused':
      return assert.equal(now.state.isPaused, event.on);
    case 'seat':
      return assert.deepEqual(now.seats[event.side], event.seat);
    case 'trouble':
      return assert.deepEqual(now.trouble, { side: event.side, message: event.message });
    case 'unsaved':
      return assert.notEqual(now.unsaved, '');
    default:
      return assert.fail(`unknown: ${JSON.stringify(event satisfies never)}`);
  }
}

function checkHeard(message: ServerMessage): void {
  if (message.type === 'hello') {
    assert.deepEqual(hello.value, message);
    assert.ok(isOpen.value);
  } else if (message.type === 'settings') {
    for (const [key, value] of Object.entries(message.settings))
      assert.equal<string>(settings.value[key as keyof typeof settings.value], value);
  } else if (message.game === table.view.value?.game) {
    checkTaken(message);
  }
}

/** What the page sends is what the step says; the page chooses other ids. */
function takeCommand(step: Step): unknown {
  const command = sent.shift();
  assert.ok(command, `the page says nothing: ${step.step}`);
  const { id, ...said } = command;
  const { id: _, ...golden } = step.say!;
  assert.deepEqual<object>(said, golden, step.step);
  assert.ok(typeof id === 'string' && id.length > 0 && id.length <= 64);
  return id;
}

async function hear(messages: Heard[], id: unknown): Promise<void> {
  for (const message of messages) {
    say('re' in message ? { ...message, re: id } : message);
    if (!('re' in message)) checkHeard(message);
    await settle();
    followAddress();
  }
}

async function play(name: string, steps: Step[]): Promise<void> {
  for (const step of steps) {
    if (step.elsewhere) continue;
    if (step.connect) {
      loseConnection();
      passTime();
      await hear(step.hear, undefined);
    } else if (step.friend) {
      await hear(step.hear, undefined);
    } else {
      kDeeds[name]?.[step.step]?.();
      followAddress();
      await settle();
      await hear(step.hear, takeCommand(step));
    }
    const [last] = step.hear.flatMap(message => ('state' in message ? [message] : [])).slice(-1);
    // A new game has come to the table only now; a rematch is still to come there.
    if (last && last.type !== 'rematch') checkTaken(last);
    kSights[name]?.[step.step]?.();
  }
  assert.deepEqual(sent, [], 'the page says more');
}

connect();

for (const [name, steps] of Object.entries(conversations))
  test(`the page has its part in the conversation: ${name}`, async () => {
    location.hash = '#/';
    followAddress(); // away from where the conversation before has ended
    sent.length = 0;
    settings.value = defaultPreferences();
    refusals.length = 0;
    await play(name, steps);
  });

test('what is done and seen belongs to a step', () => {
  for (const script of [kDeeds, kSights])
    for (const [name, steps] of Object.entries(script)) {
      const known = conversations[name]!.map(({ step }) => step);
      assert.equal(new Set(known).size, known.length, `two steps of ${name} have one name`);
      for (const step of Object.keys(steps)) assert.ok(known.includes(step), `${name}: ${step}`);
    }
});

const allSteps = Object.values(conversations).flat();
const allHeard = allSteps.flatMap(({ hear }) => hear);

function fieldsOf(objects: object[]): string[] {
  return objects.flatMap(one => Object.keys(one));
}

function checkAll(found: string[], known: object): void {
  const expected = Object.keys(known);
  assert.deepEqual(found.filter(one => !expected.includes(one)), [], 'the page does not know these');
  assert.deepEqual(expected.filter(one => !found.includes(one)), [], 'no conversation has these');
}

test('every command that there is stands in a conversation', () => {
  const commands: Record<Command['do'], true> = {
    new: true, watch: true, unwatch: true, games: true, record: true, delete: true, restore: true,
    set: true, move: true, type: true, takeback: true, redo: true, hint: true, draw: true,
    decline: true, resign: true, pause: true, step: true, pace: true, seat: true, join: true,
    claim: true, rematch: true, device: true, forget: true, people: true, remove: true, end: true,
    revoke: true,
  };
  const said = allSteps.flatMap(({ say, elsewhere }) => (say && !elsewhere ? [say.do] : []));
  checkAll(said, commands);
});

test('every event that there is stands in a conversation', () => {
  const events: Record<ServerMessage['type'], true> = {
    hello: true, settings: true, snapshot: true, move: true, back: true, end: true,
    drawOffered: true, drawDeclined: true, hint: true, paused: true, seat: true, unsaved: true,
    trouble: true, presence: true, takebackOffered: true, takebackDeclined: true,
    rematchOffered: true, rematch: true,
  };
  const heard = allHeard.flatMap(message => ('re' in message ? [] : [message.type]));
  checkAll(heard, events);
});

test('the server sends every field that the page knows of', () => {
  const state: Record<keyof State, true> = {
    ply: true, fen: true, turn: true, isCheck: true, legal: true, promotions: true, last: true,
    result: true, reason: true, clocks: true, runs: true, isThinking: true, isPaused: true,
    drawOffer: true, canClaimDraw: true, canTakeBack: true, canRedo: true, person: true,
    opening: true, eco: true, captured: true, here: true, away: true, takebackOffer: true,
    rematchOffer: true,
  };
  const move: Record<keyof Move, true> = {
    san: true, move: true, fen: true, words: true, isCheck: true, isCapture: true, clock: true,
  };
  const summary: Record<keyof Summary, true> = {
    game: true, started: true, white: true, black: true, result: true, opening: true, eco: true,
    plies: true, isOver: true, isLive: true, fen: true,
  };
  const greeting: Record<keyof Hello, true> = {
    type: true, version: true, opponents: true, presets: true, engines: true, lowest: true,
    highest: true, settings: true, open: true, notice: true, hasPeople: true, you: true,
  };
  const states = allHeard.flatMap(message => ('state' in message ? [message.state] : []));
  const moves = allHeard.flatMap(message =>
    'type' in message && message.type === 'move' ? [message.move] : [],
  );
  const greetings = allHeard.flatMap(message =>
    'type' in message && message.type === 'hello' ? [message] : [],
  );
  checkAll(fieldsOf(states), state);
  checkAll(fieldsOf(moves), move);
  checkAll(fieldsOf(greetings), greeting);
  checkAll(fieldsOf(greetings.flatMap(({ open }) => open)), summary);
});
