import '../server-only.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Limits, shippedLimits } from '#base/limits.ts';
import { solve } from '#tests/support/proof-of-work.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { networkPrefix } from './network-prefix.ts';
import {
  createStrangerQuota,
  MAX_QUEUE_HOURS,
  noStrangerQuota,
  type StrangerBucket,
} from './stranger-quota.ts';

const { context } = await testDatabase({ throttle: true });
const { db, jobs, throttle, signer, strangerQuota } = context;
const PER_HOUR = 4;
const warnings: object[] = [];
const log = { warn: (facts: object) => warnings.push(facts) };
let limits: Limits = { ...shippedLimits, stranger_requests: PER_HOUR };
const small = createStrangerQuota({ db, jobs, throttle, signer, log, limits: () => limits });

const from = (address: string, proof?: string) => ({
  network: networkPrefix(address),
  ...(proof ? { proof } : {}),
});

/** How many of some requests are admitted; the address of each comes from its number. */
async function countAdmitted(count: number, bucket: StrangerBucket, address: (at: number) => string) {
  let admitted = 0;
  for (let at = 0; at < count; at++)
    if ((await strangerQuota.take(bucket, from(address(at)))).ok) admitted += 1;
  return admitted;
}

// Interface, Security, law, operations: Strangers’ requests are counted by /24 and /64
// Interface, Security, law, operations: A /56 has four times that, and a /48 sixteen times
test('a stranger with an IPv6 /56 gets four times what a /64 gets, and with a /48 sixteen times', async () => {
  const hex = (at: number) => at.toString(16);
  // A wait of a few seconds ends now and then on a busy machine: a few more than the share may pass.
  const isAbout = (count: number, share: number) => count >= share && count < share + 12;
  const one = await countAdmitted(12, 'newsletter', (at) => `2001:db8:1:1::${hex(at)}`);
  const in56 = await countAdmitted(60, 'newsletter', (at) => `2001:db8:2:${hex(at)}::1`);
  const in48 = await countAdmitted(150, 'newsletter', (at) => `2001:db8:3:${hex(at * 256)}::1`);
  const elsewhere = await countAdmitted(30, 'newsletter', (at) => `2001:db8:${hex(at + 16)}::1`);
  assert.ok(isAbout(one, 5), `/64: ${one}`);
  assert.ok(isAbout(in56, 20), `/56: ${in56}`);
  assert.ok(isAbout(in48, 80), `/48: ${in48}`);
  assert.equal(elsewhere, 30, 'other networks are not held up');
});

// Interface, Security, law, operations: Strangers’ requests are counted by /24 and /64
test('a neighbour who uses up one bucket of a /24 leaves the others to everyone, and a way through that one', async () => {
  const busy = (at: number) => `203.0.113.${at}`;
  const admitted = await countAdmitted(30, 'password-reset', busy);
  assert.ok(admitted < 10, String(admitted));
  for (const bucket of ['sign-up', 'newsletter', 'takedown', 'account-link'] as const)
    assert.ok((await strangerQuota.take(bucket, from(busy(200)))).ok, bucket);

  const refused = await strangerQuota.take('password-reset', from(busy(200)));
  assert.ok(!refused.ok && refused.challenge !== undefined);
  assert.ok((refused.retryAfterSeconds ?? 0) >= 1);
  const solution = solve(refused.challenge);
  for (const wrong of [
    ...['', 'x', `${refused.challenge.salt}.0.${refused.challenge.signature}`, `${solution}A`],
    solution.replace('password-reset', 'newsletter'),
    solution.replace(/\.(\d+)\.([\w-]{16})\./, (_, end, salt) => `.${Number(end) + 1}.${salt}.`),
  ])
    assert.equal((await strangerQuota.take('password-reset', from(busy(200), wrong))).ok, false, wrong);
  const others = Array.from({ length: 5 }, () =>
    strangerQuota.take('password-reset', from(busy(201), solution)),
  );
  const answers = await Promise.all(others);
  assert.equal(answers.filter((answer) => answer.ok).length, 1, 'each solution serves once');
});

test('a solution for one kind of request, or one that is too old, lets nobody through another', async (t) => {
  await countAdmitted(12, 'sign-up', () => '198.51.100.1');
  await countAdmitted(12, 'newsletter', () => '198.51.100.1');
  const refused = await strangerQuota.take('newsletter', from('198.51.100.1'));
  assert.ok(!refused.ok && refused.challenge !== undefined);
  const solution = solve(refused.challenge);
  assert.equal((await strangerQuota.take('sign-up', from('198.51.100.1', solution))).ok, false);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 11 * 60_000 });
  // The network's wait is over as well; its next request starts it again.
  await countAdmitted(3, 'newsletter', () => '198.51.100.1');
  assert.equal((await strangerQuota.take('newsletter', from('198.51.100.1', solution))).ok, false);
});

// Interface, Security, law, operations: Beyond the site’s hourly total requests wait, with the same answer, and an alarm is raised
test('beyond the hourly total of the site people get the same answer and their mail later; the operator is warned once', async () => {
  const places: { ok: boolean; runAt: Date | undefined }[] = [];
  const total = PER_HOUR * (1 + MAX_QUEUE_HOURS);
  for (let at = 0; at < total + 3; at++) {
    const admitted = await small.take('login-code', from(`10.${at}.0.1`));
    if (admitted.ok) await admitted.data.enqueue(db, 'mail-reset', { email: `p${at}@example.org` });
    const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker._private_jobs
      where payload->>'email' = ${`p${at}@example.org`}`.execute(db);
    places.push({ ok: admitted.ok, runAt: rows[0]?.run_at });
  }
  assert.ok(places.every(({ ok }) => ok));
  const hour = new Date();
  hour.setMinutes(0, 0, 0);
  const inHours = places.map(
    ({ runAt }) => runAt && Math.floor((runAt.getTime() - hour.getTime()) / 3_600_000),
  );
  const expected = Array.from({ length: total }, (_, at) => Math.floor(at / PER_HOUR));
  assert.deepEqual(
    inHours,
    [...expected, undefined, undefined, undefined],
    'so many in each hour, then no more',
  );
  assert.deepEqual(warnings, [{ bucket: 'login-code', perHour: PER_HOUR }]);
  const row = await db
    .selectFrom('stranger_quota')
    .select(['queued', 'refused'])
    .where('bucket', '=', 'login-code')
    .executeTakeFirst();
  assert.deepEqual(row, { queued: PER_HOUR * MAX_QUEUE_HOURS, refused: 3 });
});

test('proof of work passes a busy network, and not the hourly total of the site', async () => {
  const bucket = 'login-code';
  for (let n = 0; n < 12; n++) await small.take(bucket, from('192.0.2.1'));
  const refused = await small.take(bucket, from('192.0.2.1'));
  assert.ok(!refused.ok && refused.challenge !== undefined);
  const admitted = await small.take(bucket, from('192.0.2.1', solve(refused.challenge)));
  assert.ok(admitted.ok);
  await admitted.data.enqueue(db, 'mail-reset', { email: 'worked@example.org' });
  const { rows } = await sql`select from graphile_worker._private_jobs
    where payload->>'email' = 'worked@example.org' and run_at <= now()`.execute(db);
  assert.equal(rows.length, 0);
});

test('an hour later the queue is shorter by an hour’s total, whichever way the clock went', async () => {
  const pass = (hours: number) =>
    sql`update stranger_quota set hour = hour - make_interval(hours => ${hours})`.execute(db);
  const next = async (at: number) => {
    await small.take('login-code', from(`10.100.${at}.1`));
    const row = await db
      .selectFrom('stranger_quota')
      .select('taken')
      .where('bucket', '=', 'login-code')
      .executeTakeFirst();
    return row?.taken;
  };
  const full = PER_HOUR * (1 + MAX_QUEUE_HOURS) + 1;
  assert.equal(await next(0), full);
  await pass(2);
  assert.equal(await next(1), full - 2 * PER_HOUR + 1);
  await pass(-3);
  assert.equal(await next(2), full - 2 * PER_HOUR + 2);
  await pass(100);
  assert.equal(await next(3), 1);
});

test('a changed total counts at once, and a lower one stops nobody for what was sent before', async () => {
  const bucket = 'newsletter';
  const mail = async (perHour: number, at: number) => {
    limits = { ...limits, stranger_requests: perHour };
    const email = `change${at}@example.org`;
    const admitted = await small.take(bucket, from(`10.101.${at}.1`));
    assert.ok(admitted.ok);
    await admitted.data.enqueue(db, 'mail-reset', { email });
    const { rows } = await sql<{ waits: boolean }>`select run_at > now() as waits
      from graphile_worker._private_jobs where payload->>'email' = ${email}`.execute(db);
    return rows[0] === undefined ? 'dropped' : rows[0].waits ? 'later' : 'now';
  };
  for (let at = 0; at < 20; at++) assert.equal(await mail(20, at), 'now');
  assert.equal(await mail(20, 20), 'later');
  assert.equal(await mail(30, 21), 'now', 'a higher total has room');
  for (let at = 22; at < 30; at++) assert.equal(await mail(30, at), 'now');
  // All thirty of this hour are taken, so both of a lower total are.
  assert.equal(await mail(2, 30), 'later');
  assert.equal(await mail(2, 31), 'later');
});

test('a network may register as often as the limit says, which the refusal names', async () => {
  const by = from('198.51.101.1');
  limits = { ...limits, network_sign_ups: 2 };
  const taken = [];
  for (let n = 0; n < 4; n++) taken.push(await small.take('sign-up', by));
  assert.deepEqual(
    taken.map(({ ok }) => ok),
    [true, true, true, false],
    'the third starts the wait',
  );
  const refused = taken[3];
  assert.ok(refused?.ok === false && refused.challenge !== undefined);
  assert.match(
    refused.message,
    /^From your network, 2 accounts can be created in half an hour without a wait/,
  );
  limits = { ...limits, network_sign_ups: 9 };
  assert.ok((await small.take('sign-up', by)).ok);
});

// Interface, Running: RATE_LIMITS=off lifts request limits, mail caps and publishing brakes
test('with limits off everybody gets through at once, from whatever network', async () => {
  const free = noStrangerQuota(jobs);
  for (let at = 0; at < 50; at++) {
    const admitted = await free.take('sign-up', from('192.0.2.1'));
    assert.ok(admitted.ok);
    await admitted.data.enqueue(db, 'mail-reset', { email: 'free@example.org' });
  }
  const { rows } = await sql`select from graphile_worker._private_jobs
    where payload->>'email' = 'free@example.org' and run_at <= now()`.execute(db);
  assert.equal(rows.length, 50);
});
