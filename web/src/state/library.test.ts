import { answerHttp, asked, say, sent, settle } from './fake-browser';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../link/server';
import type { GameRecord } from '../model/protocol';
import { pgnOf, recordOf } from './library';

connect();
say({ type: 'hello', open: [], settings: {} });

/** The server has a game of five moves and gives two at once. */
async function answerRecords(): Promise<void> {
  for (await settle(); sent.length; await settle()) {
    const { id, from = 0 } = sent.shift() as { id: string; from?: number };
    const moves = ['a', 'b', 'c', 'd', 'e'].slice(from, from + 2).map(san => ({ san }));
    say({ re: id, ok: true, moves, plies: 5 });
  }
}

test('a long game is asked for until all of it is there', async () => {
  let record: GameRecord | undefined;
  void recordOf(3).then(answer => (record = answer));
  await answerRecords();
  assert.equal(record!.moves.map(({ san }) => san).join(''), 'abcde');
});

test('the text of a long game is fetched as a file', async () => {
  answerHttp(200, '1. e4 *');
  const text = pgnOf(3);
  await answerRecords();
  assert.equal(await text, '1. e4 *');
  assert.deepEqual(asked, [['GET', '/api/games.pgn?games=3']]);
});
