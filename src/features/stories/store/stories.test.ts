import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { storiesByIds, storiesOfAccountByTitle, titledStoryBeside } from './stories.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const ids = Object.values(stories).map((story) => story.id);

async function tagsReadInOrder(connection: Connection): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read::integer as read from pg_stat_xact_user_tables where relname = 'tags'`.execute(
    connection,
  );
  return rows[0]?.read ?? 0;
}

test('the tags of a page of stories are read by index, not by a scan of all tags', async () => {
  await sql`insert into tags (name, key) select 'tag ' || n, 'tag' || n from generate_series(1, 20000) as n`.execute(
    context.db,
  );
  // More tags than a story can have, so that these few stories have as many as a whole page.
  await sql`insert into story_tags (story_id, tag_id, position)
    select story_id, tags.id, 100 + row_number() over (partition by story_id) from unnest(${ids}::bigint[]) as story_id
    join tags on key like 'tag%' and tags.id % 200 = story_id`.execute(context.db);
  await sql`analyze tags, story_tags`.execute(context.db);
  await context.db.transaction().execute(async (transaction) => {
    // Includes statistics of earlier transactions that this connection has not reported yet.
    const before = await tagsReadInOrder(transaction);
    const loaded = await storiesByIds(transaction, ids);
    assert.ok(loaded.flatMap((story) => story.tags).length > 0);
    assert.equal(await tagsReadInOrder(transaction), before);
    await sql`select count(*) from tags where trending is distinct from 7`.execute(transaction);
    assert.ok((await tagsReadInOrder(transaction)) >= before + 20_000, 'such reading would be seen');
  });
});

test('a story in the trash is not the one that has a title', async () => {
  const { db } = context;
  const title = 'The ferry AT dusk';
  const { id } = await db
    .selectFrom('pen_names')
    .select('id')
    .where('username', '=', people.mira)
    .executeTakeFirstOrThrow();
  const slugs = async () => [
    (await titledStoryBeside(db, id, title))?.slug,
    (await storiesOfAccountByTitle(db, id, [title])).get(title.toLowerCase())?.slug,
  ];
  const { slug } = stories.ferry;
  assert.deepEqual(await slugs(), [slug, slug]);
  await sql`update stories set trashed_at = now() where id = ${stories.ferry.id}`.execute(db);
  assert.deepEqual(await slugs(), [undefined, undefined]);
});
