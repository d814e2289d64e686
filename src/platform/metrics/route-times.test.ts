import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRouteTimes } from './route-times.ts';

const isNear = (given: number, expected: number) => given >= expected && given <= expected * 1.2;

test('an operator sees the routes with the slowest requests first, and how long half and nearly all of them took', () => {
  const times = createRouteTimes();
  for (let ms = 1; ms <= 100; ms++) times.record('GET /even', ms);
  for (let n = 0; n < 100; n++) times.record('GET /mostly-quick', n < 90 ? 2 : 900);
  times.record('GET /quick', 0.01);
  const [first, second, third, ...rest] = times.slowest(10);
  assert.deepEqual(
    [first?.route, second?.route, third?.route, rest],
    ['GET /mostly-quick', 'GET /even', 'GET /quick', []],
  );
  assert.deepEqual([first?.count, second?.count, third?.count], [100, 100, 1]);
  assert.ok(isNear(first?.p50Milliseconds ?? 0, 2), `${first?.p50Milliseconds}`);
  assert.ok(isNear(first?.p95Milliseconds ?? 0, 900), `${first?.p95Milliseconds}`);
  assert.ok(isNear(second?.p50Milliseconds ?? 0, 50), `${second?.p50Milliseconds}`);
  assert.ok(isNear(second?.p95Milliseconds ?? 0, 95), `${second?.p95Milliseconds}`);
  assert.equal(times.slowest(1).length, 1);
});

test('extreme durations are counted, too', () => {
  const times = createRouteTimes();
  for (const ms of [0, -1, Number.MAX_VALUE]) times.record('GET /odd', ms);
  assert.equal(times.slowest(10)[0]?.count, 3);
});
