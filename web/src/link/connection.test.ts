import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ServerMessage } from '../model/protocol';
import { Connection, Refusal, reconnectDelay, type Socket } from './connection';

class FakeSocket implements Socket {
  sent: Record<string, unknown>[] = [];
  constructor(
    private readonly onMessage: (text: string) => void,
    readonly close: () => void,
  ) {}
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  say(message: unknown) {
    this.onMessage(JSON.stringify(message));
  }
}

const kHello = { type: 'hello', open: [], settings: {} };

function setUp(listener: (message: ServerMessage, connection: Connection) => void = () => {}) {
  const sockets: FakeSocket[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const connection: Connection = new Connection(
    {
      openSocket: (onMessage, onClose) => {
        const socket = new FakeSocket(onMessage, onClose);
        sockets.push(socket);
        return socket;
      },
      later: (run, ms) => timers.push({ run, ms }),
      random: () => 0.5,
    },
    message => listener(message, connection),
  );
  connection.connect();
  return { connection, sockets, timers };
}

test('a command waits for the greeting', () => {
  const { connection, sockets } = setUp();
  void connection.ask({ do: 'hint', game: 1 });
  assert.equal(sockets[0]!.sent.length, 0);
  sockets[0]!.say(kHello);
  assert.equal(sockets[0]!.sent[0]!['do'], 'hint');
});

test('an answer reaches the one who asked', async () => {
  const { connection, sockets } = setUp();
  sockets[0]!.say(kHello);
  const first = connection.ask({ do: 'record', game: 1 });
  const second = connection.ask({ do: 'hint', game: 1 });
  const [one, two] = sockets[0]!.sent;
  assert.notEqual(one!['id'], two!['id']);
  sockets[0]!.say({ re: two!['id'], ok: false, error: 'Nobody to ask.' });
  sockets[0]!.say({ re: one!['id'], ok: true, pgn: '1. e4 *' });
  assert.equal((await first).pgn, '1. e4 *');
  await assert.rejects(second, (error: Error) => {
    return error instanceof Refusal && error.message === 'Nobody to ask.';
  });
});

test('what was not answered is sent again with the same id, after what hello asks for', () => {
  const { connection, sockets, timers } = setUp((message, link) => {
    if (message.type === 'hello') void link.ask({ do: 'watch', game: 7, since: 3 });
  });
  sockets[0]!.say(kHello);
  void connection.ask({ do: 'move', game: 7, ply: 2, move: 'e2e4' });
  const id = sockets[0]!.sent[1]!['id'];
  sockets[0]!.close();
  assert.equal(connection.isOpen.value, false);
  timers[0]!.run();
  sockets[1]!.say(kHello);
  const kinds = sockets[1]!.sent.map(command => command['do']);
  assert.deepEqual(kinds, ['watch', 'watch', 'move']);
  assert.equal(sockets[1]!.sent[2]!['id'], id);
});

test('who is not wanted does not come back', () => {
  const { connection, sockets, timers } = setUp();
  sockets[0]!.say(kHello);
  sockets[0]!.close();
  connection.stop();
  for (const { run } of timers) run();
  assert.equal(sockets.length, 1);
});

test('the time between attempts grows to ten seconds and begins anew after a greeting', () => {
  const { sockets, timers } = setUp();
  for (let attempt = 0; attempt < 8; ++attempt) {
    sockets[attempt]!.close();
    timers[attempt]!.run();
  }
  const delays = timers.map(timer => timer.ms);
  assert.deepEqual(delays.slice(0, 3), [375, 750, 1500]);
  assert.equal(delays[7], 7500);
  sockets[8]!.say(kHello);
  sockets[8]!.close();
  assert.equal(timers[8]!.ms, 375);
  assert.ok(reconnectDelay(20, 1) <= 10_000);
});
