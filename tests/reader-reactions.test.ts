import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';

import { bookmark, unbookmark } from '#features/reactions/service/bookmarks.ts';
import { RANKINGS_JOB, updateChangedRankings } from '#features/reactions/service/rankings.ts';
import { viewStory } from '#features/reactions/service/views.ts';
import { vote } from '#features/reactions/service/votes.ts';
import { deleteProcessedChanges, listRankingChanges } from '#features/reactions/store/rankings.ts';
import { manyReaders, manyStories, recountedCounters, sequence, storedCounters } from './support/readers.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';

/** Checks readers' writes end to end, from the calls to the orders of all lists. */

const { context } = await testDatabase();
const { db } = context;
const author = await signedIn(context, 'an-author');
const stories = await manyStories(context, author.id, 1000);
const readers = await manyReaders(context, 4);

const HALF_LIFE_SECONDS = 3 * 86_400;
const START = Date.UTC(2026, 8, 1) / 1000;

interface History {
  votes: Map<number, { value: 'upvote' | 'downvote'; at: number }>;
  bookmarks: Map<number, number>;
  views: number[];
}

const histories = new Map<number, History>(
  stories.map((id) => [id, { votes: new Map(), bookmarks: new Map(), views: [] }]),
);

/** The formula itself: the sum of each event's weight after its decay until now. */
function fadedSum({ votes, bookmarks, views }: History, now: number): number {
  const left = (weight: number, at: number) => weight * 2 ** (-(now - at) / HALF_LIFE_SECONDS);
  let sum = 0;
  for (const { value, at } of votes.values()) if (value === 'upvote') sum += left(1, at);
  for (const at of bookmarks.values()) sum += left(2, at);
  for (const at of views) sum += left(0.1, at);
  return sum;
}

function wilson(up: number, down: number): number {
  const n = up + down;
  if (n === 0) return 0;
  const z = 1.96;
  return (
    (up / n + z ** 2 / (2 * n) - z * Math.sqrt(((up / n) * (down / n) + z ** 2 / (4 * n)) / n)) /
    (1 + z ** 2 / n)
  );
}

/** Makes one write on every story at once, and then moves the rows to the round's moment. */
async function round(number: number, random: () => number): Promise<void> {
  const at = START + number * 86_400 + random() * 40_000;
  const acts = [...histories].map(async ([id, history]) => {
    const reader = readers[Math.floor(random() * readers.length)];
    const choice = random();
    const network = String(random());
    if (reader === undefined) return;
    const input = { id: String(id) };
    const own = history.votes.get(reader.account.id);
    // Each story has its own moment, so that no two have equal scores.
    const moment = at + id;
    if (choice < 0.35) {
      assert.ok((await vote(context, { ...input, vote_type: 'upvote' }, reader)).ok);
      if (own?.value !== 'upvote') history.votes.set(reader.account.id, { value: 'upvote', at: moment });
    } else if (choice < 0.5) {
      assert.ok((await vote(context, { ...input, vote_type: 'downvote' }, reader)).ok);
      if (own?.value !== 'downvote') history.votes.set(reader.account.id, { value: 'downvote', at: moment });
    } else if (choice < 0.65) {
      assert.ok((await vote(context, { ...input, vote_type: 'none' }, reader)).ok);
      history.votes.delete(reader.account.id);
    } else if (choice < 0.8) {
      assert.ok((await bookmark(context, input, reader)).ok);
      if (!history.bookmarks.has(reader.account.id)) history.bookmarks.set(reader.account.id, moment);
    } else if (choice < 0.9) {
      assert.ok((await unbookmark(context, input, reader)).ok);
      history.bookmarks.delete(reader.account.id);
    } else {
      assert.ok((await viewStory(context, input, { ...reader, account: undefined, network })).ok);
      history.views.push(Date.now() / 1000);
    }
  });
  await Promise.all(acts);
  for (const [table, column] of [
    ['votes', 'voted_at'],
    ['bookmarks', 'bookmarked_at'],
  ] as const) {
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = to_timestamp(${at}::float8 + story_id)
      where ${sql.ref(column)} > now() - interval '1 hour'`.execute(db);
  }
}

test('a thousand random histories leave exact counts and the orders of the formulas', async () => {
  const random = sequence(1968);
  for (let number = 0; number < 8; number++) await round(number, random);
  assert.deepEqual(await storedCounters(context), await recountedCounters(context));

  const now = Date.now() / 1000;
  const rows = await db
    .selectFrom('stories')
    .select(['id', 'trending', 'top'])
    .orderBy(sql`trending desc nulls last, id desc`)
    .execute();
  assert.equal(rows.length, 1000);
  let last = Number.POSITIVE_INFINITY;
  for (const { id, trending } of rows) {
    const sum = fadedSum(histories.get(id) as History, now);
    assert.equal(trending === null, sum === 0, `story ${id}`);
    // Moments of views are stored in whole seconds.
    if (trending !== null) {
      assert.ok(Math.abs(2 ** (trending - now / HALF_LIFE_SECONDS) / sum - 1) < 1e-3, `story ${id}`);
    }
    assert.ok(sum <= last * 1.001, `story ${id}`);
    last = sum;
  }
  assert.ok(rows.some(({ trending }) => trending === null) && rows.some(({ trending }) => trending !== null));
  for (const { id, top } of rows) {
    const values = [...(histories.get(id) as History).votes.values()].map((vote) => vote.value);
    const up = values.filter((value) => value === 'upvote').length;
    assert.ok(Math.abs(Number(top) - wilson(up, values.length - up)) < 1e-9, `story ${id}`);
  }
  const { rows: behind } = await sql`
    select story_id from story_tags join stories on stories.id = story_id
    where (story_tags.trending, story_tags.top, story_tags.ranked_upvote_count)
      is distinct from (stories.trending, stories.top, stories.ranked_upvote_count)`.execute(db);
  assert.deepEqual(behind, []);
});

test('many reactions update the totals of authors and tags by few jobs', async () => {
  const { rows: waiting } = await sql`
    select 1 from graphile_worker.jobs where task_identifier = ${RANKINGS_JOB}`.execute(db);
  assert.equal(waiting.length, 1, 'eight thousand acts');
  await updateChangedRankings(context);
  const { rows: notes } = await sql`select 1 from ranking_changes`.execute(db);
  assert.deepEqual(notes, []);
  const { rows } = await sql<Record<'stored' | 'counted', string>>`
    select total_upvotes || ' ' || ranked_upvotes || ' ' || total_views as stored, (
      select sum(upvote_count) || ' ' || sum(ranked_upvote_count) || ' ' || sum(view_count) from stories
    ) as counted from author_stats where account_id = ${author.id}`.execute(db);
  assert.equal(rows[0]?.stored, rows[0]?.counted);
  const { rows: tags } = await sql<{ stored: number; summed: number }>`
    select tags.trending as stored, (
      select trending_sum(stories.trending) from story_tags join stories on stories.id = story_id
      where tag_id = tags.id and stories.published_at is not null
    ) as summed from tags where story_count > 0`.execute(db);
  assert.equal(tags.length, 10);
  for (const { stored, summed } of tags) assert.ok(Math.abs(stored - summed) < 1e-9, `${stored} ${summed}`);
});

test('a story whose score changes during the summing is summed again', async () => {
  const [reader] = readers;
  const story = stories[0] ?? 0;
  assert.ok(reader !== undefined);
  for (const vote_type of ['none', 'downvote'] as const) {
    await vote(context, { id: String(story), vote_type }, reader);
  }
  const before = await db.selectFrom('ranking_changes').selectAll().execute();
  await vote(context, { id: String(story), vote_type: 'upvote' }, reader);
  await deleteProcessedChanges(db, before);
  assert.equal((await listRankingChanges(db, 10)).length, 1);
  await deleteProcessedChanges(db, await listRankingChanges(db, 10));
  assert.equal((await listRankingChanges(db, 10)).length, 1, 'what no tag has got yet is not forgotten');
  await updateChangedRankings(context);
  assert.deepEqual(await listRankingChanges(db, 10), []);
});
