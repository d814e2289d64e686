import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createServer } from '#app/server.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { noPages } from '#tests/support/test-server.ts';
import { admissionControl, MAX_QUEUE, queueLimit } from './load-shedding.ts';

const pressed = { lagMilliseconds: 200, requestsPerSecond: 5_000 };
const calm = { lagMilliseconds: 1, requestsPerSecond: 50 };
const admitted = (admission: ReturnType<typeof admissionControl>, of: number) =>
  Array.from({ length: of }, () => admission.admits()).filter(Boolean).length;

test('everybody comes in while there is room, and also when something else is slow', () => {
  const admission = admissionControl();
  for (const pressure of [
    calm,
    { lagMilliseconds: 500, requestsPerSecond: 20 },
    { lagMilliseconds: 5, requestsPerSecond: 9_000 },
  ]) {
    for (let n = 0; n < 100; n++) admission.sample(pressure);
    assert.equal(admitted(admission, 1_000), 1_000, JSON.stringify(pressure));
  }
});

test('under pressure fewer come in the longer it lasts, never nobody, and afterwards all again', () => {
  const admission = admissionControl();
  let before = 1_001;
  for (let n = 0; n < 6; n++) {
    const now = admitted(admission, 1_000);
    assert.ok(now < before, `${now} after ${before}`);
    before = now;
    admission.sample(pressed);
    admission.sample(pressed);
  }
  for (let n = 0; n < 100; n++) admission.sample(pressed);
  assert.equal(admitted(admission, 1_000), 50);
  for (let n = 0; n < 20; n++) admission.sample(calm);
  assert.equal(admitted(admission, 1_000), 1_000);
});

test('the line is as long as those in it are served soon, and a crowd of one moment may all line up', () => {
  const queue = queueLimit();
  const busy = { waiting: 100, acquired: 40, milliseconds: 100 };
  for (let n = 0; n < 2; n++) queue.sample(busy);
  assert.equal(queue.current(), MAX_QUEUE, 'nobody knows yet whether it is more than a moment');
  queue.sample(busy);
  assert.equal(queue.current(), 100, 'a quarter of a second at 400 a second');
  for (let n = 0; n < 20; n++) queue.sample({ ...busy, acquired: 4_000 });
  assert.equal(queue.current(), MAX_QUEUE);
  for (let n = 0; n < 20; n++) queue.sample({ ...busy, acquired: 0 });
  assert.equal(queue.current(), 20, 'some may always wait');
  const empty = { waiting: 0, acquired: 0, milliseconds: 100 };
  queue.sample(empty);
  assert.equal(queue.current(), 20, 'one moment without a line is not the end of it');
  for (let n = 0; n < 20; n++) queue.sample(empty);
  assert.equal(queue.current(), MAX_QUEUE);
});

// Interface, The API: An overload answers 503 with Retry-After
test('while a row is held and all connections are in use, most are told at once to come again, and how the site is can be asked', async () => {
  const { context } = await testDatabase();
  const { app } = await createServer({
    ...{ context, renderer: noPages, rateLimits: false, trustProxy: [], version: '0' },
    shedsLoad: true,
  });
  let release = () => {};
  try {
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holder = context.db.transaction().execute(async (transaction) => {
      await sql`lock table stories in access exclusive mode`.execute(transaction);
      await held;
    });
    while (
      (await sql`select from pg_locks where mode = 'AccessExclusiveLock' and granted`.execute(context.db))
        .rows.length === 0
    );

    const request = () => app.inject('/api/stories');
    const first = Array.from({ length: 9 + MAX_QUEUE }, request);
    let isTold = false;
    void Promise.race(first).then(() => {
      isTold = true;
    });
    // All of them queue, unless this machine is so slow that the queue is refused as too long meanwhile.
    while (context.pool.waitingCount < MAX_QUEUE && !isTold) await new Promise(setImmediate);
    const before = context.pool.waitingCount;
    const beyond = await Promise.all(Array.from({ length: 300 }, request));
    for (const { statusCode, headers, body } of beyond) {
      assert.equal(statusCode, 503, body);
      assert.ok(Number(headers['retry-after']) >= 1);
      assert.equal(JSON.parse(body).error.code, 'unavailable');
    }
    assert.ok(context.pool.waitingCount <= before, 'none of them has lined up');
    const health = await app.inject('/healthz');
    assert.deepEqual([health.statusCode, health.json()], [200, { status: 'busy' }]);
    release();
    await holder;
    const statuses = new Set((await Promise.all(first)).map(({ statusCode }) => statusCode));
    // Queued requests are served, or get an answer after three seconds; none hangs.
    for (const status of statuses) assert.ok([200, 503].includes(status), String(status));
    while ((await request()).statusCode !== 200) await new Promise(setImmediate);
    assert.ok(context.pool.totalCount <= 10);
  } finally {
    release();
    await app.close();
  }
});
