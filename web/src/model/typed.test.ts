import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTyped, type Typed } from './typed';

test('orders, questions and moves are told apart', () => {
  const cases: [string, Typed][] = [
    ['Nf3', { kind: 'move', text: 'Nf3' }],
    ['  e2e4 ', { kind: 'move', text: 'e2e4' }],
    ['b4', { kind: 'move', text: 'b4' }],
    ['constructor', { kind: 'move', text: 'constructor' }],
    ['undo', { kind: 'order', order: 'takeback' }],
    ['Resign', { kind: 'order', order: 'resign' }],
    ['clock', { kind: 'question', question: { about: 'clock' } }],
    ['board E4', { kind: 'question', question: { about: 'square', what: 'e4' } }],
    ['board', { kind: 'move', text: 'board' }],
    ['p N', { kind: 'question', question: { about: 'pieces', what: 'N' } }],
    ['s a', { kind: 'question', question: { about: 'line', what: 'a' } }],
  ];
  for (const [input, expected] of cases) assert.deepEqual(readTyped(input), expected, input);
});
