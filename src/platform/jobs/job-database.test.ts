import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { createLogger } from '#platform/runtime/log.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { openJobDatabase } from './job-database.ts';

const { connectionString, context } = await testDatabase();
const { db, cancel, close } = openJobDatabase(connectionString, createLogger({ level: 'silent' }));
after(close);

test('a job has more time for a statement than a request, and waits for locks no longer', async () => {
  const timesOf = async (connection: typeof db) =>
    (
      await sql<{ statement: string; lock: string }>`select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock`.execute(connection)
    ).rows[0];
  assert.deepEqual(await timesOf(context.db), { statement: '5s', lock: '3s' });
  assert.deepEqual(await timesOf(db), { statement: '2min', lock: '3s' });
});

test('a stop cuts off the statement of a job, and leaves the connections to others', async () => {
  const work = assert.rejects(sql`select pg_sleep(100)`.execute(db), { code: '57014' });
  let running = 0;
  while (running === 0) {
    const { rows } = await sql<{ running: number }>`select count(*)::integer as running from pg_stat_activity
      where datname = current_database() and query like 'select pg_sleep(100)'`.execute(context.db);
    running = rows[0]?.running ?? 0;
  }
  await cancel(context.db);
  await work;
  await sql`select 1`.execute(db);
});
