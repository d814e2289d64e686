import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { OVERVIEW_DAYS } from './contract.ts';

const { context } = await testDatabase();
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
  await db.updateTable('comments').set({ state: 'waiting', approved_at: null }).execute();
  await site.call(site.moderator, 'POST', '/moderation/cases', { story: story.slug });
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
  assert.equal(count(before, 'appeals').oldest, null);
  assert.ok(after.database_bytes > 1e6);
  assert.deepEqual([after.free_bytes, after.is_read_only], [null, false]);
  assert.ok(!JSON.stringify(after).includes(site.author.username));
});

test('moderators have no overview', async () => {
  assert.equal((await site.call(site.moderator, 'GET', '/moderation/overview')).status, 404);
});
