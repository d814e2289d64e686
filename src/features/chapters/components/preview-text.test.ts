import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstCharacters } from './preview-text.ts';

// Spec 2, Story page: Show/Hide Preview: first 1000 characters of the first chapter
test('a preview ends after the given number of characters, even within a paragraph', () => {
  const table: [string[], number, string[]][] = [
    [[], 10, []],
    [['short'], 10, ['short']],
    [['exactly te'], 10, ['exactly te']],
    [['exactly te', 'more'], 10, ['exactly te']],
    [['one', 'two', 'three'], 8, ['one', 'two', 'th…']],
    [['word after word'], 5, ['word…']],
    [['😀😀😀'], 2, ['😀😀…']],
  ];
  for (const [paragraphs, length, expected] of table) {
    assert.deepEqual(firstCharacters(paragraphs, length), expected);
  }
});
