import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexLetter, storyTagNames, tagKey, tagName } from './rules.ts';

test('spellings that differ in case, spaces, hyphens or accents are one tag', () => {
  for (const spelling of [
    'slow burn',
    'Slow-Burn',
    '  slow   burn ',
    'SLOWBURN',
    'slōw—burn',
    'slow\u200bburn',
  ]) {
    assert.equal(tagKey(spelling), 'slowburn', spelling);
  }
  assert.equal(tagName('  Slow   Burn\u202e '), 'slow burn');
  assert.notEqual(tagKey('c++'), tagKey('c'));
  assert.equal(tagKey('夜'), '夜');
});

// Spec 5: Tags trimmed, lower-cased, doubles ignored
test('story tags keep their order without blanks and duplicates', () => {
  assert.deepEqual(storyTagNames(['Gothic', ' ', 'gothic', '--', 'Sea ']), {
    ok: true,
    names: ['gothic', 'sea'],
  });
});

test('too long and too many tags are rejected', () => {
  assert.equal(storyTagNames(['x'.repeat(50)]).ok, true);
  assert.equal(storyTagNames(['x'.repeat(51)]).ok, false);
  const names = Array.from({ length: 31 }, (_, index) => `tag ${index}`);
  assert.equal(storyTagNames(names.slice(0, 30)).ok, true);
  assert.equal(storyTagNames(names).ok, false);
});

// Spec 2, Browse Tags: Name: letter headings with a letter index
test('a tag is indexed under its first letter', () => {
  assert.equal(indexLetter('élan'), 'E');
  assert.equal(indexLetter('90s'), '#');
  assert.equal(indexLetter('夜'), '#');
});
