import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadingPace } from './reading-pace.ts';

function pace() {
  let milliseconds = 1_000_000;
  const { plausible } = createReadingPace(() => milliseconds);
  return {
    plausible,
    pass: (seconds: number) => {
      milliseconds += seconds * 1000;
    },
  };
}

test('an honest reader’s seconds are all counted', () => {
  const { plausible, pass } = pace();
  let counted = 0;
  for (let report = 0; report < 10; report++) {
    pass(30);
    counted += plausible('a', 30);
  }
  pass(12);
  counted += plausible('a', 12);
  assert.equal(counted, 312);
});

test('who reports more than goes by is held to the clock, and one report to its interval', () => {
  const { plausible, pass } = pace();
  assert.equal(plausible('a', 1e9), 30);
  assert.equal(plausible('a', 1e9), 0);
  let counted = 0;
  for (let second = 0; second < 600; second++) {
    pass(0.1);
    counted += plausible('a', 1e9);
  }
  assert.ok(counted <= 60, `${counted} of 60 seconds`);
  pass(3600);
  assert.equal(plausible('a', 3600), 30);
});

test('readers do not slow each other', () => {
  const { plausible, pass } = pace();
  assert.equal(plausible('a', 30), 30);
  assert.equal(plausible('b', 30), 30);
  pass(20);
  assert.deepEqual([plausible('a', 30), plausible('b', 7.9)], [20, 7]);
  assert.equal(plausible('b', 0), 0);
});
