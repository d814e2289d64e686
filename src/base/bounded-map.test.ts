import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BoundedMap } from './bounded-map.ts';

test('a bounded map never holds more than it may, and knows the newest', () => {
  const known = new BoundedMap<number>(3);
  for (let n = 0; n < 100; n++) {
    known.set(`name ${n}`, n);
    assert.ok(known.size <= 3);
    assert.equal(known.get(`name ${n}`), n);
  }
});

test('what is there already is replaced, and nothing is forgotten for it', () => {
  const known = new BoundedMap<number>(2).set('a', 1).set('b', 2).set('b', 3);
  assert.deepEqual(
    [...known],
    [
      ['a', 1],
      ['b', 3],
    ],
  );
});

test('of long names nothing is kept', () => {
  assert.equal(new BoundedMap<number>(2).set('x'.repeat(501), 1).size, 0);
  assert.equal(new BoundedMap<number>(2).set('x'.repeat(500), 1).size, 1);
});
