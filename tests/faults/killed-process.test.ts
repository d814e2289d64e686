import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { postmasterOf } from '#tests/support/postmaster.ts';
import { type RunningSite, startSite } from '#tests/support/running-site.ts';
import type { SignedInPerson } from '#tests/support/signed-in-person.ts';
import { assertWriteCount, createAcknowledged, keepWriting, missingWrites, newWriters } from './writers.ts';

/** The long form, for docs/trust.md: FAULT_ROUNDS=50 FAULT_WRITERS=20 node --test tests/faults/killed-process.test.ts */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const WRITERS = Number(process.env.FAULT_WRITERS ?? 8);

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

interface Installation {
  dataDir: string;
  connectionString: string;
  people: SignedInPerson[];
  first: RunningSite;
  start(): Promise<RunningSite>;
}

async function newInstallation(): Promise<Installation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'nightstand-killed-'));
  folders.push(dataDir);
  // The long form takes longer than a token lives.
  const env = { DATA_DIR: dataDir, SAMPLE_LIBRARY: 'off', ACCESS_TOKEN_SECONDS: '3600' };
  const start = () => startSite({ env });
  let people: SignedInPerson[] = [];
  const first = await startSite({
    env,
    fill: async (context) => {
      people = await newWriters(context, WRITERS);
    },
  });
  const socket = encodeURIComponent(join(dataDir, 'db-socket'));
  const connectionString = `postgresql://nightstand@localhost/nightstand?host=${socket}&port=5432`;
  return { dataDir, connectionString, people, first, start };
}

/** Lets all writers work and kills the site in the meantime, alone or with its database. */
async function killWhileWriting({ dataDir, people }: Installation, site: RunningSite, withDatabase: boolean) {
  const log = createAcknowledged();
  let isOver = false;
  const writers = people.map((person) =>
    // A writer may be asked to come back when the machine is busy, and must lose the connection at the end; any other
    // failure would be a fault.
    keepWriting(
      site.url,
      person,
      log,
      () => isOver,
      async ({ status, retryAfter }) => {
        assert.ok(status === 503 && retryAfter !== null, `answered ${status}`);
        await pause(Number(retryAfter) * 1000);
      },
    ).catch((error: Error) => assert.ok(isOver || error.name === 'TypeError', String(error))),
  );
  while (log.bookmarks.size < 3 * WRITERS) await pause(5);
  await pause(Math.random() * 500);
  const exited = once(site.child, 'exit');
  if (withDatabase) process.kill(postmasterOf(dataDir), 'SIGKILL');
  site.child.kill('SIGKILL');
  await exited;
  isOver = true;
  await Promise.all(writers);
  assertWriteCount(log, WRITERS);
  return log;
}

test('every acknowledged write is stored once after kill -9 of the site, or of site and database', async (t) => {
  const installation = await newInstallation();
  let site = installation.first;
  let acts = 0;
  const longest = { alone: 0, both: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    for (const withDatabase of [false, true]) {
      const log = await killWhileWriting(installation, site, withDatabase);
      const killedAt = performance.now();
      site = await installation.start();
      const which = withDatabase ? 'both' : 'alone';
      longest[which] = Math.max(longest[which], performance.now() - killedAt);
      assert.deepEqual(await missingWrites(installation.connectionString, log), []);
      acts += log.stories.size + log.chapters.size + log.votes.size + log.bookmarks.size;
    }
  }
  await site.stop();
  t.diagnostic(`${2 * ROUNDS} kills, ${acts} acknowledged acts, none lost, none doubled`);
  const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);
  t.diagnostic(
    `ready again after at most ${seconds(longest.alone)} s, with the database ${seconds(longest.both)} s`,
  );
});

test('control: a database that acknowledges before storing is detected', async () => {
  const installation = await newInstallation();
  const client = new pg.Client({ connectionString: installation.connectionString });
  await client.connect();
  await client.query('alter role nightstand set synchronous_commit = off');
  await client.end();
  await installation.first.stop();
  let site = await installation.start();
  // The log is written several times a second, so a single run may catch no write in progress.
  for (let lost = 0; lost === 0; ) {
    const log = await killWhileWriting(installation, site, true);
    site = await installation.start();
    lost = (await missingWrites(installation.connectionString, log)).length;
  }
  await site.stop();
});
