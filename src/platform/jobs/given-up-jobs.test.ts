import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { tasks } from '#app/worker.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const { context } = await testDatabase();
const { db, jobs } = context;

test('a job that was given up is forgotten after two weeks, with the address in it', async () => {
  for (const email of ['long-ago', 'lately', 'tried-again', 'waits'])
    await jobs.enqueue(db, 'mail-reset', { email: `${email}@example.org` });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'x',
      run_at = now() - interval '15 days'
    where payload->>'email' like 'long-ago@%'`.execute(db);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts,
      run_at = now() - interval '13 days'
    where payload->>'email' like 'lately@%'`.execute(db);
  await sql`update graphile_worker._private_jobs set attempts = 3, run_at = now() - interval '20 days'
    where payload->>'email' like 'tried-again@%'`.execute(db);
  await tasks(context)['forget-given-up-jobs']?.({}, {} as never);
  const { rows } = await sql<{ email: string }>`
    select payload->>'email' as email from graphile_worker._private_jobs order by id`.execute(db);
  assert.deepEqual(
    rows.map(({ email }) => email.split('@')[0]),
    ['lately', 'tried-again', 'waits'],
  );
});
