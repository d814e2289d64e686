import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedPart } from './changed-part.ts';

function parts(oldText: string, newText: string): [string, string] {
  const { start, oldEnd, newEnd } = changedPart(oldText, newText);
  assert.equal(oldText.slice(0, start), newText.slice(0, start));
  assert.equal(oldText.slice(oldEnd), newText.slice(newEnd));
  return [oldText.slice(start, oldEnd), newText.slice(start, newEnd)];
}

test('only the words that differ are changed', () => {
  assert.deepEqual(parts('she sayed it', 'she said it'), ['sayed', 'said']);
  assert.deepEqual(parts('a b c', 'a x y c'), ['b', 'x y']);
  assert.deepEqual(parts('the lamp', 'the lamps'), ['lamp', 'lamps']);
  assert.deepEqual(parts('lamp lamp', 'lamp'), ['lamp lamp', 'lamp']);
  assert.deepEqual(parts('all of it', ''), ['all of it', '']);
  assert.deepEqual(parts('same', 'same'), ['', '']);
  assert.deepEqual(parts('one two', 'one 🌙 two'), ['two', '🌙 two']);
});
