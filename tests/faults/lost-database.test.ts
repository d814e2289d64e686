import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { serversIn } from '#platform/database/embedded/embedded-postgres-process.ts';
import { openJobPool } from '#platform/jobs/job-pool.ts';
import { prepareJobs, startWorker } from '#platform/jobs/jobs.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { postmasterOf } from '#tests/support/postmaster.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import type { SignedInPerson } from '#tests/support/signed-in-person.ts';
import { type DatabaseServer, startPrimary } from '#tests/support/streaming-replica.ts';
import { assertOnlyRefused, startClientLoad } from './client-load.ts';
import { assertWriteCount, missingWrites, newWriters } from './writers.ts';

/** The long form, for docs/trust.md: FAULT_ABSENT_SECONDS=30 node --test tests/faults/lost-database.test.ts */
const ABSENT_SECONDS = Number(process.env.FAULT_ABSENT_SECONDS ?? 0);
const WRITERS = 3;
/** The promise is 5 seconds; the assertion leaves room for a busy machine. */
const CEILING_MILLISECONDS = 10_000;

const deafPools = fileURLToPath(new URL('variants/ignored-pool-errors.ts', import.meta.url));

let database: DatabaseServer = await startPrimary();
const sites: RunningSite[] = [];
let people: SignedInPerson[] = [];
after(async () => {
  for (const site of sites) await site.stop();
  await database.remove();
});

async function openSite(env: Record<string, string> = {}): Promise<RunningSite> {
  const site = await startSite({
    env: { DATABASE_URL: database.connectionString, SAMPLE_LIBRARY: 'off', ...env },
    fill: async (context) => {
      people = await newWriters(context, WRITERS);
    },
  });
  sites.push(site);
  return site;
}

/** Stops the database as `pg_ctl restart` does in the given mode, and starts it again after the given seconds. */
async function restart(signal: 'SIGINT' | 'SIGQUIT', seconds: number): Promise<void> {
  const postmaster = postmasterOf(database.dataDir);
  if (signal === 'SIGQUIT') process.kill(postmaster, signal);
  await database.stop();
  await pause(seconds * 1000);
  database = await database.again();
}

/**
 * Freezes the database's processes, as when its machine or the network is gone: connections are neither
 * refused nor answered.
 */
async function freeze(seconds: number): Promise<void> {
  const pids = await serversIn(join(database.dataDir, 'db'));
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  await pause(seconds * 1000);
  for (const pid of pids) process.kill(pid, 'SIGCONT');
}

test('requests are refused with Retry-After while the database restarts, is absent or hangs, and the site recovers', async (t) => {
  const site = await openSite();
  for (const [what, fault] of [
    ['restarted, immediate', () => restart('SIGQUIT', 0)],
    [`stopped, fast, and away for ${ABSENT_SECONDS} s`, () => restart('SIGINT', ABSENT_SECONDS)],
    [`silent for ${ABSENT_SECONDS + 5} s`, () => freeze(ABSENT_SECONDS + 5)],
  ] as const) {
    const load = startClientLoad(site, people);
    let normalAfter = 0;
    try {
      await load.untilAllServed();
      await fault();
      normalAfter = await load.untilAllServed();
    } finally {
      await load.leave();
    }
    assert.equal(site.child.exitCode, null, 'the site has ended');
    assertOnlyRefused(load, site);
    assert.ok(load.refusals > 0, `${what}: nobody noticed anything, so this shows nothing`);
    assert.ok(load.longestMilliseconds() < CEILING_MILLISECONDS, `${load.longestMilliseconds()} ms`);
    assertWriteCount(load.log, WRITERS);
    assert.deepEqual(await missingWrites(database.connectionString, load.log), []);
    t.diagnostic(
      `${what}: ${load.refusals} refusals, the longest answer took ${Math.round(load.longestMilliseconds())} ms, all was as before ${Math.round(normalAfter)} ms after its return`,
    );
  }
  await site.stop();
});

test('a site that loses its database as soon as it has opened refuses requests, and ends on SIGTERM', async () => {
  const site = await startSite({ env: { DATABASE_URL: database.connectionString, SAMPLE_LIBRARY: 'off' } });
  sites.push(site);
  await database.stop();
  try {
    // Waits until the workers have noticed the loss as well.
    for (let n = 0; n < 18; n++) {
      const answer = await fetch(`${site.url}/api/authors?page=2`).catch((error: unknown) => {
        throw new Error(`no answer:\n${site.output()}`, { cause: error });
      });
      assert.equal(answer.status, 503);
      await pause(400);
    }
    const ended = once(site.child, 'exit');
    site.child.kill('SIGTERM');
    const [code] = (await Promise.race([ended, pause(60_000, ['it has not ended'])])) as [unknown];
    assert.equal(code, 0);
  } finally {
    site.child.kill('SIGKILL');
    database = await database.again();
  }
});

test('a job that ends while the database is absent is recorded afterwards', async () => {
  const log = createLogger({ level: 'silent' });
  await prepareJobs(database.connectionString, log);
  const pool = openJobPool(database.connectionString, log);
  let end = () => {};
  const untilAway = new Promise<void>((resolve) => {
    end = resolve;
  });
  let started = 0;
  const work = async (problem?: Error) => {
    started += 1;
    await untilAway;
    if (problem !== undefined) throw problem;
  };
  const tasks = { succeeds: () => work(), fails: () => work(new Error('it failed')) };
  const runQuery = async (query: string) => {
    const client = new pg.Client({ connectionString: database.connectionString });
    await client.connect();
    return (await client.query(query).finally(() => client.end())).rows;
  };
  for (const task of Object.keys(tasks)) await runQuery(`select graphile_worker.add_job('${task}')`);
  const runner = await startWorker({ pool, tasks, log });
  while (started < 2) await pause(20);
  await database.stop();
  end();
  await pause(100);
  database = await database.again();
  // The query names both tasks, because the site may have left other jobs.
  const left = () =>
    runQuery(`select task_identifier as task, last_error, locked_at is not null as is_taken
      from graphile_worker.jobs where task_identifier in ('succeeds', 'fails')`);
  try {
    // The worker retries on its own schedule, some seconds later.
    let rows = await left();
    while (rows.some(({ is_taken }) => is_taken)) {
      await pause(50);
      rows = await left();
    }
    assert.deepEqual(rows, [{ task: 'fails', last_error: 'it failed', is_taken: false }]);
    // A worker that stops while it connects again to listen would use the pool after its end.
    const listeners = () => runQuery(`select from pg_stat_activity where query like 'LISTEN "jobs:insert"%'`);
    while ((await listeners()).length === 0) await pause(50);
  } finally {
    await runner.stop();
    await pool.end();
  }
});

test('control: a site that ignores broken connections is detected', async () => {
  const site = await openSite({ NODE_OPTIONS: `--import=${deafPools}` });
  const load = startClientLoad(site, people);
  await load.untilAllServed();
  const isRunning = () => site.child.exitCode === null && site.child.signalCode === null;
  // A restart that meets no idle connection ends nothing: the pool reports only those to its listener.
  while (isRunning()) {
    await restart('SIGQUIT', 0);
    for (let n = 0; n < 50 && isRunning(); n++) await pause(20);
  }
  await load.leave();
  assert.notEqual(site.child.exitCode, 0);
  assert.throws(() => assertOnlyRefused(load, site), /neither yes nor a refusal/);
});
