import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadingClock } from './reading-clock.ts';

function reading(contentLength: number) {
  let milliseconds = 5_000;
  const clock = createReadingClock(contentLength, () => milliseconds);
  return {
    ...clock,
    advance: (seconds: number) => {
      milliseconds += seconds * 1000;
    },
  };
}

// Spec 4: Read time every 30 s from 10 s, on leaving from 5 s, completed at length / 30
test('reading time is reported every interval and on leaving, each second once', () => {
  const { run, advance, reportDue, reportOnLeaving } = reading(3_000);
  run();
  advance(30);
  assert.deepEqual(reportDue(), { read_time_seconds: 30, completed: false });
  advance(30.4);
  assert.deepEqual(reportDue(), { read_time_seconds: 30, completed: false });
  advance(12);
  assert.deepEqual(reportOnLeaving(), { read_time_seconds: 12, completed: false });
  assert.equal(reportOnLeaving(), undefined);
});

// Spec 4: Read time every 30 s from 10 s, on leaving from 5 s, completed at length / 30
test('visits under five seconds and intervals under ten seconds are not reported', () => {
  const { run, pause, advance, reportDue, reportOnLeaving } = reading(90_000);
  run();
  advance(4.9);
  pause();
  assert.equal(reportOnLeaving(), undefined);
  advance(300);
  run();
  advance(4);
  assert.equal(reportDue(), undefined);
  assert.deepEqual(reportOnLeaving(), { read_time_seconds: 8, completed: false });
});

test('time in a background tab does not count as reading', () => {
  const { run, pause, advance, reportDue } = reading(90_000);
  run();
  advance(10);
  pause();
  pause();
  advance(3600);
  run();
  run();
  advance(5);
  assert.deepEqual(reportDue(), { read_time_seconds: 15, completed: false });
});

// Spec 4: Read time every 30 s from 10 s, on leaving from 5 s, completed at length / 30
test('a chapter is reported as completed once, after its character count divided by 30 in seconds', () => {
  const { run, advance, reportDue, reportOnLeaving } = reading(1_000);
  run();
  advance(30);
  assert.deepEqual(reportDue(), { read_time_seconds: 30, completed: false });
  advance(3);
  assert.equal(reportOnLeaving(), undefined);
  advance(1);
  assert.deepEqual(reportOnLeaving(), { read_time_seconds: 4, completed: true });
  advance(30);
  assert.deepEqual(reportDue(), { read_time_seconds: 30, completed: false });
});
