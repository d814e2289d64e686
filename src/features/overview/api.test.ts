import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteBackup } from '#platform/backup/last-backup.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { OVERVIEW_DAYS } from './contract.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);

async function overview() {
  const { status, body } = await site.call(site.admin, 'GET', '/moderation/overview');
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

test('an admin sees what came each day and what waits, as counts alone', async () => {
  const before = await overview();
  assert.equal(before.days.length, OVERVIEW_DAYS);
  const [today, yesterday] = [before.days.at(-1), before.days.at(-2)];
  const story = await site.newStory();
  const late = await signedIn(context, 'late-comer');
  const dayAgo = new Date(`${yesterday.day}T12:00:00Z`);
  await db.updateTable('accounts').set({ created_at: dayAgo }).where('id', '=', late.id).execute();
  await site.call(site.author, 'POST', `/stories/${story.id}/comments`, { content: 'The lamp.' });
  await db.updateTable('comments').set({ state: 'waiting', held_for: 'new', approved_at: null }).execute();
  await site.call(site.moderator, 'POST', '/moderation/cases', { story: story.slug });
  const proposal = { tag: 'harbour', kind: 'theme' };
  const proposed = await site.call(site.author, 'POST', '/tags/proposals', proposal);
  assert.equal(proposed.status, 201, JSON.stringify(proposed.body));
  const after = await overview();
  assert.equal(after.accounts, before.accounts + 1);
  assert.deepEqual(
    [after.days.at(-1).stories, after.days.at(-1).comments, after.days.at(-2).accounts],
    [today.stories + 1, today.comments + 1, yesterday.accounts + 1],
  );
  const count = (data: typeof after, name: string) =>
    data.queues.find((queue: { name: string }) => queue.name === name);
  assert.equal(count(after, 'cases').count, count(before, 'cases').count + 1);
  assert.equal(count(after, 'comments').count, 1);
  assert.ok(Date.parse(count(after, 'comments').oldest) <= Date.now());
  assert.deepEqual([count(before, 'tags').count, count(after, 'tags').count], [0, 1]);
  assert.ok(Date.parse(count(after, 'tags').oldest) <= Date.now());
  assert.equal(count(before, 'appeals').oldest, null);
  assert.ok(after.database_bytes > 1e6);
  assert.deepEqual([after.free_bytes, after.is_read_only], [null, false]);
  assert.ok(!JSON.stringify(after).includes(site.author.username));
});

test('comments that wait for authors alone, or cannot be decided, are not counted as waiting for moderators', async () => {
  const waiting = async () =>
    (await overview()).queues.find(({ name }: { name: string }) => name === 'comments').count;
  const story = await site.newStory();
  await site.call(site.author, 'POST', `/stories/${story.id}/comments`, { content: 'The quay.' });
  const own = db.updateTable('comments').where('story_id', '=', story.id);
  const before = await waiting();
  await own.set({ state: 'waiting', held_for: 'link', approved_at: null }).execute();
  assert.equal(await waiting(), before + 1);
  await own.set({ held_for: 'approved' }).execute();
  assert.equal(await waiting(), before);
  await own.set({ held_for: 'link', withheld_at: new Date() }).execute();
  assert.equal(await waiting(), before);
  await own.set({ withheld_at: null }).execute();
  await db.updateTable('stories').set({ trashed_at: new Date() }).where('id', '=', story.id).execute();
  assert.equal(await waiting(), before);
});

test('an admin sees the last backup, and that an old one or none deserves a warning', async () => {
  assert.equal((await overview()).backup, null);
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const [hours, is_old] of [
    [25, true],
    [23, false],
  ] as const) {
    const madeAt = hoursAgo(hours);
    await noteBackup(connectionString, { madeAt, bytes: 5e9 });
    assert.deepEqual((await overview()).backup, { made_at: madeAt.toISOString(), bytes: 5e9, is_old });
  }
});

test('an admin sees the slowest routes as patterns, at most ten', async () => {
  await site.call(site.reader, 'GET', '/stories/a-canary-slug');
  await site.call(site.reader, 'GET', '/search?query=canary');
  for (let n = 0; n < 12; n++) context.routeTimes.record(`GET /api/made-up-${n}`, 5000 * 2 ** n);
  const { since, routes } = (await overview()).slow_routes;
  assert.ok(Date.parse(since) <= Date.now());
  assert.equal(routes.length, 10);
  assert.equal(routes[0].route, 'GET /api/made-up-11');
  assert.ok(routes[0].count === 1 && routes[0].p50_milliseconds === routes[0].p95_milliseconds);
  const measured = context.routeTimes.slowest(100).map(({ route }) => route);
  assert.ok(measured.includes('GET /api/stories/:id') && measured.includes('GET /api/search'), `${measured}`);
  assert.ok(!measured.join().includes('canary'));
});

test('moderators have no overview', async () => {
  assert.equal((await site.call(site.moderator, 'GET', '/moderation/overview')).status, 404);
});
