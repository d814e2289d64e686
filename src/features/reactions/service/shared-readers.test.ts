import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { apiCalls } from '#tests/support/api-calls.ts';
import { manyReaders, manyStories } from '#tests/support/readers.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { MIN_SHARED_READERS } from '../rules.ts';
import { relateByReaders } from './shared-readers.ts';

const { context } = await testDatabase();
const { db } = context;
const call = apiCalls(await testServer(context));
const author = await signedIn(context, 'an-author');
const [story = 0, mate = 0, other = 0] = await manyStories(context, author.id, 3);
await sql`delete from story_tags`.execute(db);
const readers = (await manyReaders(context, MIN_SHARED_READERS + 2)).map(({ account }) => account.id);

async function keep(readerIds: number[], isRanked = true): Promise<void> {
  await sql`insert into bookmarks (account_id, story_id, ranked_at)
    select account, story, case when ${isRanked} then now() end
    from unnest(${readerIds}::bigint[]) as account, unnest(${[story, mate]}::bigint[]) as story
    on conflict do nothing`.execute(db);
  await sql`update stories set bookmark_count = (select count(*) from bookmarks where story_id = stories.id)`.execute(
    db,
  );
}

async function related(query = ''): Promise<number[]> {
  const { status, body } = await call(undefined, 'GET', `/stories/${story}/related${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.stories.map(({ id }: { id: number }) => id);
}

test('stories are related by ten shared readers, and by no fewer, whoever the readers are', async () => {
  await keep(readers.slice(0, MIN_SHARED_READERS - 1));
  // Accounts that move no rankings do not complete a group.
  await keep(readers.slice(-2), false);
  await relateByReaders(context);
  assert.deepEqual(await related(), []);
  await keep([readers[MIN_SHARED_READERS - 1] ?? 0]);
  assert.deepEqual(await related(), [], 'a bookmark changes nothing at once');
  await relateByReaders(context);
  assert.deepEqual(await related(), [mate]);
  assert.ok(!(await related('?limit=12')).includes(other));
  const { rows } = await sql<Record<string, unknown>>`select * from shared_readers order by story_id`.execute(
    db,
  );
  assert.deepEqual(rows.map(Object.keys), [
    ['story_id', 'mate_id', 'strength'],
    ['story_id', 'mate_id', 'strength'],
  ]);
});

test('readers of a story that is out of sight relate it to nothing', async () => {
  await db.updateTable('stories').set({ visibility: 'link' }).where('id', '=', mate).execute();
  assert.deepEqual(await related(), []);
  await db.updateTable('stories').set({ visibility: 'public' }).where('id', '=', mate).execute();
  assert.deepEqual(await related(), [mate]);
});

test('an account that is deleted takes its part along at the next computation', async () => {
  await db
    .deleteFrom('accounts')
    .where('id', '=', readers[0] ?? 0)
    .execute();
  await relateByReaders(context);
  assert.deepEqual(await related(), []);
  assert.deepEqual(await db.selectFrom('shared_readers').selectAll().execute(), []);
});

test('related stories are refused above their limit', async () => {
  assert.equal((await call(undefined, 'GET', `/stories/${story}/related?limit=13`)).status, 422);
});
