import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultPreferences, effectiveTheme, mergePreferences } from './preferences';

test('everything has a default', () => {
  const defaults = defaultPreferences();
  assert.equal(defaults.theme, 'system');
  assert.equal(defaults.volume, '60');
});

test('only known values are taken over', () => {
  const merged = mergePreferences(defaultPreferences(), {
    theme: 'dark',
    board: 'chequered',
    name: '<b>Ann</b>',
    volume: 7,
    toString: 'on',
    unheardOf: 'on',
  });
  assert.equal(merged.theme, 'dark');
  assert.equal(merged.board, 'walnut');
  assert.equal(merged.name, '<b>Ann</b>');
  assert.equal(merged.volume, '60');
  assert.equal('unheardOf' in merged, false);
  assert.deepEqual(mergePreferences(merged, 'nonsense'), merged);
  assert.deepEqual(mergePreferences(merged, null), merged);
});

test('the system decides about the theme unless the person has', () => {
  assert.equal(effectiveTheme('system', true, false), 'dark');
  assert.equal(effectiveTheme('system', true, true), 'contrast');
  assert.equal(effectiveTheme('system', false, false), 'light');
  assert.equal(effectiveTheme('light', true, true), 'light');
});
