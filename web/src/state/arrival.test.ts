import { answerHttp, asked, hasSocket, loseConnection, passTime, say, sent, settle } from './fake-browser';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { isTurnedAway } from '../link/server';
import { arrival, arrive, knock, problem, stayOneself } from './arrival';
import { notice } from './notice';

const hello = { type: 'hello', open: [], settings: {} };

async function arriveAt(search: string, hash = '') {
  Object.assign(location, { search, hash });
  arrive();
  await settle();
}

beforeEach(() => {
  answerHttp(200, { isKnown: true });
  loseConnection();
  asked.length = 0;
  sent.length = 0;
});

test('without a secret in the address nothing is asked', async () => {
  await arriveAt('', '#/games');
  assert.ok(hasSocket());
  assert.deepEqual(asked, []);
  assert.equal(arrival.value.is, 'inside');
});

test('who is known comes in at once, and the secret leaves the address', async () => {
  await arriveAt('?token=abc', '#/settings');
  assert.deepEqual(asked, [['POST', '/api/enter', { token: 'abc' }]]);
  assert.equal(location.search, '');
  assert.equal(location.hash, '#/settings');
  assert.equal(arrival.value.is, 'inside');
  assert.ok(hasSocket());
});

test('who is new gives a name first', async () => {
  answerHttp(200, { isKnown: false, from: 'Ann' });
  await arriveAt('?token=abc');
  const entry = { kind: 'token', secret: 'abc' } as const;
  assert.deepEqual(arrival.value, { is: 'nameless', entry, from: 'Ann' });
  assert.equal(hasSocket(), false);
  answerHttp(403, 'That is no name.');
  await knock(entry, { name: 'Bob' });
  assert.equal(arrival.value.is, 'nameless');
  assert.equal(problem.value, 'That is no name.');
  answerHttp(200, { isKnown: true });
  await knock(entry, { name: 'Bob' });
  assert.deepEqual(asked[2], ['POST', '/api/enter', { token: 'abc', name: 'Bob' }]);
  assert.equal(arrival.value.is, 'inside');
  assert.ok(hasSocket());
});

test('who is somebody else already is asked first', async () => {
  answerHttp(200, { isKnown: false, from: 'Eve', isNow: 'Ann' });
  await arriveAt('?device=abc');
  const entry = { kind: 'device', secret: 'abc' } as const;
  assert.deepEqual(arrival.value, { is: 'somebody else', entry, from: 'Eve', now: 'Ann' });
  assert.equal(hasSocket(), false);
  answerHttp(200, { isKnown: true });
  await knock(entry, { switch: true });
  assert.deepEqual(asked[1], ['POST', '/api/enter', { device: 'abc', switch: true }]);
  assert.equal(arrival.value.is, 'inside');
});

test('who stays oneself only leaves the link', async () => {
  answerHttp(200, { isKnown: false, from: 'Eve', isNow: 'Ann' });
  await arriveAt('?device=abc');
  stayOneself();
  assert.equal(location.search, '');
  assert.equal(arrival.value.is, 'inside');
  assert.equal(asked.length, 1);
  assert.ok(hasSocket());
});

test('a secret that is no good leads nowhere', async () => {
  answerHttp(403, 'This link is too old.');
  await arriveAt('?device=abc');
  const entry = { kind: 'device', secret: 'abc' } as const;
  assert.deepEqual(arrival.value, { is: 'refused', entry, reason: 'This link is too old.' });
  assert.equal(hasSocket(), false);
});

test('a server that is out of reach can be tried again', async () => {
  answerHttp(0, '');
  await arriveAt('?token=abc');
  assert.equal(arrival.value.is, 'knocking');
  assert.notEqual(problem.value, '');
  answerHttp(200, { isKnown: true });
  await knock({ kind: 'token', secret: 'abc' });
  assert.equal(problem.value, '');
  assert.equal(arrival.value.is, 'inside');
});

test('a game by link is joined once there is a connection', async () => {
  await arriveAt('?game=g7');
  assert.deepEqual(sent, []);
  say(hello);
  const { id, ...command } = sent[0]!;
  assert.deepEqual(command, { do: 'join', link: 'g7' });
  say({ re: id, ok: true, game: 12 });
  await settle();
  assert.equal(location.hash, '#/play/12');
  assert.equal(arrival.value.is, 'inside');
});

test('a game that cannot be joined says why, and the rest is there', async () => {
  await arriveAt('?game=g8');
  say(hello);
  say({ re: sent[0]!['id'], ok: false, error: 'both seats are taken' });
  await settle();
  assert.equal(notice.value!.text, 'both seats are taken');
  assert.equal(arrival.value.is, 'inside');
});

test('one person alone is never asked who they are', async () => {
  await arriveAt('');
  say(hello);
  loseConnection();
  await settle();
  assert.deepEqual(asked, []);
  passTime();
  assert.ok(hasSocket());
});

test('among several, a server that is gone is waited for', async () => {
  await arriveAt('');
  say({ ...hello, hasPeople: true });
  answerHttp(0, '');
  loseConnection();
  await settle();
  assert.deepEqual(asked, [['GET', '/api/me']]);
  assert.equal(isTurnedAway.value, false);
  passTime();
  assert.ok(hasSocket());
});

test('who is not known any more does not come back', async () => {
  await arriveAt('');
  say({ ...hello, hasPeople: true });
  answerHttp(401, '');
  loseConnection();
  await settle();
  assert.equal(isTurnedAway.value, true);
  passTime();
  assert.equal(hasSocket(), false);
});
