import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import { recountedCounters, storedCounters } from '#tests/support/readers.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { fillLargeLibrary } from '../bench/large-library.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const client = new pg.Client({ connectionString });
await client.connect();
const sizes = await fillLargeLibrary(client, {
  stories: 60,
  wordsOfChapter: 60,
  progress: () => {},
  pool: { passages: 30, sentences: 200, names: 120 },
}).finally(() => client.end());

async function rowsOf(query: ReturnType<typeof sql>): Promise<unknown[]> {
  return (await query.execute(db)).rows;
}

test('a generated library has the requested sizes, unevenly distributed', async () => {
  const [counts] = (await rowsOf(sql`
    select (select count(*) from stories) as stories, (select count(*) from chapters) as chapters,
      (select count(*) from accounts) as accounts, (select max(upvote_count) from stories) as most,
      (select percentile_disc(0.5) within group (order by upvote_count) from stories) as usual,
      (select min(story_count) from tags) as rare, (select max(story_count) from tags) as common`)) as {
    [name: string]: number;
  }[];
  const { most = 0, usual = 0, rare = 0, common = 0, ...rest } = counts ?? {};
  assert.deepEqual(rest, { stories: 60, chapters: 600, accounts: sizes.accounts });
  assert.ok(most > 2 * usual && usual > 0, `${most} votes at most, ${usual} usually`);
  assert.ok(common > 10 && rare === 0, `${common} stories with the commonest tag`);
});

test('every stored count equals the number of rows', async () => {
  assert.deepEqual(await storedCounters(context), await recountedCounters(context));
  assert.deepEqual(
    await rowsOf(sql`select stories.id from stories cross join lateral (
        select count(*) as chapters, sum(word_count) as words, min(created_at) as first, max(updated_at) as latest
        from chapters where story_id = stories.id) as written
      where (chapter_count, word_count, published_at, updated_at) is distinct from (chapters, words, first, latest)`),
    [],
  );
  assert.deepEqual(
    await rowsOf(sql`select id from tags
      where story_count <> (select count(*) from story_tags where tag_id = id and published_at is not null)`),
    [],
  );
  assert.deepEqual(
    await rowsOf(sql`select listed, featured, (select count(*) from stories) as stories,
      (select count(*) from stories where featured_at is not null) as chosen from story_totals`),
    [{ listed: 60, featured: 1, stories: 60, chosen: 1 }],
  );
  assert.deepEqual(
    await rowsOf(sql`select story_id from story_tags join stories on stories.id = story_id
      where (story_tags.published_at, story_tags.featured_at, story_tags.trending, story_tags.top,
          story_tags.ranked_upvote_count, story_tags.last_chapter_at)
        is distinct from (stories.published_at, stories.featured_at, stories.trending, stories.top,
          stories.ranked_upvote_count, stories.last_chapter_at)`),
    [],
  );
});

// Interface, Ranking: Trending weighs votes, bookmarks, views and completed reads
test('the trending score of a story follows from its reactions', async () => {
  assert.deepEqual(
    await rowsOf(sql`select id from stories cross join lateral (
        select trending_sum(score) as wanted from (
          select trending_of(view_count * act_weight('view'), created_at) as score
          union all select trending_of(act_weight('upvote'), voted_at) from votes
            where story_id = id and value = 1 and ranked_at is not null
          union all select trending_of(act_weight('bookmark'), bookmarked_at) from bookmarks
            where story_id = id and ranked_at is not null
        ) as scores
      ) as sums where (trending is null) <> (wanted is null) or abs(trending - wanted) > 1e-9`),
    [],
  );
});

test('the totals of authors and tags equal those that the site computes', async () => {
  const sums = () =>
    rowsOf(sql`select account_id, null as name, story_count, round(trending::numeric, 9) as trending,
        total_views, total_upvotes, ranked_upvotes, top from author_stats
      union all select null, name, story_count, round(trending::numeric, 9), null, null, null, null from tags
      order by 1, 2`);
  const generated = await sums();
  const ids = await db.selectFrom('stories').select('id').execute();
  await updateRankings(
    context,
    ids.map(({ id }) => id),
  );
  assert.deepEqual(generated, await sums());
});

test('the search index equals that of stories written through the API', async () => {
  const entries = () =>
    rowsOf(sql`select 'chapter' as kind, chapter_id as id, tsvector_to_array(words) as words from search_chapters
      union all select 'title', story_id, tsvector_to_array(title) from search_stories
      union all select 'head', story_id, tsvector_to_array(head) from search_stories
      union all select 'author', account_id, tsvector_to_array(words) from search_authors
      order by 1, 2`);
  const generated = await entries();
  assert.ok(generated.length > 720);
  await sql`update chapters set title = title`.execute(db);
  await sql`select search_refresh_stories(array(select id from stories order by id))`.execute(db);
  assert.deepEqual(generated, await entries());
  assert.deepEqual(
    await rowsOf(sql`select word from unnest(array(select distinct unnest(tsvector_to_array(
        to_tsvector('nightstand_words', search_plain_text(content)))) from chapters limit 500)) as word
      where word ~ '^[[:alnum:]]{3,30}$' and not exists (select from search_words where search_words.word = word)`),
    [],
  );
});
