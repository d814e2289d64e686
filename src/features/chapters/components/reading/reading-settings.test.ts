import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedSettings, parseReadingSettings } from './reading-settings.ts';

const defaults = { size: 'usual', leading: 'usual', measure: 'usual', face: 'usual', margin: 'usual' };

test('without stored settings the defaults apply, and nothing is stored', () => {
  const settings = parseReadingSettings({});
  assert.deepEqual(settings, defaults);
  assert.deepEqual(changedSettings(settings), {});
});

test('only settings that differ from the defaults are stored', () => {
  const settings = parseReadingSettings({ size: 'largest', face: 'easy' });
  assert.deepEqual(settings, { ...defaults, size: 'largest', face: 'easy' });
  assert.deepEqual(changedSettings(settings), { size: 'largest', face: 'easy' });
});

test('invalid stored settings fall back to the defaults', () => {
  const invalid = { size: 'gigantic', leading: 7, measure: null, face: { toString: 'easy' } };
  assert.deepEqual(parseReadingSettings(invalid), defaults);
});
