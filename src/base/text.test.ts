import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerpt, groupThousands, plural, readingMinutes } from './text.ts';

test('an excerpt ends after a word and never within a character', () => {
  assert.equal(excerpt('short', 10), 'short');
  assert.equal(excerpt('two  lines\nof text', 100), 'two lines of text');
  assert.equal(excerpt('one two three four five', 20), 'one two three four…');
  assert.equal(excerpt('one two three. Four, five', 16), 'one two three…');
  const faces = '😀'.repeat(10);
  assert.equal(excerpt(faces, 5), `${'😀'.repeat(4)}…`);
  assert.equal(excerpt(`one${' '.repeat(500)}two three four five`, 20), 'one two three four…');
  assert.equal(excerpt(`one${' '.repeat(500)}two`, 20), 'one two');
  assert.equal(excerpt(faces, 10), faces);
  assert.equal(excerpt('😀'.repeat(1000), 10), `${'😀'.repeat(9)}…`);
  assert.ok([...excerpt('word '.repeat(100), 160)].length <= 160);
});

test('counts are formatted in English notation', () => {
  for (const count of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, 1_234_567_890, -1, -1000]) {
    assert.equal(groupThousands(count), count.toLocaleString('en-US'));
  }
  assert.equal(plural(1, 'story', 'stories'), '1 story');
  assert.equal(plural(1234, 'story', 'stories'), '1,234 stories');
});

test('the reading time is at least one minute', () => {
  assert.equal(readingMinutes(3), 1);
  assert.equal(readingMinutes(2380), 10);
});
