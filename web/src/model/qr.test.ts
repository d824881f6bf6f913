import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawQr } from './qr';

test('dark modules become one path inside a quiet zone of four modules', () => {
  const { size, path } = drawQr('110\n000\n101\n');
  assert.equal(size, 11);
  assert.equal(path, 'M4 4h2v1h-2zM4 6h1v1h-1zM6 6h1v1h-1z');
});
