import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { CLEANER_VERSION } from '#platform/html/html-cleaner.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { fillExampleStories } from '#tests/world.ts';
import { cleanOlderChapters } from './clean-older-chapters.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;

test('older chapters are cleaned again, although one before them can’t be stored', async () => {
  await fillExampleStories(context);
  await sql`update chapters set cleaner_version = 0, content = '<p onclick="x">Late.</p>'`.execute(db);
  const [first] = await db.selectFrom('chapters').select('id').orderBy('id').execute();
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise 'This one stays.'; end $$`.execute(db);
  await sql`create trigger a_refuse before update on chapters for each row when (old.id = ${sql.lit(first?.id)})
    execute function refuse()`.execute(db);
  const quiet = { ...context, log: { ...context.log, error: () => {} } };
  await cleanOlderChapters(quiet);
  await runDueJobs(connectionString, quiet);
  const left = await db
    .selectFrom('chapters')
    .select('id')
    .where((on) => on.or([on('cleaner_version', '<', CLEANER_VERSION), on('content', 'like', '%onclick%')]))
    .execute();
  assert.deepEqual(left, [first]);
});
