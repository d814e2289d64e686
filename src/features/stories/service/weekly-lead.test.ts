import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { featuredStories } from '#features/newsletter/store/news.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import { changeWeeklyLead } from './weekly-lead.ts';

const { context } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const request = await createRequester(await testServer(context));

const DAY = 86_400_000;
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
const [first, second, third] = Object.values(stories)
  .slice(0, 3)
  .map(({ id }) => id) as [number, number, number];

async function feature(storyId: number, at: Date | null): Promise<void> {
  await db.updateTable('stories').set({ featured_at: at }).where('id', '=', storyId).execute();
}

async function featuredIds(): Promise<number[]> {
  const { data } = await request('GET /frontpage?sort=featured');
  return data.stories.map(({ id }: { id: number }) => id);
}

beforeEach(async () => {
  await db.updateTable('stories').set({ featured_at: null }).execute();
});

test('each week another of the featured stories leads the front page, in turn', async () => {
  await feature(first, daysAgo(30));
  await feature(second, daysAgo(20));
  await feature(third, daysAgo(10));
  await changeWeeklyLead(context, now);
  assert.deepEqual(await featuredIds(), [first, third, second]);
  // A job that runs again at once changes nothing.
  await changeWeeklyLead(context, new Date(now.getTime() + DAY));
  assert.deepEqual(await featuredIds(), [first, third, second]);
  await changeWeeklyLead(context, new Date(now.getTime() + 7 * DAY));
  assert.deepEqual(await featuredIds(), [second, first, third]);
});

test('a story that moderators have chosen this week keeps its place', async () => {
  await feature(first, daysAgo(30));
  await feature(second, daysAgo(3));
  await changeWeeklyLead(context, now);
  assert.deepEqual(await featuredIds(), [second, first]);
});

test('the only featured story stays as it is', async () => {
  await feature(first, daysAgo(30));
  await changeWeeklyLead(context, now);
  const story = await db
    .selectFrom('stories')
    .select('featured_at')
    .where('id', '=', first)
    .executeTakeFirst();
  assert.deepEqual(story?.featured_at, daysAgo(30));
});

test('the newsletter announces only what moderators have chosen', async () => {
  await feature(first, daysAgo(30));
  await feature(second, daysAgo(8));
  await changeWeeklyLead(context, now);
  const week = { since: daysAgo(7), until: now, limit: 5 };
  assert.deepEqual(await featuredStories(db, week), []);
  await feature(first, daysAgo(1));
  assert.deepEqual(await featuredStories(db, week), [first]);
});
