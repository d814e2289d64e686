import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { testDatabase } from '#tests/support/test-database.ts';
import { createLogger } from '../runtime/log.ts';
import { openJobPool } from './job-pool.ts';
import { startWorker } from './jobs.ts';

const { connectionString, context } = await testDatabase();
const log = createLogger({ level: 'silent' });

test('a database that is away is reported as one that can’t be connected to now', async () => {
  const nowhere = openJobPool('postgresql://nightstand@localhost/nightstand?host=/nowhere', log);
  await assert.rejects(nowhere.connect(), { code: '57P03' });
  await nowhere.end();
  const pool = openJobPool(connectionString, log);
  const client = await pool.connect();
  await assert.rejects(client.query('select pg_terminate_backend(pg_backend_pid())'), { code: '57P03' });
  client.release(true);
  await pool.end();
});

test('an error of the query itself stays what it is', async () => {
  const pool = openJobPool(connectionString, log);
  await assert.rejects(pool.query('select 1 / 0'), { code: '22012' });
  await pool.end();
});

test('a stop between two tries to record the end of a job ends without an error', async () => {
  const { db, jobs } = context;
  await sql`create function refuse_for_now() returns trigger language plpgsql as
    $$ begin raise exception 'not now' using errcode = '57P03'; end $$`.execute(db);
  await sql`create trigger refuse_for_now before delete on graphile_worker._private_jobs
    for each row execute function refuse_for_now()`.execute(db);
  await jobs.enqueue(db, 'last-words', {});
  const pool = openJobPool(connectionString, log);
  const done = Promise.withResolvers<void>();
  const runner = await startWorker({ pool, log, tasks: { 'last-words': async () => done.resolve() } });
  await done.promise;
  await runner.stop();
  await pool.end();
  // graphile-worker tries again within five seconds; a rejection that nobody handles would fail this test.
  await sleep(6_000);
});
