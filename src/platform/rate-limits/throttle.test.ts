import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { failure } from '#base/failure.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { sharedCounterJobs } from './shared-counters.ts';
import { noThrottle, refusedBecause, type ThrottleRule } from './throttle.ts';

const { context } = await testDatabase({ throttle: true });
const { db, throttle } = context;

const rule: ThrottleRule = {
  ...{ name: 'knocking', free: 3, rememberedSeconds: 3600 },
  ...{ firstWaitSeconds: 20, maxWaitSeconds: 300 },
};

/** Advances the time of all counters. */
async function pass(seconds: number): Promise<void> {
  await sql`update throttle_counters set expire = expire - ${seconds * 1000}`.execute(db);
}

/** The wait in seconds that a refused try is told; 0 when the try passes. */
async function knock(key: string, by = rule): Promise<number> {
  return (await throttle.attempt(by, key))?.retryAfterSeconds ?? 0;
}

test('wrong guesses lead to longer and longer waits, never to a lock-out', async () => {
  for (let i = 0; i < 3; i++) assert.equal(await knock('guesser'), 0);
  for (const wait of [20, 40, 80, 160, 300, 300, 300]) {
    assert.equal(await knock('guesser'), 0, 'after the wait one try passes');
    const waitSeconds = await knock('guesser');
    assert.ok(waitSeconds > wait - 20 && waitSeconds <= wait, `${waitSeconds} of ${wait} seconds`);
    assert.equal(await knock('somebody else'), 0, 'nobody else waits');
    await throttle.reset(rule, 'somebody else');
    await pass(wait);
  }
});

test('a try that comes too early does not lengthen the wait', async () => {
  for (let i = 0; i < 4; i++) await knock('hasty');
  for (let i = 0; i < 50; i++) assert.ok((await knock('hasty')) > 0);
  await pass(20);
  assert.equal(await knock('hasty'), 0);
  assert.ok((await knock('hasty')) <= 40);
});

test('of many tries at once only those pass that would have passed one by one', async () => {
  const waits = await Promise.all(Array.from({ length: 200 }, () => knock('crowd')));
  assert.equal(waits.filter((wait) => wait === 0).length, 4);
  // A try may take the time, wait for the row of the one that passes, and so see a moment more than 20 seconds left.
  assert.ok(Math.max(...waits) <= 21, 'and the others only wait their first wait');
  await pass(20);
  assert.equal(await knock('crowd'), 0);
  assert.ok((await knock('crowd')) <= 40, 'having been many makes no wait longer');
});

test('tries are forgotten after their time, or when the right person has come', async () => {
  for (let i = 0; i < 9; i++) await knock('forgotten');
  await pass(3600);
  for (let i = 0; i < 4; i++) assert.equal(await knock('forgotten'), 0);
  assert.ok((await knock('forgotten')) > 0);
  await throttle.reset(rule, 'forgotten');
  for (let i = 0; i < 4; i++) assert.equal(await knock('forgotten'), 0);
});

test('nobody waits for as long as the clock of the database was set back', async () => {
  for (let i = 0; i < 4; i++) await knock('early bird');
  assert.ok((await knock('early bird')) > 0);
  await pass(-24 * 3600);
  assert.equal(await knock('early bird'), 0);
  assert.ok((await knock('early bird')) <= rule.maxWaitSeconds);
});

test('counters are forgotten when they count no more, and those that count are kept', async () => {
  for (let i = 0; i < 4; i++) await knock('remembered');
  await throttle.attempt({ ...rule, name: 'passing' }, 'x');
  await sql`update throttle_counters set expire = expire - 9000000 where key like 'passing%'`.execute(db);
  await sharedCounterJobs(context)['forget-counters']?.({}, {} as never);
  const { rows } = await sql<{ key: string }>`select key from throttle_counters`.execute(db);
  assert.ok(!rows.some(({ key }) => key.startsWith('passing')));
  assert.ok((await knock('remembered')) > 0);
});

test('a try that was no guess is taken back', async () => {
  for (let i = 0; i < 20; i++) {
    assert.equal(await knock('owner'), 0);
    await throttle.uncount(rule, 'owner');
  }
});

test('the answer says how long to wait, in words that fit', async () => {
  const slow = { ...rule, name: 'slow knocking', firstWaitSeconds: 300, longestWaitSeconds: 900 };
  for (let i = 0; i < 4; i++) await throttle.attempt(slow, 'x');
  const refusal = await throttle.attempt(slow, 'x');
  assert.equal(refusal?.kind, 'too-many');
  assert.match(
    refusal?.message ?? '',
    /^There were too many attempts\. Please wait 5 minutes and try again\./,
  );
  const waits = [89, 90, 5400, 5401, 86_400].map(
    (retryAfterSeconds) => refusedBecause(failure('too-many', '', { retryAfterSeconds }), 'Enough').message,
  );
  assert.deepEqual(
    waits,
    ['89 seconds', '2 minutes', '2 hours', '2 hours', '24 hours'].map(
      (wait) => `Enough. Please wait ${wait} and try again.`,
    ),
  );
});

test('neither names nor networks can be read from the counters', async () => {
  await knock('canary-name from 203.0.113');
  const { rows } = await sql<{ key: string }>`select key from throttle_counters`.execute(db);
  assert.ok(rows.length > 0);
  for (const { key } of rows) assert.match(key, /^[a-z ]+:[\w-]{43}$/);
});

test('with limits off nobody waits', async () => {
  for (let i = 0; i < 50; i++) assert.equal(await noThrottle.attempt(rule, 'anybody'), undefined);
});
