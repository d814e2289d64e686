import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { knownMigrations, migrate } from '#platform/database/migrations.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { describeSchema } from './support/describe-schema.ts';
import { emptyDatabase, testDatabase } from './support/test-database.ts';

/**
 * Upgrades a database of the time before functions had files of their own, with the rows that later
 * migrations change.
 */

const { connectionString } = await testDatabase();
const log = createLogger({ level: 'silent' });

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

const older = await emptyDatabase(connectionString);
const BEFORE = '0029-add-story-status';

async function routines(url: string): Promise<unknown[]> {
  const client = await connect(url);
  const { rows } = await client.query(`
    select pg_get_functiondef(oid) as text from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal order by 1`);
  await client.end();
  return rows;
}

test('an upgraded database has the schema and functions of a new one and keeps its trending scores', async () => {
  await migrate(older, log, { count: knownMigrations().indexOf(BEFORE) + 1 });
  const client = await connect(older);
  await client.query(`
    insert into accounts (username) values ('an-author'), ('a-reader');
    insert into tags (name, key) values ('ferry', 'ferry');
    insert into stories (author_id, title, slug, published_at, heat)
      select 1, 'Story ' || n, 'story-' || n, now(), case when n = 2 then heat_of(3, now() - interval '9 days') else 0 end
      from generate_series(1, 3) as n;
    insert into story_tags (story_id, tag_id, position) select id, 1, 0 from stories;
    insert into votes (account_id, story_id, value, ranked_at) values (2, 1, 1, now());`);
  const scores = async () => (await client.query('select id, trending from stories order by id')).rows;
  const before = await scores();
  assert.ok(before[0].trending > before[1].trending && before[2].trending === null);

  await migrate(older, log);
  assert.deepEqual(await scores(), before);
  // The vote is pending and not yet in the tag, as before.
  const { rows: sums } = await client.query(
    'select trending, (select counted_trending from ranking_changes) as counted from tags',
  );
  assert.deepEqual(sums, [{ trending: before[1].trending, counted: null }]);
  await client.query('delete from votes');
  assert.equal((await scores())[0].trending, null);
  await client.end();
  assert.equal(await describeSchema(older), await describeSchema(connectionString));
  assert.deepEqual(await routines(older), await routines(connectionString));
});
