import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { openDatabase } from '#platform/database.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { services, connectionString } = await testDatabase();
const { log } = services;

/** Takes every connection of a pool, as work that takes long does; gives what lets them go. */
async function takeAll(pool: Pool): Promise<() => void> {
  const taken: PoolClient[] = [];
  while (taken.length < pool.options.max) taken.push(await pool.connect());
  return () => {
    for (const client of taken) client.release();
  };
}

test('while no connection is left whoever asks is told soon to come again, how the site is is said at once, and then all is as before', async () => {
  const { db, pool, close } = openDatabase({ connectionString, log });
  const app = await testServer({ ...services, db, pool });
  const letGo = await takeAll(pool);
  const health = await app.inject('/healthz');
  assert.deepEqual([health.statusCode, health.json()], [200, { status: 'busy' }]);
  assert.equal(pool.waitingCount, 0, 'it has not lined up itself');

  const asked = Array.from({ length: 20 }, () => app.inject('/api/stories'));
  while (pool.waitingCount < asked.length) await pause(5);
  assert.equal((await app.inject('/healthz')).json().status, 'busy');
  for (const { statusCode, headers } of await Promise.all(asked)) {
    assert.equal(statusCode, 503);
    assert.ok(Number(headers['retry-after']) >= 1);
  }
  letGo();
  assert.equal((await app.inject('/api/stories')).statusCode, 200);
  assert.deepEqual((await app.inject('/healthz')).json(), { status: 'ok' });
  await close();
});

test('a pool without a longest wait would be found out', async () => {
  const { db, pool, close } = openDatabase({ connectionString, log, connectionTimeoutMillis: 0 });
  const app = await testServer({ ...services, db, pool });
  const letGo = await takeAll(pool);
  const asked = app.inject('/api/stories').then(({ statusCode }) => statusCode);
  // Longer than anyone waits elsewhere.
  assert.equal(await Promise.race([asked, pause(4_000, 'still waiting')]), 'still waiting');
  letGo();
  assert.equal(await asked, 200);
  await close();
});
