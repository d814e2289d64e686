import assert from 'node:assert/strict';
import { test } from 'node:test';
import { editDistance } from './edit-distance.ts';

test('each typing mistake counts once, including swapped letters', () => {
  const cases: [string, string, number][] = [
    ['ferry', 'ferry', 0],
    ['fery', 'ferry', 1],
    ['ferrry', 'ferry', 1],
    ['furry', 'ferry', 1],
    ['frery', 'ferry', 1],
    ['harmonuim', 'harmonium', 1],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ];
  for (const [a, b, distance] of cases) assert.equal(editDistance(a, b), distance, `${a} ${b}`);
});
