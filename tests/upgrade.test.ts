import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { knownMigrations, migrate } from '#platform/database/migrations.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { describeSchema } from './support/describe-schema.ts';
import { emptyDatabase, testDatabase } from './support/test-database.ts';

/**
 * Upgrades databases of the time before functions had files of their own, with the rows that later
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

test('an upgraded library keeps its lists, dates and authors, and the places of stories that are not listed now', async () => {
  const url = await emptyDatabase(connectionString);
  await migrate(url, log, { count: knownMigrations().indexOf(BEFORE) + 1 });
  const client = await connect(url);
  const values = async (text: string) =>
    (await client.query<{ value: string }>(text)).rows.map((row) => row.value);
  await client.query(`
    insert into accounts (username, display_name, bio, profile_public_at)
      values ('an-author', 'An Author', 'Writes at night.', '2026-01-02'), ('a-reader', '', '', null);
    insert into stories (author_id, title, slug) select 1, 'Story ' || n, 'story-' || n from generate_series(1, 6) as n;
    insert into chapters (story_id, title, content, cleaner_version, word_count, created_at)
      select id, 'One', '<p>One.</p>', 1, 1, '2026-03-01'::timestamptz + id * interval '1 day' from stories;
    update stories set published_at = '2026-04-01'::timestamptz + (id * 5 % 7) * interval '1 day';
    update stories set withheld_at = now(), withheld_published_at = published_at, published_at = null where id = 2;
    update stories set waiting_since = now(), waiting_for = 'moderator', waiting_published_at = published_at, published_at = null
      where id = 3;`);
  const listed =
    'select id || published_at::text as value from stories where published_at is not null order by published_at';
  const places = `select id || coalesce(published_at, withheld_published_at, waiting_published_at, listed_since)::text as value
    from stories order by id`;
  const before = await values(listed);
  const placesBefore = await values(places.replace(', listed_since', ''));
  assert.equal(before.length, 4);

  await migrate(url, log);
  assert.deepEqual(await values(listed), before);
  assert.deepEqual(
    await values('select distinct chapter_published_at(chapters) = created_at as value from chapters'),
    [true],
  );
  assert.deepEqual(
    await values(`select concat_ws('|', id, account_id, is_default, username, display_name, bio, profile_public_at is not null)
      as value from pen_names order by id`),
    ['1|1|t|an-author|An Author|Writes at night.|t', '2|2|t|a-reader|||f'],
  );
  // The first change of a story moves its place into the new column.
  await client.query(`
    insert into chapters (story_id, title, content, cleaner_version, word_count) select id, 'Two', '<p>Two.</p>', 1, 1 from stories;
    update stories set visibility = 'members' where id = 4`);
  assert.deepEqual(await values(listed), before);
  assert.deepEqual(
    await values('select id || listed_since::text as value from stories order by id'),
    placesBefore,
  );
  await client.query(`
    update stories set withheld_at = null where id = 2;
    update stories set waiting_since = null, waiting_for = null where id = 3`);
  assert.deepEqual(
    await values('select id || published_at::text as value from stories order by id'),
    placesBefore,
  );
  // The stories follow their author's name, and leave with the account.
  await client.query('delete from accounts where id = 1');
  assert.deepEqual(await values('select id::text as value from stories'), []);
  await client.end();
});
