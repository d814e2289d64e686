import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { parseCrontab } from 'graphile-worker';
import { sql } from 'kysely';
import type { Context } from '#platform/runtime/context.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { crontab, startJobs, tasks } from './worker.ts';

test('every scheduled job has a time that the worker understands, and a task', () => {
  const scheduled = parseCrontab(crontab).map(({ task }) => task);
  const known = Object.keys(tasks({} as Context));
  assert.deepEqual(
    scheduled.filter((task) => !known.includes(task)),
    [],
  );
  assert.deepEqual(scheduled, [...new Set(scheduled)]);
});

test('a deletion that takes longer than a request may is not cut off', async () => {
  const database = await testDatabase();
  const { db, jobs } = database.context;
  await sql`insert into visit_marks (mark, made_at) values ('x', now() - interval '3 days')`.execute(db);
  await sql`create function take_long() returns trigger language plpgsql as
    $$ begin perform pg_sleep(5.5); return old; end $$`.execute(db);
  await sql`create trigger take_long before delete on visit_marks for each row execute function take_long()`.execute(
    db,
  );
  await jobs.enqueue(db, 'delete-old-visit-marks', {});
  const worker = await startJobs(database, {
    ...{ dataDir: '/nowhere', mailFrom: 'no-reply@nightstand.test', publicUrl: 'https://nightstand.test' },
    ...{ smtpUrl: undefined, replyTo: undefined, nodeEnv: 'test' },
  });
  const waiting = () =>
    sql<{ attempts: number; last_error: string | null }>`select attempts, last_error from graphile_worker.jobs
      where task_identifier = 'delete-old-visit-marks'`.execute(db);
  try {
    for (;;) {
      const [job] = (await waiting()).rows;
      if (job === undefined) break;
      assert.equal(job.last_error, null);
      await pause(100);
    }
  } finally {
    await worker.stop();
  }
  assert.deepEqual(await db.selectFrom('visit_marks').selectAll().execute(), []);
});
