import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { openDatabase } from '#platform/database/database.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context, connectionString } = await testDatabase();

/** Takes every connection of a pool, as slow work does; returns the function that releases them. */
async function takeAll(pool: Pool): Promise<() => void> {
  const taken: PoolClient[] = [];
  while (taken.length < pool.options.max) taken.push(await pool.connect());
  return () => {
    for (const client of taken) client.release();
  };
}

/** A server whose own pool has no free connection. */
async function exhausted(options: { connectionTimeoutMillis?: number } = {}) {
  const { db, pool, close } = openDatabase({ connectionString, log: context.log, ...options });
  const app = await testServer({ ...context, db, pool });
  return { app, pool, close, letGo: await takeAll(pool) };
}

test('while no connection is left whoever asks is told soon to come again, how the site is is said at once, and then all is as before', async () => {
  const { app, pool, close, letGo } = await exhausted();
  const health = await app.inject('/healthz');
  assert.deepEqual([health.statusCode, health.json()], [200, { status: 'busy' }]);
  assert.equal(pool.waitingCount, 0, 'it has not lined up itself');

  const asked = Array.from({ length: 20 }, () => app.inject('/api/stories'));
  while (pool.waitingCount < asked.length) await pause(5);
  assert.equal((await app.inject('/healthz')).json().status, 'busy');
  // Control: without a wait limit on its pool, the request still waits when the others have been refused.
  const patient = await exhausted({ connectionTimeoutMillis: 0 });
  const waiting = patient.app.inject('/api/stories').then(({ statusCode }) => statusCode);
  for (const { statusCode, headers } of await Promise.all(asked)) {
    assert.equal(statusCode, 503);
    assert.ok(Number(headers['retry-after']) >= 1);
  }
  assert.equal(await Promise.race([waiting, pause(500, 'still waiting')]), 'still waiting');
  for (const one of [{ letGo }, patient]) one.letGo();
  assert.equal(await waiting, 200);
  assert.equal((await app.inject('/api/stories')).statusCode, 200);
  assert.deepEqual((await app.inject('/healthz')).json(), { status: 'ok' });
  await Promise.all([close(), patient.close()]);
});
