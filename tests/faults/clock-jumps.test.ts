import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { watchClocks } from '#platform/jobs/clock-watch.ts';
import { openJobPool } from '#platform/jobs/job-pool.ts';
import { startWorker } from '#platform/jobs/jobs.ts';
import { workerControl } from '#platform/jobs/worker-control.ts';
import { createRequestLimits, REQUESTS_PER_MINUTE } from '#platform/rate-limits/request-limits.ts';
import { createSharedCounters } from '#platform/rate-limits/shared-counters.ts';
import type { ThrottleRule } from '#platform/rate-limits/throttle.ts';
import { unknownSpace } from '#platform/runtime/free-space.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { untilEqual } from '#tests/support/until-equal.ts';

const { context, connectionString } = await testDatabase({ throttle: true });
const { throttle } = context;
const request = await createRequester(await testServer(context));

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MINUTE = 60_000;

/** Does some work while the clock of the site's machine, not the database's, is wrong by the given jump. */
async function withClock<Result>(jump: number, work: () => Promise<Result>): Promise<Result> {
  mock.timers.enable({ apis: ['Date'], now: Date.now() + jump });
  try {
    return await work();
  } finally {
    mock.timers.reset();
  }
}

const jumps = [DAY, -DAY, HOUR, -HOUR];

test('sessions stay valid when the site’s clock jumps', async () => {
  for (const jump of jumps) {
    const person = await signedIn(context, `clock-${jump}`.replace('--', '-back-'));
    await withClock(jump, async () => {
      assert.equal((await request('GET /accounts/profile', { token: person.token })).status, 200);
      const story = await request('POST /stories', { token: person.token, body: { title: `Late ${jump}` } });
      assert.equal(story.status, 201);
      const vote = await request(`POST /tracking/stories/${story.data.id}/vote`, {
        token: person.token,
        body: { vote_type: 'upvote' },
      });
      assert.equal(vote.status, 200);
      const { status, data } = await request('POST /auth/refresh', {
        body: { refreshToken: person.refreshToken },
      });
      assert.equal(status, 200);
      assert.equal((await request('GET /accounts/profile', { token: data.token })).status, 200);
    });
  }
});

test('a rate limit ends on time when the site’s clock jumps', async () => {
  const limits = createRequestLimits(createSharedCounters(context));
  limits.stop();
  const others = createRequestLimits(createSharedCounters(context));
  others.stop();
  const network = '203.0.113.7';
  const refused = () => limits.take('page', network);
  while (refused() === undefined);
  await limits.share();
  for (const jump of jumps) {
    await withClock(jump, async () => {
      const wait = refused()?.retryAfterSeconds ?? 0;
      assert.ok(wait > 0 && wait <= 60, `${wait} seconds`);
      for (let n = 0; n < REQUESTS_PER_MINUTE.page / 2; n++) others.take('page', network);
      await others.share();
      const waitThere = others.take('page', network)?.retryAfterSeconds ?? 0;
      assert.ok(waitThere > 0 && waitThere <= 60, `${waitThere} seconds in another process`);
    });
  }
});

test('the wait after wrong passwords keeps its length when the site’s clock jumps', async () => {
  const rule: ThrottleRule = {
    name: 'clock',
    free: 1,
    rememberedSeconds: 900,
    firstWaitSeconds: 30,
    maxWaitSeconds: 60,
  };
  for (let tries = 0; tries < 2; tries++) assert.equal(await throttle.attempt(rule, 'someone'), undefined);
  const early = await throttle.attempt(rule, 'someone');
  assert.ok((early?.retryAfterSeconds ?? 0) > 0, 'it was to be refused, or this shows nothing');
  for (const jump of jumps) {
    const again = await withClock(jump, () => throttle.attempt(rule, 'someone'));
    const wait = again?.retryAfterSeconds ?? 0;
    assert.ok(wait > 0 && wait <= (early?.retryAfterSeconds ?? 0), `${wait} seconds`);
  }
});

test('scheduled jobs run again after the site’s clock was a day ahead', async () => {
  const log = createLogger({ level: 'silent' });
  const pool = openJobPool(connectionString, log);
  let starts = 0;
  const start = async () => {
    const runner = await startWorker({ pool, tasks: { tidy: () => {} }, crontab: '* * * * * tidy', log });
    starts += 1;
    return runner;
  };
  const workers = workerControl([start]);
  const lastDone = async () => {
    const { rows } = await pool.query('select last_execution from graphile_worker._private_known_crontabs');
    return (rows[0]?.last_execution as Date | null | undefined)?.getTime();
  };
  const right = Math.ceil(Date.now() / MINUTE) * MINUTE;
  // The clock stands shortly before a full minute until the workers have started, so that the wait is short.
  mock.timers.enable({ apis: ['Date'], now: right + DAY - 50 });
  const clocks = await watchClocks({ pool, workers, freeSpace: unknownSpace, log }, 10);
  try {
    await workers.resume();
    mock.timers.setTime(right + DAY);
    await untilEqual(lastDone, right + DAY);

    mock.timers.setTime(right - 50);
    await untilEqual(async () => starts, 2);
    mock.timers.setTime(right);
    await untilEqual(lastDone, right);
  } finally {
    mock.timers.reset();
    await clocks.stop();
    await workers.end();
    await pool.end();
  }
});
