import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isStoryId, slugFromTitle } from './rules.ts';

test('a title becomes an address that can be read aloud', () => {
  const table: [string, string][] = [
    ['The Left Side of the Bed', 'the-left-side-of-the-bed'],
    ['  Élan & Œuvre — “Straße”  ', 'elan-and-oeuvre-strasse'],
    ['Don’t Look', 'dont-look'],
    ['1984', 'story-1984'],
    ['夜の本', 'story'],
    ['---', 'story'],
    ['a_b', 'a_b'],
    ['../../etc/passwd', 'etc-passwd'],
  ];
  for (const [title, slug] of table) assert.equal(slugFromTitle(title), slug, title);
  assert.ok(slugFromTitle('word '.repeat(100)).length <= 80);
});

test('only digits are an id, and no slug is', () => {
  assert.equal(isStoryId('12'), true);
  assert.equal(isStoryId('12a'), false);
  assert.equal(isStoryId(slugFromTitle('12')), false);
});
