import assert from 'node:assert/strict';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { serversIn } from '#platform/database/embedded/embedded-postgres-process.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import type { SignedInPerson } from '#tests/support/signed-in-person.ts';
import { type DatabaseServer, startPrimary, startReplicaOf } from '#tests/support/streaming-replica.ts';
import { assertOnlyRefused, startClientLoad } from './client-load.ts';
import { assertWriteCount, missingWrites, newWriters } from './writers.ts';

const WRITERS = 3;

const folder = await mkdtemp(join(tmpdir(), 'nightstand-address-'));
const address = join(folder, 'socket');

/** Leads the site's database address to this one from now on, as a moved network address or DNS name does. */
async function moveAddressTo(database: DatabaseServer): Promise<string> {
  await rm(address, { force: true });
  await symlink(String(database.connection.host), address);
  const url = new URL(database.connectionString);
  url.searchParams.set('host', address);
  return url.href;
}

const primary = await startPrimary();
let people: SignedInPerson[] = [];
const site: RunningSite = await startSite({
  env: { DATABASE_URL: await moveAddressTo(primary), SAMPLE_LIBRARY: 'off' },
  fill: async (context) => {
    people = await newWriters(context, WRITERS);
  },
});
const replica = await startReplicaOf(primary);
after(async () => {
  for (const resume of lost) resume();
  await site.stop();
  await replica.remove();
  await primary.remove();
  await rm(folder, { recursive: true });
});

const lost: (() => void)[] = [];

/** Freezes a database for good, as when its machine is gone: it neither answers nor ends a connection. */
async function lose({ dataDir }: DatabaseServer): Promise<void> {
  const pids = await serversIn(join(dataDir, 'db'));
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  lost.push(() => {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  });
}

async function untilSynchronous(): Promise<void> {
  for (;;) {
    const { rows } = await primary.administer('select sync_state from pg_stat_replication');
    if (rows[0]?.sync_state === 'sync') return;
    await pause(50);
  }
}

/** Waits until the job worker and the listener for changes, whose connections were silent, are there as well. */
async function untilWhole(database: DatabaseServer): Promise<void> {
  for (;;) {
    const { rows } = await database.administer(`
      select distinct application_name from pg_stat_activity
      where application_name in ('nightstand-changes', 'nightstand-jobs')`);
    if (rows.length === 2) return;
    await pause(50);
  }
}

test('a replica takes over from a lost database: readers and authors continue, and no acknowledged write is lost', async (t) => {
  await primary.administer("alter system set synchronous_standby_names = '*'");
  await primary.administer('select pg_reload_conf()');
  await untilSynchronous();
  const load = startClientLoad(site, people);
  let normalAfter = 0;
  try {
    await load.untilAllServed();
    await lose(primary);
    await replica.administer('select pg_promote()');
    await moveAddressTo(replica);
    normalAfter = await load.untilAllServed();
    await untilWhole(replica);
  } finally {
    await load.leave();
  }
  assert.equal(site.child.exitCode, null, 'the site has ended');
  assertOnlyRefused(load, site);
  assertWriteCount(load.log, WRITERS);
  assert.deepEqual(await missingWrites(replica.connectionString, load.log), []);
  t.diagnostic(`${load.refusals} refusals; all was as before ${Math.round(normalAfter)} ms after the move`);
});

test('control: a replica that had stopped following lacks acknowledged writes', async () => {
  const follower = await startReplicaOf(replica);
  await follower.stop();
  const load = startClientLoad(site, people);
  await load.untilAllServed().finally(load.leave);
  await lose(replica);
  const revived = await follower.again();
  after(() => revived.remove());
  await revived.administer('select pg_promote()');
  assert.notDeepEqual(await missingWrites(revived.connectionString, load.log), []);
});
