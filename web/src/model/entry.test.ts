import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryQuestion, readEntry, welcomeWords } from './entry';

test('an address that leads in has one secret, any other has none', () => {
  assert.deepEqual(readEntry('?token=abc'), { kind: 'token', secret: 'abc' });
  assert.deepEqual(readEntry('?x=1&device=a%2Bb'), { kind: 'device', secret: 'a+b' });
  assert.deepEqual(readEntry('?game=g7'), { kind: 'game', secret: 'g7' });
  for (const search of ['', '?', '?token=', '?tokens=abc', '?x=token'])
    assert.equal(readEntry(search), null, search);
});

test('the server is asked with the secret, and with a name once there is one', () => {
  const entry = { kind: 'game', secret: 'g7' } as const;
  assert.deepEqual(entryQuestion(entry, {}), { game: 'g7' });
  assert.deepEqual(entryQuestion(entry, { name: 'Bob' }), { game: 'g7', name: 'Bob' });
});

test('who comes in is told where to', () => {
  const invitation = { kind: 'token', secret: 'a' } as const;
  assert.equal(welcomeWords(invitation, 'Ann'), "Welcome to Ann's Castellan");
  assert.equal(welcomeWords(invitation, ''), 'Welcome to Castellan');
  const game = { kind: 'game', secret: 'g' } as const;
  assert.equal(welcomeWords(game, 'Ann'), 'Ann invites you to a game of chess');
  assert.equal(welcomeWords(game, ''), 'A friend invites you to a game of chess');
});
