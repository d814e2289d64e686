import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_PART_BYTES, MAX_PART_CHAPTERS } from './contract.ts';
import { partNumbers } from './rules.ts';

test('a short story is one part', () => {
  assert.deepEqual(partNumbers([]), []);
  assert.deepEqual(partNumbers([1000, 2000, MAX_PART_BYTES - 3000]), [1, 1, 1]);
});

test('a part ends before the chapter that would make it too large, or after its last chapter', () => {
  assert.deepEqual(partNumbers([MAX_PART_BYTES, 1]), [1, 2]);
  assert.deepEqual(partNumbers([1, MAX_PART_BYTES * 3, 1]), [1, 2, 3]);
  assert.equal(partNumbers(Array(MAX_PART_CHAPTERS + 1).fill(1)).at(-1), 2);
});

test('a new last chapter changes no earlier part', () => {
  const size = fc.integer({ min: 0, max: MAX_PART_BYTES * 2 });
  fc.assert(
    fc.property(fc.array(size, { maxLength: 300 }), size, (sizes, last) => {
      assert.deepEqual(partNumbers([...sizes, last]).slice(0, -1), partNumbers(sizes));
    }),
  );
});
