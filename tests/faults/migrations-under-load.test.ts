import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#platform/database/migrations.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { startSite } from '#tests/support/running-site.ts';
import type { SignedInPerson } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { assertOnlyRefused, startClientLoad } from './client-load.ts';
import { missingWrites, newWriters } from './writers.ts';

const log = createLogger({ level: 'silent' });
const { connectionString } = await testDatabase();
let people: SignedInPerson[] = [];
const site = await startSite({
  env: { DATABASE_URL: connectionString },
  fill: async (context) => {
    people = await newWriters(context, 3);
  },
});
after(() => site.stop());

/** The next release changes tables that all requests use, and the triggers on them. */
const nextRelease = mkdtempSync(join(tmpdir(), 'nightstand-migrations-'));
after(() => rmSync(nextRelease, { recursive: true }));
cpSync(fileURLToPath(new URL('../../db', import.meta.url)), nextRelease, { recursive: true });
writeFileSync(
  join(nextRelease, 'migrations/9998-add-notes.sql'),
  `-- Up Migration
alter table stories add column note text not null default '';
alter table chapters add column note text;
create table story_notes (story_id integer primary key references stories (id) on delete cascade, note text);
`,
);

const functions = join(nextRelease, 'functions');
for (const file of readdirSync(functions)) appendFileSync(join(functions, file), '-- The next release.\n');

async function functionFiles(): Promise<unknown[]> {
  const client = await connected();
  try {
    return (await client.query('select name, checksum from function_files order by name')).rows;
  } finally {
    await client.end();
  }
}

async function connected(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

/** Reads in one long transaction, as a backup does; returns the function that ends it. */
async function readLong(): Promise<() => Promise<void>> {
  const client = await connected();
  await client.query('begin isolation level repeatable read read only');
  await client.query('select from stories, chapters limit 1');
  return () => client.end();
}

// The wait exceeds the lock timeout of a request.
const LONG_MILLISECONDS = 4_000;
/** A busy machine may refuse this many requests without a migration; a lock that blocks readers refuses more. */
const MAX_REFUSALS = 2;

test('migrations and functions applied during a backup refuse no reader and no author', async () => {
  const before = await functionFiles();
  const load = startClientLoad(site, people);
  try {
    await load.untilAllServed();
    const endReading = await readLong();
    const migrating = migrate(connectionString, log, { from: nextRelease });
    await pause(LONG_MILLISECONDS);
    await endReading();
    assert.deepEqual(await migrating, ['9998-add-notes']);
    await load.untilAllServed();
  } finally {
    await load.leave();
  }
  assertOnlyRefused(load, site);
  assert.ok(load.refusals <= MAX_REFUSALS, `${load.refusals} refusals`);
  assert.deepEqual(await missingWrites(connectionString, load.log), []);
  // A machine with the previous release starts normally, and keeps the newer functions.
  const brought = await functionFiles();
  assert.notDeepEqual(brought, before);
  assert.deepEqual(await migrate(connectionString, log), []);
  assert.deepEqual(await functionFiles(), brought);
});

test('control: a migration without a lock time-out is detected', async () => {
  const load = startClientLoad(site, people);
  try {
    await load.untilAllServed();
    const endReading = await readLong();
    const client = await connected();
    const altered = client.query('alter table stories add column remark text');
    while (load.refusals <= MAX_REFUSALS) await pause(20);
    await endReading();
    await altered;
    await client.end();
  } finally {
    await load.leave();
  }
  assertOnlyRefused(load, site);
});
