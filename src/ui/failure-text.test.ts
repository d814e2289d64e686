import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#base/failure.ts';
import { failureText } from './failure-text.ts';

function reportsOf(t: { after: (restore: () => void) => void }): unknown[] {
  const reports: unknown[] = [];
  const original = globalThis.reportError;
  globalThis.reportError = (error) => reports.push(error);
  t.after(() => {
    globalThis.reportError = original;
  });
  return reports;
}

test('a reader whose press was refused is told the reason of the server', (t) => {
  const reports = reportsOf(t);
  assert.equal(
    failureText(new ApiError(422, 'invalid', 'Title is required'), 'It failed'),
    'Title is required',
  );
  assert.equal(failureText(new ApiError(500, 'unreadable_answer', 'Bad gateway'), 'It failed'), 'It failed');
  assert.deepEqual(reports, []);
});

test('a reader who meets a bug is told that the press failed, and the console has the bug', (t) => {
  const reports = reportsOf(t);
  const bug = new TypeError('x is undefined');
  assert.equal(failureText(bug, 'It failed'), 'It failed');
  assert.deepEqual(reports, [bug]);
});
