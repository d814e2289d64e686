import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCrontab } from 'graphile-worker';
import type { Context } from '#platform/runtime/context.ts';
import { crontab, tasks } from './worker.ts';

test('every scheduled job has a time that the worker understands, and a task', () => {
  const scheduled = parseCrontab(crontab).map(({ task }) => task);
  const known = Object.keys(tasks({} as Context));
  assert.deepEqual(
    scheduled.filter((task) => !known.includes(task)),
    [],
  );
  assert.deepEqual(scheduled, [...new Set(scheduled)]);
});
