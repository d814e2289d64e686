import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingTime } from './reading-time.ts';

test('the reading time is given in minutes, and from one hour in hours', () => {
  const table: [number, string][] = [
    [0, '1 min'],
    [238, '1 min'],
    [2380, '10 min'],
    [238 * 59, '59 min'],
    [238 * 60, '1 h'],
    [238 * 61, '1 h 1 min'],
    [123_456, '8 h 39 min'],
  ];
  for (const [words, text] of table) assert.equal(readingTime(words), text);
});
