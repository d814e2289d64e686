import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { AUTHOR_SORTS } from '#features/authors/contract.ts';
import { authorIdsInOrder } from '#features/authors/store.ts';
import { type HiddenSet, NOTHING_HIDDEN } from '#features/hidden/rules.ts';
import { SEARCH_SORTS } from '#features/search/contract.ts';
import { selectFirstStories } from '#features/search/store/stories.ts';
import { STORY_SORTS } from '#features/stories/contract/sorts.ts';
import { setSampleCounts } from '#features/stories/service/stories.ts';
import { findPage, listedStoryIds } from '#features/stories/store/filtered-lists.ts';
import { ANY_STORY, type ResolvedFilter } from '#features/stories/store/list-conditions.ts';
import { authorStoryIds } from '#features/stories/store/lists.ts';
import { TAG_SORTS } from '#features/tags/contract/tags.ts';
import { tagsInOrder } from '#features/tags/store/tags.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { testDatabase } from './support/test-database.ts';
import { fillExampleStories } from './world.ts';

const { connectionString, context } = await testDatabase();
const window = { offset: 0, limit: 10 };
const depth = { depth: 1_000, ...window };
const narrowFilter: ResolvedFilter = {
  ...ANY_STORY,
  notTagIds: [3],
  statuses: ['complete'],
  languages: ['en'],
  maxWords: 20_000,
};
const muchHidden: HiddenSet = {
  tags: Array.from({ length: 200 }, (_, index) => index + 10),
  warnings: ['grief'],
  authors: [7],
  stories: [9],
};

/** The plan of the only statement that a store function sends, with sorting disabled unless no index fits. */
async function planOf(send: (connection: Connection) => Promise<unknown>): Promise<string> {
  const pool = new pg.Pool({ connectionString, max: 1 });
  // An ended pool does not wait until its connections are closed, and the database may be dropped before.
  pool.on('error', () => {});
  const sent: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      sent.push(query);
    },
  });
  try {
    await send(db);
    const [query, ...others] = sent;
    assert.ok(query !== undefined && others.length === 0, `${sent.length} statements`);
    await pool.query('set enable_seqscan = off; set enable_bitmapscan = off; set enable_sort = off');
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${query.sql}`, [
      ...query.parameters,
    ]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await db.destroy();
  }
}

const lists: [string, (connection: Connection) => Promise<unknown>][] = [
  ...STORY_SORTS.flatMap((sort): typeof lists => [
    [
      `stories, ${sort}`,
      (db) => listedStoryIds(db, { sort, filter: ANY_STORY, hidden: NOTHING_HIDDEN }, window),
    ],
    [
      `stories with a tag, ${sort}`,
      (db) =>
        listedStoryIds(db, { sort, filter: { ...ANY_STORY, tagIds: [1] }, hidden: NOTHING_HIDDEN }, window),
    ],
    [
      `stories without hidden ones, ${sort}`,
      (db) => findPage(db, { sort, filter: ANY_STORY, hidden: muchHidden }, depth),
    ],
    [
      `filtered stories without hidden ones, ${sort}`,
      (db) => findPage(db, { sort, filter: narrowFilter, hidden: muchHidden }, depth),
    ],
    [
      `filtered stories with a tag, without hidden ones, ${sort}`,
      (db) => findPage(db, { sort, filter: { ...narrowFilter, tagIds: [1, 2] }, hidden: muchHidden }, depth),
    ],
  ]),
  ...SEARCH_SORTS.flatMap((sort): typeof lists => [
    [
      `a search, ${sort}`,
      (db) => selectFirstStories({ tagIds: [], filter: ANY_STORY, sort }, 10).execute(db),
    ],
    [
      `a search with a tag, ${sort}`,
      (db) => selectFirstStories({ tagIds: [1], filter: ANY_STORY, sort }, 10).execute(db),
    ],
  ]),
  ...[true, false].map((withUnfinished): (typeof lists)[number] => [
    `stories of an author, ${withUnfinished ? 'with' : 'without'} unfinished ones`,
    (db) => authorStoryIds(db, [1], { withUnfinished, ...window }),
  ]),
  ...AUTHOR_SORTS.map((sort): (typeof lists)[number] => [
    `authors, ${sort}`,
    (db) => authorIdsInOrder(db, { sort, hiddenIds: [1, 2], ...window }),
  ]),
  ...TAG_SORTS.map((sort): (typeof lists)[number] => [
    `tags, ${sort}`,
    (db) => tagsInOrder(db, { sort, query: '', ...window }),
  ]),
];

// Interface, Ranking: At equal bounds, more upvotes come first
test('every sorted list has an index in its order', async (t) => {
  for (const [name, query] of lists) {
    const plan = await planOf(query);
    assert.match(plan, /\bIndex (?:Only )?Scan using \w+_by_\w+/, `${name}\n${plan}`);
    assert.doesNotMatch(plan, /\bSort\b/, `${name}\n${plan}`);
  }
  t.diagnostic(`${lists.length} lists`);
});

test('control: an order without an index is detected', async () => {
  const plan = await planOf((db) =>
    sql`select id from stories where published_at is not null order by view_count desc limit 10`.execute(db),
  );
  assert.match(plan, /\bSort\b/);
});

test('a story’s tags have every column that stories and tags are sorted by', async () => {
  const { ferry } = (await fillExampleStories(context)).stories;
  await setSampleCounts(context.db, ferry.id, 0);
  const { rows } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns where table_name = 'stories'
    intersect
    select column_name from information_schema.columns where table_name = 'story_tags'`.execute(context.db);
  const shared = rows.map((row) => row.column_name);
  assert.ok(shared.includes('published_at') && shared.includes('top'), shared.join());
  const columns = sql.join(shared.map((column) => sql.ref(column)));
  const ofStory = await sql`select ${columns} from stories where id = ${ferry.id}`.execute(context.db);
  const ofTags = await sql`select ${columns} from story_tags where story_id = ${ferry.id}`.execute(
    context.db,
  );
  assert.ok(ofTags.rows.length > 1);
  // Only a value that differs from the column's default shows that it was copied.
  for (const [column, value] of Object.entries(ofStory.rows[0] ?? {})) assert.ok(value, column);
  for (const row of ofTags.rows) assert.deepEqual(row, ofStory.rows[0]);
});
