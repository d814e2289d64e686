import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { makeAccountOld, manyStories, recountedCounters, storedCounters } from '#tests/support/readers.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { rankPendingReactions } from './rankings.ts';

const { context } = await testDatabase();
const { db } = context;
const world = await fillExampleStories(context);
const app = await testServer(context);
const author = await signedIn(context, people.mira);
const reader = await signedIn(context, 'a-reader');
const [first = 0, ...more] = await manyStories(context, author.id, 40);

interface Person {
  headers: { authorization: string };
}

function set(method: 'POST' | 'DELETE', id: string | number, person: Person | { headers: object } = reader) {
  return app.inject({ method, url: `/api/tracking/stories/${id}/bookmark`, headers: { ...person.headers } });
}

async function bookmarks(query = '', person: Person = reader) {
  const url = `/api/tracking/stories/bookmarks${query}`;
  return (await app.inject({ url, headers: person.headers })).json().data;
}

async function trendingOf(id: number): Promise<number | null> {
  const row = await db
    .selectFrom('stories')
    .select('trending')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.trending;
}

// Interface, Stories: A bookmark answers isBookmarked and bookmark_count, and repeating it is harmless
test('adding and removing a bookmark are idempotent', async () => {
  const steps = [
    ['POST', true, 1],
    ['POST', true, 1],
    ['DELETE', false, 0],
    ['DELETE', false, 0],
    ['POST', true, 1],
  ] as const;
  for (const [method, isBookmarked, bookmark_count] of steps) {
    const answer = await set(method, first);
    assert.deepEqual([answer.statusCode, answer.json().data], [200, { isBookmarked, bookmark_count }]);
    const response = await app.inject({
      url: `/api/tracking/stories/${first}/bookmark/check`,
      headers: reader.headers,
    });
    assert.deepEqual(response.json().data, { isBookmarked });
  }
  await set('DELETE', first);
});

test('a reader’s bookmarks are paged, latest first, and private', async () => {
  const other = await signedIn(context, 'somebody-else');
  for (const id of more.slice(0, 5)) await set('POST', id);
  const page = await bookmarks('?limit=2');
  assert.deepEqual(page.pagination, { page: 1, limit: 2, total: 5, pages: 3 });
  assert.deepEqual(
    page.bookmarks.map((story: { id: number }) => story.id),
    [more[4], more[3]],
  );
  const [latest] = page.bookmarks;
  assert.equal(latest.title, 'Story 6');
  assert.ok(Math.abs(Date.parse(latest.bookmarked_at) - Date.now()) < 60_000);
  assert.equal((await bookmarks('?limit=2&page=3')).bookmarks.length, 1);
  assert.deepEqual((await bookmarks('?page=9')).bookmarks, []);
  assert.deepEqual((await bookmarks('', other)).bookmarks, []);
  for (const query of ['?page=0', '?limit=101']) {
    const url = `/api/tracking/stories/bookmarks${query}`;
    assert.equal((await app.inject({ url, headers: reader.headers })).statusCode, 422);
  }
});

// Interface, Finding and avoiding: The bookmarks of the specification are a shelf
test('a reader’s bookmarks are those of the shelf: unlisted stories, too, while one can open them', async () => {
  const { id, slug } = world.stories.unfinished;
  await set('POST', slug);
  const setVisibility = (visibility: 'draft' | 'link' | 'public') =>
    db.updateTable('stories').set({ visibility }).where('id', '=', id).execute();
  for (const [visibility, isListed] of [
    ['link', true],
    ['draft', false],
    ['public', true],
  ] as const) {
    await setVisibility(visibility);
    const { pagination, bookmarks: rows } = await bookmarks();
    const shelf = await app.inject({ url: '/api/shelves/bookmarks/stories', headers: reader.headers });
    const ids = rows.map((story: { id: number }) => story.id);
    assert.deepEqual([pagination.total, ids.includes(id)], [isListed ? 6 : 5, isListed], visibility);
    assert.deepEqual(
      ids,
      shelf.json().data.stories.map((story: { id: number }) => story.id),
    );
  }
});

test('bookmarks never tell what a story of somebody else is waiting for', async () => {
  const [story] = more;
  await sql`update stories set waiting_for = 'moderator', waiting_since = now() where id = ${story}`.execute(
    db,
  );
  const waiting = (await bookmarks()).bookmarks.find(({ id }: { id: number }) => id === story);
  assert.deepEqual([waiting.is_waiting, 'waiting_for' in waiting], [true, false]);
  await sql`update stories set waiting_for = null, waiting_since = null where id = ${story}`.execute(db);
});

test('bookmarks without sign-in or on unknown stories are rejected', async () => {
  for (const nobody of [{ headers: {} }, { headers: { authorization: 'Bearer x' } }]) {
    assert.equal((await set('POST', first, nobody)).statusCode, 401);
    assert.equal((await set('DELETE', first, nobody)).statusCode, 401);
    for (const path of ['bookmarks', `${first}/bookmark/check`]) {
      const answer = await app.inject({ url: `/api/tracking/stories/${path}`, ...nobody });
      assert.equal(answer.statusCode, 401);
    }
  }
  for (const id of ['999999', 'no-such-story', '9'.repeat(15)]) {
    assert.equal((await set('POST', id)).statusCode, 404);
    assert.equal((await set('DELETE', id)).statusCode, 404);
  }
});

test('a bookmark moves rankings only if a vote of the same account would', async () => {
  const [story = 0] = more.slice(10);
  await makeAccountOld(context, author.id);
  await set('POST', story, author);
  await set('POST', story);
  await rankPendingReactions(context);
  assert.equal(await trendingOf(story), null);
  await makeAccountOld(context, reader.id);
  await rankPendingReactions(context);
  const now = Date.now() / 1000 / 86_400 / 3;
  assert.ok(Math.abs(2 ** (((await trendingOf(story)) ?? 0) - now) - 2) < 0.01);
  await set('DELETE', story);
  assert.equal(await trendingOf(story), null);
});

test('concurrent clicks leave one bookmark or none, and a matching count', async () => {
  const [story = 0] = more.slice(11);
  await Promise.all(
    Array.from({ length: 100 }, (_, index) => set(index % 3 === 0 ? 'DELETE' : 'POST', story)),
  );
  const stored = (await storedCounters(context)).filter((counters) => counters.id >= first);
  const counted = (await recountedCounters(context)).filter((counters) => counters.id >= first);
  assert.deepEqual(stored, counted);
});

test('one call returns a reader’s own votes and bookmarks of many stories', async () => {
  const [voted = 0, both = 0, neither = 0] = more.slice(20);
  const vote = (id: number, vote_type: string) =>
    app.inject({
      method: 'POST',
      url: `/api/tracking/stories/${id}/vote`,
      payload: { vote_type },
      headers: reader.headers,
    });
  await vote(voted, 'downvote');
  await vote(both, 'upvote');
  await set('POST', both);
  const request = (ids: string, headers: object = reader.headers) =>
    app.inject({ url: `/api/tracking/stories/state?ids=${ids}`, headers: { ...headers } });
  const none = { voteStatus: 'none', isBookmarked: false, reading_state: null, new_chapters: 0 };
  const counts = { upvote_count: 0, downvote_count: 0, bookmark_count: 0 };
  const response = await request(`${neither},${both},${voted},${both},999999`);
  assert.deepEqual(response.json().data.states, [
    { story_id: neither, ...none, ...counts },
    {
      ...{ story_id: both, ...none, voteStatus: 'upvote', isBookmarked: true },
      ...{ ...counts, upvote_count: 1, bookmark_count: 1 },
    },
    { story_id: voted, ...none, voteStatus: 'downvote', ...counts, downvote_count: 1 },
  ]);
  assert.equal((await request(String(both), {})).statusCode, 401);
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1).join(',');
  assert.equal((await request(hundred)).json().data.states.length, more.length + 4);
  for (const ids of [
    '',
    'A',
    '1,',
    ',1',
    '1;2',
    '1,-',
    '1%2C%202',
    '1.5',
    `${hundred},101`,
    '1'.repeat(16),
  ]) {
    assert.ok([400, 422].includes((await request(ids)).statusCode), ids);
  }
});
