import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderWithTrash } from './rules.ts';

/** The stories of a series; those in the trash are negative. */
function order(before: number[], next: number[]): number[] {
  return orderWithTrash(
    before.map((n) => ({ id: Math.abs(n), isTrashed: n < 0 })),
    next,
  );
}

test('a story in the trash keeps its place while the others are ordered, removed and added', () => {
  assert.deepEqual(order([1, -2, 3], [1, 3]), [1, 2, 3]);
  assert.deepEqual(order([1, -2, 3], [3, 1]), [3, 2, 1]);
  assert.deepEqual(order([1, -2, 3, 4], [3, 4]), [2, 3, 4]);
  assert.deepEqual(order([2, 3], [1, 3]), [1, 3]);
  assert.deepEqual(order([1, -2, 4], [1, 3, 4]), [1, 2, 3, 4]);
  assert.deepEqual(order([1, -2], [1, 3]), [1, 2, 3]);
  assert.deepEqual(order([-2, -1, 3, 4], [4, 3]), [2, 1, 4, 3]);
  assert.deepEqual(order([1, -2, -3, 4], [4, 1]), [4, 2, 3, 1]);
  assert.deepEqual(order([-2, 3], [1, 3]), [1, 2, 3]);
  assert.deepEqual(order([-1], []), [1]);
  assert.deepEqual(order([1, -2], [3]), [3, 2]);
  assert.deepEqual(order([], [2, 1]), [2, 1]);
});
