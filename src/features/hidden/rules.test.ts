import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatHiddenSet,
  hiddenCookieValue,
  hiddenTextOf,
  MAX_HIDDEN_CHARACTERS,
  NOTHING_HIDDEN,
  normalizeHiddenText,
  parseHiddenSet,
} from './rules.ts';

// Interface, Finding and avoiding: The cookie hidden is URL-encoded t=…&w=…&a=…&s=… with commas
test('a set is read from its text, and equal sets have one text', () => {
  const set = parseHiddenSet('t=3,1,1&w=grief,death&a=7&s=12');
  assert.deepEqual(set, { tags: [1, 3], warnings: ['death', 'grief'], authors: [7], stories: [12] });
  assert.equal(formatHiddenSet(set), 't=1,3&w=death,grief&a=7&s=12');
  assert.equal(normalizeHiddenText('s=12&t=3,1&a=7&w=grief,death'), formatHiddenSet(set));
  assert.equal(formatHiddenSet(NOTHING_HIDDEN), '');
});

test('anything that is no set hides nothing', () => {
  for (const text of ['', '%', 't=', 't=-1,1.5,x', 's=99999999999999999999', '<script>', 'w=mice', '\0'])
    assert.equal(normalizeHiddenText(text), '', text);
});

// Interface, Finding and avoiding: The cookie hidden is URL-encoded t=…&w=…&a=…&s=… with commas
test('the cookie is found among others, encoded or not', () => {
  assert.equal(hiddenTextOf('discreet=1; hidden=t%3D1%2C2; other=3'), 't=1,2');
  assert.equal(hiddenTextOf('hidden=t=1,2'), 't=1,2');
  assert.equal(hiddenTextOf('unhidden=t=1'), '');
  assert.equal(hiddenTextOf('hidden=%E0%A4%A'), '');
  assert.equal(hiddenTextOf(undefined), '');
});

// Interface, Finding and avoiding: The cookie hidden has at most 2 kB
test('a set that is too long for the cookie loses its oldest single stories first', () => {
  const ids = Array.from({ length: 400 }, (_, index) => 100_000 + index);
  const value = hiddenCookieValue({ ...NOTHING_HIDDEN, tags: [1, 2], stories: ids });
  assert.ok(value.length <= MAX_HIDDEN_CHARACTERS, String(value.length));
  const shortened = parseHiddenSet(decodeURIComponent(value));
  assert.deepEqual(shortened.tags, [1, 2]);
  assert.equal(shortened.stories.at(-1), ids.at(-1));
  assert.ok(shortened.stories.length > 100);
});
