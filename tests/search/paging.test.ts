import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { DataOf } from '#base/contract.ts';
import { findOrCreateAccount } from '#features/accounts/service/imported-accounts.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { SEARCH_SORTS, search } from '#features/search/contract.ts';
import { searchLibrary } from '#features/search/service/search.ts';
import { countTerms } from '#features/search/service/term-counts.ts';
import { addStory } from '#tests/support/add-story.ts';
import { testDatabase } from '#tests/support/test-database.ts';

/** A library of more stories than a search reads, all alike, so that only the order tells them apart. */

const { context } = await testDatabase();
const { db } = context;
const STORIES = 330;
const AUTHORS = 5;

for (let author = 0; author < AUTHORS; author++) {
  const account = await findOrCreateAccount(db, { username: `tide-writer-${author}` });
  assert.ok(account.ok);
  for (let nth = 0; nth < STORIES / AUTHORS; nth++) {
    const story = await addStory(db, {
      author_id: account.data.id,
      title: 'The Spring Tide',
      synopsis: 'Of the moon.',
      tags: ['sea', 'reef'],
    });
    assert.ok(story.ok);
    const html = '<p>Kelp and brine, and the moon above.</p>';
    const added = await addChapter(db, { story_id: story.data.id, title: 'One', order: 1, html });
    assert.ok(added.ok);
  }
}
// The stories have the same moment and no votes: only their ids differ.
await sql`update stories set listed_since = '2026-01-01'`.execute(db);
await sql`update story_tags set published_at = '2026-01-01'`.execute(db);

type Query = Record<string, unknown>;
type Answer = DataOf<typeof search>;

async function pageOf(query: Query): Promise<Answer> {
  const outcome = await searchLibrary(context, search.input.parse(query));
  assert.ok(outcome.ok);
  return outcome.data;
}

/** The stories of all pages, each page requested separately, with some work in between. */
async function allPages(
  readPage: (page: number) => Promise<Answer>,
  between: () => Promise<void>,
): Promise<number[]> {
  const ids: number[] = [];
  let total = 0;
  for (let page = 1; page === 1 || ids.length < total; page++) {
    const { stories, pagination } = await readPage(page);
    assert.ok(stories.length > 0, `page ${page} of ${pagination.stories.pages} is empty`);
    ({ total } = pagination.stories);
    ids.push(...stories.map(({ id }) => id));
    await between();
  }
  assert.equal(new Set(ids).size, ids.length, 'a story stands on two pages');
  assert.equal(ids.length, total, 'the pages hold as many stories as there are said to be');
  return ids;
}

/** Moves rows and changes statistics, because both can change the plan and the order of rows. */
const disturbances = [
  sql`analyze`,
  sql`update search_stories set title = title where story_id % 3 = 0`,
  sql`vacuum analyze`,
  sql`update search_chapters set words = words where chapter_id % 2 = 0`,
  sql`update search_authors set words = words where account_id % 2 = 0`,
  sql`vacuum full search_stories, search_chapters`,
  sql`update stories set updated_at = updated_at where id % 5 = 0`,
];
let disturbed = 0;
async function disturb(): Promise<void> {
  await disturbances[disturbed++ % disturbances.length]?.execute(db);
}

const queries: Query[] = [
  { query: 'tide' },
  { query: 'spring', match_title_only: 'true' },
  { query: 'moon' },
  { query: 'kelp' },
  { query: '"kelp and brine"' },
  { query: 'kelp -lighthouse' },
  { query: 'spring kelp' },
  { query: 'spring xylophone tide' },
  { query: 'the' },
  { query: 'tid', tags: 'sea' },
  { tags: 'sea,reef' },
];

for (const isCounted of [false, true])
  test(`pages never repeat a story and together have all, ${isCounted ? 'for words counted as common' : 'for words not counted yet'}`, async () => {
    if (isCounted) {
      await sql`analyze`.execute(db);
      await countTerms(context);
    }
    for (const query of queries)
      for (const sort of query.query === 'tide' ? SEARCH_SORTS : (['relevance'] as const)) {
        const label = JSON.stringify({ ...query, sort });
        const readPage = (page: number) => pageOf({ ...query, sort, type: 'stories', limit: 60, page });
        const quiet = await allPages(readPage, async () => {});
        assert.ok(quiet.length >= 100, `${label}: ${quiet.length}`);
        assert.deepEqual(await allPages(readPage, disturb), quiet, label);
      }
  });

test('control: pages that repeat a story are detected', async () => {
  let turn = 0;
  const shuffled = async (page: number) => {
    const answer = await pageOf({ query: 'tide', type: 'stories', limit: 60, page: (turn++ % 2) + 1 });
    return { ...answer, pagination: { ...answer.pagination, page } };
  };
  await assert.rejects(allPages(shuffled, disturb), /stands on two pages/);
});
