import '../server-only.ts';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { updateAccount } from '#features/accounts/store/accounts.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { STORY_DETAILS } from '#features/stories/contract/stories.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { listenForInvalidation } from './cache-invalidation.ts';

const { context, connectionString } = await testDatabase();
const { db, log } = context;
const { stories } = await fillExampleStories(context);

const heard: string[] = [];
const listener = listenForInvalidation(
  connectionString,
  [{ purge: (tags) => heard.push(...tags), clear: () => heard.push('all') }],
  log,
);
after(() => listener.stop());
await until(() => heard.includes('all'));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

/**
 * The messages about a change, in any order. A marker sent after the change shows that no further message will come.
 */
async function toldOf(change: () => Promise<unknown>): Promise<Set<string>> {
  heard.length = 0;
  await change();
  await db.transaction().execute(async (transaction) => {
    await updateAccount(transaction, markId, { bio: `${Math.random()}` });
  });
  await until(() => heard.includes(`author ${people.una}`));
  const notified = new Set(heard.slice(0, heard.indexOf(`author ${people.una}`)));
  return notified;
}

const { id: markId } = await db
  .selectFrom('accounts')
  .select('id')
  .where('username', '=', people.una)
  .executeTakeFirstOrThrow();

function edit(id: number, set: { title?: string; slug?: string; view_count?: number; featured_at?: Date }) {
  return () => db.updateTable('stories').set(set).where('id', '=', id).execute();
}

test('a reader soon sees a new title, on the story’s pages and in lists', async () => {
  const { id, slug } = stories.ferry;
  assert.deepEqual(
    await toldOf(edit(id, { title: 'A New Title' })),
    new Set([`story ${slug}`, `story ${id}`, 'lists']),
  );
});

test('each detail that an author can change is told', async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_triggerdef(oid) as definition from pg_trigger
    where tgname in ('stories_notify_updated', 'stories_notify_id_updated')`.execute(db);
  assert.equal(rows.length, 2);
  for (const { definition } of rows)
    for (const detail of STORY_DETAILS)
      for (const version of ['old', 'new'])
        assert.match(definition, new RegExp(`\\b${version}\\.${detail}\\b`));
});

test('both addresses of a story that moved are told', async () => {
  const { id, slug } = stories.clocks;
  assert.deepEqual(
    await toldOf(edit(id, { slug: 'moved-away' })),
    new Set([`story ${slug}`, 'story moved-away', `story ${id}`, 'lists']),
  );
});

test('counts are told to nobody, however often they change', async () => {
  assert.deepEqual(await toldOf(edit(stories.ferry.id, { view_count: 1_000_000 })), new Set());
});

test('a corrected chapter is told for its story, and for what quotes texts', async () => {
  const correct = () =>
    db
      .updateTable('chapters')
      .set({ content: '<p>Corrected.</p>' })
      .where('story_id', '=', stories.angles.id)
      .execute();
  assert.deepEqual(
    await toldOf(correct),
    new Set([`story ${stories.angles.slug}`, `story ${stories.angles.id}`, 'texts']),
  );
});

test('a corrected chapter of a draft is told for its story alone', async () => {
  const { id, slug } = stories.angles;
  const show = (visibility: 'draft' | 'public') =>
    db.updateTable('stories').set({ visibility }).where('id', '=', id).execute();
  await toldOf(() => show('draft'));
  const correct = () => db.updateTable('chapters').set({ title: 'Two' }).where('story_id', '=', id).execute();
  assert.deepEqual(await toldOf(correct), new Set([`story ${slug}`, `story ${id}`]));
  await toldOf(() => show('public'));
});

test('a new chapter, and one that is gone, are told in lists', async () => {
  const { id, slug } = stories.angles;
  const told = new Set([`story ${slug}`, `story ${id}`, 'lists']);
  const add = () => addChapter(db, { story_id: id, title: 'New', order: 9, html: '<p>New.</p>' });
  assert.deepEqual(await toldOf(add), told);
  const remove = () =>
    db.deleteFrom('chapters').where('story_id', '=', id).where('title', '=', 'New').execute();
  assert.deepEqual(await toldOf(remove), told);
});

test('the time of the latest chapter, filled for an older story, is told to nobody', async () => {
  const set = (last_chapter_at: Date | null) => () =>
    db.updateTable('stories').set({ last_chapter_at }).where('id', '=', stories.angles.id).execute();
  await toldOf(set(null));
  assert.deepEqual(await toldOf(set(new Date())), new Set());
});

test('a deletion empties the caches of every process', async () => {
  const remove = () => db.deleteFrom('stories').where('id', '=', stories.ferry.id).execute();
  assert.ok((await toldOf(remove)).has('all'));
});

test('hiding a story empties the caches, and restoring it purges lists and its own pages', async () => {
  const { id } = stories.angles;
  const hide = async () => {
    const { rows } = await sql<{ id: number }>`
      insert into moderation_entries (actor_role, action, story_id) values ('operator', 'hide', ${id})
      returning id`.execute(db);
    await sql`insert into story_withholdings (story_id, cause, look, entry_id)
      values (${id}, 'decision', 'hidden', ${rows[0]?.id})`.execute(db);
  };
  assert.ok((await toldOf(hide)).has('all'));
  const restore = () => sql`delete from story_withholdings where story_id = ${id}`.execute(db);
  assert.deepEqual(await toldOf(restore), new Set([`story ${stories.angles.slug}`, `story ${id}`, 'lists']));
});

test('an author who is withheld must be gone everywhere', async () => {
  const set = (withheld_at: Date | null) => () =>
    db
      .updateTable('accounts')
      .set({ suspended_at: withheld_at, suspended_for: withheld_at && 'kindness', withheld_at })
      .where('username', '=', people.mira)
      .execute();
  assert.ok((await toldOf(set(new Date()))).has('all'));
  assert.ok((await toldOf(set(null))).has('all'));
});

test('the page of an author is told when the account is deleted', async () => {
  const { id } = await db
    .insertInto('accounts')
    .values({ username: 'Short_Stay' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const remove = () => db.deleteFrom('accounts').where('id', '=', id).execute();
  assert.deepEqual(await toldOf(remove), new Set(['author short_stay', 'lists']));
});

test('a story that was never listed goes without a sound in the lists', async () => {
  const remove = () => db.deleteFrom('stories').where('id', '=', stories.unfinished.id).execute();
  const notified = await toldOf(remove);
  assert.ok(!notified.has('all') && !notified.has('lists'));
});

test('when the line to the database breaks, nothing unheard stays', async () => {
  heard.length = 0;
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'nightstand-changes' and datname = current_database()`.execute(db);
  await until(() => heard.filter((one) => one === 'all').length >= 2);
  const { id, slug } = stories.angles;
  assert.ok((await toldOf(edit(id, { title: 'Heard Again' }))).has(`story ${slug}`));
});
