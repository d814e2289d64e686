import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abbreviateCount } from './counts.ts';

const cases: [count: number, text: string][] = [
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1_000, '1K'],
  [1_049, '1K'],
  [1_050, '1.1K'],
  [1_234, '1.2K'],
  [10_000, '10K'],
  [123_456, '123.5K'],
  [999_949, '999.9K'],
  [999_950, '1M'],
  [1_000_000, '1M'],
  [2_500_000, '2.5M'],
  [12_340_000, '12.3M'],
];

for (const [count, text] of cases) {
  // Spec 2, Home: Counts abbreviated with K and M
  test(`${count} is shown as ${text}`, () => assert.equal(abbreviateCount(count), text));
}
