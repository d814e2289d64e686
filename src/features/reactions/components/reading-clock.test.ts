import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReadingClock } from './reading-clock.ts';

function reading(contentLength: number) {
  let milliseconds = 5_000;
  const clock = createReadingClock(contentLength, () => milliseconds);
  return {
    ...clock,
    pass: (seconds: number) => {
      milliseconds += seconds * 1000;
    },
  };
}

// Spec 4: Read time every 30 s from 10 s, on leaving from 5 s, completed at length / 30
test('a reader’s seconds are told every interval and on leaving, none twice', () => {
  const { run, pass, reportDue, reportOnLeaving } = reading(3_000);
  run();
  pass(30);
  assert.deepEqual(reportDue(), { read_time_seconds: 30, completed: false });
  pass(30.4);
  assert.deepEqual(reportDue(), { read_time_seconds: 30, completed: false });
  pass(12);
  assert.deepEqual(reportOnLeaving(), { read_time_seconds: 12, completed: false });
  assert.equal(reportOnLeaving(), undefined);
});

// Spec 4: Read time every 30 s from 10 s, on leaving from 5 s, completed at length / 30
test('a glance of less than five seconds is not told, nor an interval of less than ten', () => {
  const { run, pause, pass, reportDue, reportOnLeaving } = reading(90_000);
  run();
  pass(4.9);
  pause();
  assert.equal(reportOnLeaving(), undefined);
  pass(300);
  run();
  pass(4);
  assert.equal(reportDue(), undefined);
  assert.deepEqual(reportOnLeaving(), { read_time_seconds: 8, completed: false });
});

test('time in a tab behind others is not reading', () => {
  const { run, pause, pass, reportDue } = reading(90_000);
  run();
  pass(10);
  pause();
  pause();
  pass(3600);
  run();
  run();
  pass(5);
  assert.deepEqual(reportDue(), { read_time_seconds: 15, completed: false });
});

// Spec 4: Read time every 30 s from 10 s, on leaving from 5 s, completed at length / 30
test('a chapter is read to its end after a thirtieth of its characters in seconds, and that is told once', () => {
  const { run, pass, reportDue, reportOnLeaving } = reading(1_000);
  run();
  pass(30);
  assert.deepEqual(reportDue(), { read_time_seconds: 30, completed: false });
  pass(3);
  assert.equal(reportOnLeaving(), undefined);
  pass(1);
  assert.deepEqual(reportOnLeaving(), { read_time_seconds: 4, completed: true });
  pass(30);
  assert.deepEqual(reportDue(), { read_time_seconds: 30, completed: false });
});
