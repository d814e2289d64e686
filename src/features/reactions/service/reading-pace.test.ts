import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadingPace } from './reading-pace.ts';

function pace() {
  let milliseconds = 1_000_000;
  const { plausibleSeconds } = createReadingPace(() => milliseconds);
  return {
    plausible: plausibleSeconds,
    advance: (seconds: number) => {
      milliseconds += seconds * 1000;
    },
  };
}

test('all seconds of a regular reader count', () => {
  const { plausible, advance } = pace();
  let counted = 0;
  for (let report = 0; report < 10; report++) {
    advance(30);
    counted += plausible('a', 30);
  }
  advance(12);
  counted += plausible('a', 12);
  assert.equal(counted, 312);
});

test('reported time is limited to the elapsed time and to one report interval', () => {
  const { plausible, advance } = pace();
  assert.equal(plausible('a', 1e9), 30);
  assert.equal(plausible('a', 1e9), 0);
  let counted = 0;
  for (let second = 0; second < 600; second++) {
    advance(0.1);
    counted += plausible('a', 1e9);
  }
  assert.ok(counted <= 60, `${counted} of 60 seconds`);
  advance(3600);
  assert.equal(plausible('a', 3600), 30);
});

test('the limits of two readers are independent', () => {
  const { plausible, advance } = pace();
  assert.equal(plausible('a', 30), 30);
  assert.equal(plausible('b', 30), 30);
  advance(20);
  assert.deepEqual([plausible('a', 30), plausible('b', 7.9)], [20, 7]);
  assert.equal(plausible('b', 0), 0);
});
