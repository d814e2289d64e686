import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
await fillExampleStories(context);
const request = await createRequester(await testServer(context));
const migration = readFileSync(
  new URL('../../../../db/migrations/0120-refresh-searched-tags.sql', import.meta.url),
  'utf8',
);

test('stories that an earlier release indexed are found by the keys of their tags after the upgrade', async () => {
  const found = async () => (await request('GET /search?query=slowburn')).data.stories.length;
  await sql`update search_stories set head = ts_delete(head, 'slowburn')`.execute(db);
  await sql`delete from search_words where word = 'slowburn'`.execute(db);
  assert.equal(await found(), 0);
  await sql.raw(migration).execute(db);
  await runDueJobs(connectionString, context);
  assert.equal(await found(), 2);
});
