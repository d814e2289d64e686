import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { builtRenderer } from '#app/built-renderer.ts';
import { filterMessages } from '#features/filters/contract/filters.ts';
import { HIDDEN_COUNT_DEPTH, HIDDEN_SPARE_DEPTH } from '#features/hidden/contract.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { manyStories } from '#tests/support/readers.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { urls } from '#urls.ts';
import type { Story, StoryList } from '../contract/stories.ts';

/** Lists that are much longer than what is looked through, of which a reader hides much or nearly everything. */

const STORIES = 400;
const LIMIT = 10;

const { context } = await testDatabase();
const { db } = context;
const app = await testServer(context, { renderer: await builtRenderer(installedPath('dist')) });
const author = await signedIn(context, 'an-author');
const reader = await signedIn(context, 'a-reader');
await manyStories(context, author.id, STORIES);
const tags = await db.selectFrom('tags').select(['id', 'name']).execute();
const hiding = (...numbers: number[]) =>
  `t=${numbers.map((number) => tags.find(({ name }) => name === `tag ${number}`)?.id).join()}`;

async function list(query: string, headers = {}): Promise<StoryList> {
  const response = await app.inject({ url: `/api/frontpage?sort=new&${query}`, headers });
  assert.equal(response.statusCode, 200, response.body);
  return response.json().data;
}

const page = (number: number, hidden: string, more = '') =>
  list(`page=${number}&limit=${LIMIT}&hidden=${encodeURIComponent(hidden)}${more}`);
const slugsOf = (stories: Story[]) => stories.map(({ slug }) => slug);

/** All listed stories, newest first. */
const everything: Story[] = [];
for (let number = 1; everything.length < STORIES; number += 1)
  everything.push(...(await list(`page=${number}&limit=100`)).stories);
/** Every story has two tags; those of the fifth kind have none of the first four. */
const isOfFifthKind = (story: Story) => story.tags.some(({ name }) => name === 'tag 5' || name === 'tag 10');

// Interface, The API: Where a later page would cost much more, the depth is capped and the answer says so
test('pages of a list of which four fifths are hidden have no gap and nothing twice, up to an end that is told', async () => {
  const expected = slugsOf(everything.filter(isOfFifthKind));
  const seen: string[] = [];
  for (let number = 1; ; number += 1) {
    const { stories, pagination, is_complete, hidden } = await page(number, hiding(1, 2, 3, 4));
    seen.push(...slugsOf(stories));
    assert.deepEqual(seen, expected.slice(0, seen.length), `page ${number}`);
    assert.deepEqual([hidden.total, hidden.is_capped], [(HIDDEN_COUNT_DEPTH * 4) / 5, true]);
    if (stories.length === LIMIT) continue;
    const depth = 2 * number * LIMIT + HIDDEN_SPARE_DEPTH;
    assert.deepEqual([is_complete, pagination.total], [false, seen.length]);
    assert.ok(depth < STORIES && seen.length === depth / 5, `${seen.length} of ${depth}`);
    break;
  }
});

test('a list of which everything is hidden says that only its beginning was looked through', async () => {
  const hidden = hiding(1, 2, 3, 4, 5);
  const { stories, pagination, is_complete } = await page(1, hidden);
  assert.deepEqual([stories, pagination.total, is_complete], [[], 0, false]);
  // The list of a tag is shorter than that.
  const short = await page(1, hidden, '&tag=tag+6');
  assert.deepEqual([short.stories, short.pagination.total, short.is_complete], [[], 0, true]);
});

test('a page of such a list says so too', async () => {
  const pageWith = async (hidden: string) => {
    const headers = { cookie: `hidden=${encodeURIComponent(hidden)}` };
    return (await app.inject({ url: urls.allStories(), headers })).body;
  };
  assert.ok((await pageWith(hiding(1, 2, 3, 4, 5))).includes(filterMessages.incomplete));
  assert.ok(!(await pageWith(hiding(1))).includes(filterMessages.incomplete));
});

test('a filter and hidden tags leave the same stories as each of them', async () => {
  const shown = await page(1, hiding(1, 2), '&not_tags=tag+3,tag+4');
  assert.deepEqual(slugsOf(shown.stories), slugsOf(everything.filter(isOfFifthKind)).slice(0, LIMIT));
  assert.equal(shown.is_complete, true);
  const { pagination, hidden } = await page(1, hiding(1, 2), '&not_tags=tag+1,tag+2,tag+3');
  assert.deepEqual([pagination.total, hidden.total, hidden.is_capped], [(STORIES * 2) / 5, 0, true]);
});

test('a hidden tag that has become a synonym hides what it means now, for guests and members', async () => {
  const canonical = tags.find(({ name }) => name === 'tag 1')?.id ?? 0;
  const { rows } = await sql<{ id: number }>`
    insert into tags (name, key, canonical_id) values ('first tag', 'firsttag', ${canonical}) returning id`.execute(
    db,
  );
  const synonym = rows[0]?.id ?? 0;
  const guest = await page(1, `t=${synonym}`);
  assert.deepEqual(slugsOf(guest.stories), slugsOf((await page(1, hiding(1))).stories));
  assert.deepEqual(
    guest.hidden.by.map(({ name }) => name),
    ['tag 1'],
  );
  await db.insertInto('hidden_items').values({ account_id: reader.id, tag_id: synonym }).execute();
  const member = await list(`limit=${LIMIT}`, reader.headers);
  assert.deepEqual(slugsOf(member.stories), slugsOf(guest.stories));
  assert.deepEqual(member.hidden, guest.hidden);
});
