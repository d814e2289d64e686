import type pg from 'pg';
import { fillWords, sumUp } from './library-sums.ts';
import { fillTextPool, type PoolSizes } from './text-pool.ts';

/**
 * Fills an empty, migrated database with the given number of stories, the same at every run: ten chapters
 * each, tags by Zipf's law, a few authors with many stories and many with few, votes, bookmarks and views
 * equally uneven. Triggers would take hours row by row, so they are disabled and their results are computed
 * for many rows at once.
 */
export async function fillLargeLibrary(
  client: pg.Client,
  { stories, wordsOfChapter, progress, pool = LARGE_POOL, isForLists = false }: LibraryOptions,
): Promise<LibrarySizes> {
  const sizes: LibrarySizes = {
    stories,
    chapters: isForLists ? 0 : stories * CHAPTERS_OF_STORY,
    authors: Math.max(5, Math.ceil(stories / 8)),
    accounts: Math.max(40, Math.ceil(stories / 2)),
    tags: Math.min(20_000, 300 + Math.ceil(stories / 50)),
  };
  const { rows } = await client.query<{ isEmpty: boolean }>(
    'select not exists (select from stories) and not exists (select from accounts) as "isEmpty"',
  );
  if (!rows[0]?.isEmpty) throw new Error('The database already holds something; it takes an empty one');
  await client.query(`
    set synchronous_commit = off; set statement_timeout = 0; set maintenance_work_mem = '1GB'; set work_mem = '128MB';
    -- From 0 to 1, the same for the same numbers.
    create function pg_temp.chance(place bigint, purpose integer) returns float8 language sql immutable parallel safe
      return ((hashint8extended(place, purpose) >> 11) & 9007199254740991)::float8 / 9007199254740992;
    create function pg_temp.one_of(count integer, place bigint, purpose integer) returns integer
      language sql immutable parallel safe return 1 + floor(pg_temp.chance(place, purpose) * count)::integer`);
  await fillTextPool(client, wordsOfChapter, pool);
  for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'public' and tablename like 'search\\_%' and indexdef like '% gin %'`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await fillPeopleAndTags(client, sizes, pool);
  for (let from = 0; from < stories; from += BATCH) {
    const to = Math.min(stories, from + BATCH);
    await (isForLists ? fillListedStories : fillStories)(client, sizes, pool, from + 1, to);
    progress(`${to.toLocaleString('en')} of ${stories.toLocaleString('en')} stories`);
  }
  progress('what is kept beside the rows');
  await sumUp(client);
  if (!isForLists) await fillWords(client);
  for (const { name, definition } of indexes) {
    progress(`index ${name}`);
    await client.query(definition);
  }
  for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`);
  // Autovacuum would have run on a table of this size, and an index-only read depends on it.
  await client.query('vacuum analyze');
  return sizes;
}

export interface LibraryOptions {
  stories: number;
  /** The approximate number of words of a chapter; 1,500 is usual. */
  wordsOfChapter: number;
  progress: (what: string) => void;
  /** The number of texts in the pool from which others are composed. */
  pool?: PoolSizes;
  /** Only what lists of stories and tags read: no chapters, reactions and words of the search. */
  isForLists?: boolean;
}

export interface LibrarySizes {
  stories: number;
  chapters: number;
  authors: number;
  accounts: number;
  tags: number;
}

const LARGE_POOL: PoolSizes = { passages: 2_000, sentences: 20_000, names: 4_000 };
const CHAPTERS_OF_STORY = 10;
const BATCH = 2_000;
const TABLES = [
  'accounts',
  'pen_names',
  'author_stats',
  'stories',
  'chapters',
  'tags',
  'story_tags',
  'votes',
  'bookmarks',
];

async function fillPeopleAndTags(
  client: pg.Client,
  { accounts, tags }: LibrarySizes,
  pool: PoolSizes,
): Promise<void> {
  await client.query(
    `insert into accounts (username, display_name, bio, created_at)
     select 'person-' || place, initcap(names.text), sentences.text, now() - interval '4 years'
     from generate_series(1, $1::integer) as place
     join names on names.id = pg_temp.one_of($2, place, 1)
     join sentences on sentences.id = pg_temp.one_of($3, place, 2)
     order by place`,
    [accounts, pool.names, pool.sentences],
  );
  await client.query(
    `insert into pen_names (id, account_id, username, display_name, bio, created_at)
     select id, id, username, display_name, bio, created_at from accounts
     on conflict (id) do nothing`,
  );
  await client.query(
    `insert into credentials (account_id, email, email_verified_at)
     select id, username || '@example.org', created_at from accounts`,
  );
  await client.query(
    `insert into tags (name, key)
     select left(names.text, 40) || ' ' || place, replace(left(names.text, 40), ' ', '') || place
     from generate_series(1, $1::integer) as place
     join names on names.id = pg_temp.one_of($2, place, 3)
     order by place`,
    [tags, pool.names],
  );
}

/**
 * Inserts one batch of stories with all rows that depend on them, in the order in which their ids follow from
 * each other.
 */
async function fillStories(
  client: pg.Client,
  { authors, accounts, tags }: LibrarySizes,
  pool: PoolSizes,
  from: number,
  to: number,
): Promise<void> {
  const { names, sentences, passages } = pool;
  await client.query('begin');
  await insertStories(client, authors, pool, from, to);
  await client.query(
    `with made as (
       select stories.id as story_id, nth, initcap(names.text) as title,
         '<p>' || one.text || ' ' || other.text || '</p>' || passages.text as content,
         names.words || one.words || other.words || passages.words as words,
         one.word_count + other.word_count + passages.word_count as word_count,
         created_at + (nth - 1) * interval '1 hour' as at
       from stories
       cross join generate_series(1, ${CHAPTERS_OF_STORY}) as nth
       join names on names.id = pg_temp.one_of(${names}, stories.id * 100 + nth, 31)
       join sentences as one on one.id = pg_temp.one_of(${sentences}, stories.id * 100 + nth, 32)
       join sentences as other on other.id = pg_temp.one_of(${sentences}, stories.id * 100 + nth, 33)
       join passages on passages.id = pg_temp.one_of(${passages}, stories.id * 100 + nth, 34)
       where stories.id between $1 and $2
     ), stored as (
       insert into chapters (story_id, title, "order", content, cleaner_version, word_count, created_at, updated_at)
       select story_id, title, nth, content, 1, word_count, at, at from made order by story_id, nth
       returning id, story_id, "order" as nth
     )
     insert into search_chapters (chapter_id, story_id, words)
     select id, story_id, words from stored join made using (story_id, nth)`,
    [from, to],
  );
  // Few stories have many votes, most have some. The voter steps through the accounts, so nobody votes twice.
  for (const [table, column, purpose, mean, most] of [
    ['votes', 'voted_at', 41, 3, 0.5],
    ['bookmarks', 'bookmarked_at', 42, 1.5, 0.25],
  ] as const) {
    await client.query(
      `insert into ${table} (account_id, story_id, ${column}, ranked_at${table === 'votes' ? ', value' : ''})
       select account_id, id, at, case when account_id <> author_id then at end
         ${table === 'votes' ? ', case when pg_temp.chance(id * 1000 + nth, 43) < 0.1 then -1 else 1 end' : ''}
       from stories
       cross join lateral generate_series(1, least($3::integer * ${most}, 20000,
         floor(${mean} / pg_temp.chance(id, ${purpose}) ^ 0.8))::integer) as nth
       cross join lateral (select 1 + (pg_temp.one_of($3, id, ${purpose + 3}) + nth) % $3::integer as account_id,
         now() - pg_temp.chance(id * 1000 + nth, ${purpose + 5}) * least(interval '90 days', now() - created_at) as at) as act
       where id between $1 and $2`,
      [from, to, accounts],
    );
  }
  await client.query(
    `update stories set chapter_count = written.chapters, word_count = written.words, updated_at = written.latest,
       last_chapter_at = written.latest,
       upvote_count = voted.up, downvote_count = voted.down,
       ranked_upvote_count = voted.ranked_up, ranked_downvote_count = voted.ranked_down,
       bookmark_count = marked.bookmarks, view_count = voted.up * 40,
       trending = trending_added(trending_added(voted.score, marked.score),
         trending_of(voted.up * 40 * act_weight('view'), updated_at)),
       anonymous_trending = trending_of(voted.up * 40 * act_weight('view'), updated_at)
     from (
       select story_id, count(*) as chapters, sum(word_count) as words, max(updated_at) as latest
       from chapters where story_id between $1 and $2 group by story_id
     ) as written
     cross join lateral (
       select count(*) filter (where value = 1) as up, count(*) filter (where value = -1) as down,
         count(ranked_at) filter (where value = 1) as ranked_up, count(ranked_at) filter (where value = -1) as ranked_down,
         trending_sum(trending_of(act_weight('upvote'), voted_at)) filter (where value = 1 and ranked_at is not null) as score
       from votes where votes.story_id = written.story_id
     ) as voted
     cross join lateral (
       select count(*) as bookmarks,
         trending_sum(trending_of(act_weight('bookmark'), bookmarked_at)) filter (where ranked_at is not null) as score
       from bookmarks where bookmarks.story_id = written.story_id
     ) as marked
     where stories.id = written.story_id`,
    [from, to],
  );
  await insertStoryTags(client, tags, from, to);
  await client.query(
    `insert into search_stories (story_id, title, head)
     select stories.id, to_tsvector('nightstand', search_text(title)) || to_tsvector('nightstand_words', search_text(title)),
       setweight(to_tsvector('nightstand', search_text(title)), 'A')
         || setweight(to_tsvector('nightstand', search_text(username || ' ' || display_name)), 'B')
         || setweight(to_tsvector('nightstand', search_text(coalesce(tagged.names, ''))), 'B')
         || setweight(to_tsvector('nightstand', search_text(synopsis)), 'C')
     from stories join accounts on accounts.id = author_id
     cross join lateral (select string_agg(search_tag_text(name, key), ' , ' order by position) as names
       from story_tags join tags on tags.id = tag_id where story_id = stories.id) as tagged
     where stories.id between $1 and $2`,
    [from, to],
  );
  await client.query('commit');
}

async function insertStories(
  client: pg.Client,
  authors: number,
  { names, sentences }: PoolSizes,
  from: number,
  to: number,
): Promise<void> {
  await client.query(
    `insert into stories (author_id, title, slug, synopsis, created_at, updated_at, published_at, featured_at)
     select 1 + floor($3::integer * pg_temp.chance(place, 11) ^ 1.5)::bigint,
       initcap(one.text) || ' and ' || other.text, 'story-' || place, synopsis.text, at, at, at,
       case when place % 500 = 1 then at + interval '1 day' end
     from generate_series($1::integer, $2::integer) as place
     join names as one on one.id = pg_temp.one_of(${names}, place, 12)
     join names as other on other.id = pg_temp.one_of(${names}, place, 13)
     cross join lateral (select now() - interval '1 day' - pg_temp.chance(place, 14) * interval '1500 days' as at) as moment
     cross join lateral (
       select string_agg(text, ' ') as text from sentences
       where id in (select pg_temp.one_of(${sentences}, place, 20 + nth) from generate_series(1, 4) as nth)
     ) as synopsis
     order by place`,
    [from, to, authors],
  );
  await client.query(
    `insert into story_slugs (slug, story_id) select slug, id from stories where id between $1 and $2`,
    [from, to],
  );
}

async function insertStoryTags(client: pg.Client, tags: number, from: number, to: number): Promise<void> {
  await client.query(
    `insert into story_tags (story_id, tag_id, position, published_at, featured_at, trending, top, ranked_upvote_count,
       last_chapter_at)
     select stories.id, tag_id, row_number() over (partition by stories.id order by nth) - 1,
       published_at, featured_at, stories.trending, top, ranked_upvote_count, last_chapter_at
     from stories cross join lateral (
       select floor(($3::integer + 1) ^ pg_temp.chance(stories.id * 100 + nth, 51))::bigint as tag_id, min(nth) as nth
       from generate_series(1, 2 + pg_temp.one_of(7, stories.id, 52)) as nth group by 1
     ) as tagged
     where stories.id between $1 and $2`,
    [from, to, tags],
  );
}

/** The same stories with made-up counts, for lists. */
async function fillListedStories(
  client: pg.Client,
  { authors, tags }: LibrarySizes,
  pool: PoolSizes,
  from: number,
  to: number,
): Promise<void> {
  await client.query('begin');
  await insertStories(client, authors, pool, from, to);
  await client.query(
    `update stories set chapter_count = ${CHAPTERS_OF_STORY}, word_count = 3000, upvote_count = votes,
       ranked_upvote_count = votes, view_count = votes * 40, last_chapter_at = updated_at,
       trending = trending_of((votes + 1) * act_weight('upvote'), updated_at)
     from (
       select place, floor(3 / pg_temp.chance(place, 41) ^ 0.8)::integer as votes
       from generate_series($1::integer, $2::integer) as place
     ) as counts where id = place`,
    [from, to],
  );
  await insertStoryTags(client, tags, from, to);
  await client.query('commit');
}
