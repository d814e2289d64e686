import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#tests/support/test-database.ts';
import { createLogger } from '../runtime/log.ts';
import { openJobPool } from './job-pool.ts';

const { connectionString } = await testDatabase();
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
