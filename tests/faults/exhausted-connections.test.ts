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
  const clients: PoolClient[] = [];
  while (clients.length < pool.options.max) clients.push(await pool.connect());
  return () => {
    for (const client of clients) client.release();
  };
}

/** A server whose own pool has no free connection. */
async function exhausted(options: { connectionTimeoutMillis?: number } = {}) {
  const { db, pool, close } = openDatabase({ connectionString, log: context.log, ...options });
  const app = await testServer({ ...context, db, pool });
  return { app, pool, close, letGo: await takeAll(pool) };
}

test('without free connections requests are refused quickly, /healthz answers at once, and the site recovers', async () => {
  const { app, pool, close, letGo } = await exhausted();
  const health = await app.inject('/healthz');
  assert.deepEqual([health.statusCode, health.json()], [200, { status: 'busy' }]);
  assert.equal(pool.waitingCount, 0, 'it has not lined up itself');

  const requests = Array.from({ length: 20 }, () => app.inject('/api/stories'));
  while (pool.waitingCount < requests.length) await pause(5);
  assert.equal((await app.inject('/healthz')).json().status, 'busy');
  // Control: without a wait limit on its pool, the request still waits when the others have been refused.
  const patient = await exhausted({ connectionTimeoutMillis: 0 });
  const waiting = patient.app.inject('/api/stories').then(({ statusCode }) => statusCode);
  for (const { statusCode, headers } of await Promise.all(requests)) {
    assert.equal(statusCode, 503);
    assert.ok(Number(headers['retry-after']) >= 1);
  }
  assert.equal(await Promise.race([waiting, pause(500, 'still waiting')]), 'still waiting');
  for (const client of [{ letGo }, patient]) client.letGo();
  assert.equal(await waiting, 200);
  assert.equal((await app.inject('/api/stories')).statusCode, 200);
  assert.deepEqual((await app.inject('/healthz')).json(), { status: 'ok' });
  await Promise.all([close(), patient.close()]);
});
