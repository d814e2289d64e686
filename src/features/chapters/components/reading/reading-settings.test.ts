import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedSettings, parseReadingSettings } from './reading-settings.ts';

const defaults = { size: 'usual', leading: 'usual', measure: 'usual', face: 'usual' };

test('a reader who has chosen nothing sees a chapter as it is usually set, and nothing is stored', () => {
  const settings = parseReadingSettings({});
  assert.deepEqual(settings, defaults);
  assert.deepEqual(changedSettings(settings), {});
});

test('what a reader chose is kept, and nothing else', () => {
  const settings = parseReadingSettings({ size: 'largest', face: 'easy' });
  assert.deepEqual(settings, { ...defaults, size: 'largest', face: 'easy' });
  assert.deepEqual(changedSettings(settings), { size: 'largest', face: 'easy' });
});

test('what an older or another program stored does no harm', () => {
  const invalid = { size: 'gigantic', leading: 7, measure: null, face: { toString: 'easy' } };
  assert.deepEqual(parseReadingSettings(invalid), defaults);
});
