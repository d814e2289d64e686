import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import type { DataOf } from '#base/contract.ts';
import { search, suggestions } from '#features/search/contract.ts';
import { searchLibrary } from '#features/search/service/search.ts';
import { suggest } from '#features/search/service/suggest.ts';
import { countTerms } from '#features/search/service/term-counts.ts';
import { estimateMatches } from '#features/search/store/term-counts.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { fillLargeLibrary } from '../../bench/large-library.ts';

/** A library with more matches than a search reads. */

const { context, connectionString } = await testDatabase();
const client = new pg.Client({ connectionString });
await client.connect();
await fillLargeLibrary(client, {
  stories: 520,
  wordsOfChapter: 30,
  progress: () => {},
  pool: { passages: 60, sentences: 600, names: 300 },
}).finally(() => client.end());

await countTerms(context);

async function runSearch(query: Record<string, unknown>): Promise<DataOf<typeof search>> {
  const outcome = await searchLibrary(context, search.input.parse(query));
  assert.ok(outcome.ok);
  return outcome.data;
}

const idsOf = ({ stories }: DataOf<typeof search>) => stories.map(({ id }) => id);

async function matchingIds(query: ReturnType<typeof sql>): Promise<number[]> {
  const { rows } = await query.execute(context.db);
  return (rows as { id: number }[]).map(({ id }) => id);
}

/** Half of all made-up words start with one of a few syllables; this one starts words in nearly every synopsis. */
const BEGINNING = 'cor';
const hasBeginning = sql`head @@ ${`${BEGINNING}:*`}::tsquery`;

const listed = sql`stories join search_stories on story_id = id`;

// Interface, The API: Where a later page would cost much more, the depth is capped and the answer says so
test('a word in nearly every story is searched in the top stories, and the result is marked as partial', async () => {
  const all = await matchingIds(sql`select id from ${listed} where ${hasBeginning}`);
  const result = await runSearch({ query: BEGINNING, type: 'stories', limit: 100 });
  const { total } = result.pagination.stories;
  assert.ok(all.length > total && total >= 300, `${total} of ${all.length}`);
  assert.equal(result.is_complete, false);
  for (const id of idsOf(result)) assert.ok(all.includes(id));

  const again = await runSearch({ query: BEGINNING, type: 'stories', limit: 100 });
  assert.deepEqual(idsOf(again), idsOf(result));
  const next = await runSearch({ query: BEGINNING, type: 'stories', limit: 100, page: 2 });
  assert.equal(new Set([...idsOf(result), ...idsOf(next)]).size, 200);
});

test('a common word in a list’s order returns exactly the first stories', async () => {
  for (const [sort, order] of [
    ['newest', sql`published_at desc, id desc`],
    ['popular', sql`top desc, ranked_upvote_count desc, id desc`],
    ['trending', sql`trending desc nulls last, id desc`],
    ['updated', sql`last_chapter_at desc nulls last, id desc`],
  ] as const) {
    const result = await runSearch({ query: BEGINNING, sort, type: 'stories', limit: 100 });
    assert.deepEqual(
      idsOf(result),
      await matchingIds(sql`select id from ${listed} where ${hasBeginning} order by ${order} limit 100`),
      sort,
    );
  }
});

test('a word in very many chapters is found in chapters with it', async () => {
  const { rows } = await sql<{ word: string }>`
    select word from ts_stat('select words from search_chapters') where word ~ '^[a-z]{4,}$'
    order by ndoc desc, word limit 1`.execute(context.db);
  const word = rows[0]?.word ?? '';
  const having = await matchingIds(
    sql`select chapter_id as id from search_chapters where words @@ ${`'${word}'`}::tsquery`,
  );
  assert.ok(having.length > 400, `${word} in ${having.length} chapters`);
  const result = await runSearch({ query: `"${word}"`, type: 'stories', limit: 100 });
  assert.equal(result.is_complete, false);
  const chapters = result.stories.flatMap(({ snippet }) => snippet?.chapter?.id ?? []);
  assert.ok(chapters.length > 5, `${chapters.length} chapters`);
  for (const id of chapters) assert.ok(having.includes(id), `chapter ${id}`);
});

test('a rare word is found everywhere it occurs', async () => {
  const { rows } = await sql<{ word: string }>`
    select word from ts_stat('select head from search_stories') where word ~ '^[a-z]{8,}$' and ndoc between 3 and 20
    order by ndoc desc, word limit 1`.execute(context.db);
  const word = rows[0]?.word ?? '';
  const all = await matchingIds(sql`select distinct story_id as id from (
      select story_id from search_stories where head @@ ${`'${word}':*`}::tsquery
      union select story_id from search_chapters where words @@ ${`'${word}':*`}::tsquery
    ) as having_it order by 1`);
  const result = await runSearch({ query: word, type: 'stories', limit: 100 });
  assert.ok(all.length > 2 && result.is_complete);
  assert.equal(result.pagination.stories.total, all.length);
  for (const id of idsOf(result)) assert.ok(all.includes(id));
});

test('two tags return exactly the stories with both, sorted', async () => {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from tags order by story_count desc, id limit 2`.execute(context.db);
  const both = await matchingIds(sql`select id from stories
    where (select count(*) from story_tags where story_id = id and tag_id = any (${rows.map(({ id }) => id)})) = 2
    order by published_at desc, id desc`);
  const result = await runSearch({
    tags: rows.map(({ name }) => name).join(),
    sort: 'newest',
    limit: 100,
  });
  assert.ok(both.length > 10 && result.is_complete);
  assert.equal(result.pagination.stories.total, both.length);
  assert.deepEqual(idsOf(result), both.slice(0, 100));
});

// Interface, Search, tags, authors: There are up to 10 suggestions
test('suggestions are the top stories whose titles start with the query', async () => {
  const outcome = await suggest(context, suggestions.input.parse({ query: BEGINNING, type: 'stories' }));
  assert.ok(outcome.ok);
  const { rows } = await sql<{ slug: string }>`
    select slug from ${listed} where search_stories.title @@ ${`${BEGINNING}:*`}::tsquery
    order by top desc, ranked_upvote_count desc, id desc limit 10`.execute(context.db);
  assert.equal(rows.length, 10);
  assert.deepEqual(
    outcome.data.suggestions.map(({ slug }) => slug),
    rows.map(({ slug }) => slug),
  );
});

test('word counts estimate the matches of words, prefixes and phrases', async () => {
  const total = (await matchingIds(sql`select story_id as id from search_stories`)).length;
  const { rows } = await sql<{ word: string }>`
    select word from ts_stat('select head from search_stories') where word ~ '^[a-z]{4,}$'
    order by ndoc desc, word limit 2`.execute(context.db);
  const [first, second] = rows.map(({ word }) => `'${word}'`);
  for (const query of [first, `(${first}) & (${second})`, `(${first}) | (${second})`, `'${BEGINNING}':*`]) {
    const matching = await matchingIds(
      sql`select story_id as id from search_stories where head @@ ${query}::tsquery`,
    );
    const [estimate] = await estimateMatches(context.db, [{ query: query ?? '', place: 'head' }]);
    const share = matching.length / total;
    assert.ok(Math.abs((estimate?.share ?? 0) - share) < 0.1, `${query}: ${estimate?.share} for ${share}`);
  }
  const unknown = await estimateMatches(context.db, [{ query: "'xqzzyvw'", place: 'head' }]);
  assert.deepEqual(unknown, [{ rows: 0, share: 0 }]);
});
