import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPenName } from '#features/pen-names/store.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'rosa-reads');

async function publish(storyId: number): Promise<void> {
  const body = { title: 'A Chapter', content: '<p>The lamp was lit.</p>' };
  const { status, text } = await request(`POST /stories/${storyId}/chapters`, { token: author.token, body });
  assert.equal(status, 201, text);
}

async function write(title: string): Promise<number> {
  const { data } = await request('POST /stories', { token: author.token, body: { title } });
  await publish(data.id);
  return data.id;
}

const follow = (body: object) => request('POST /follows', { token: reader.token, body });

test('a page beyond the last one still tells how much is new', async () => {
  const stories = [await write('The Ferry'), await write('The Weir')];
  for (const id of stories) await follow({ kind: 'story', id });
  for (const id of stories) await publish(id);
  for (const page of [1, 3, 600]) {
    const { data } = await request(`GET /updates?limit=1&page=${page}`, { token: reader.token });
    assert.deepEqual(
      [data.unread, data.pagination.total, data.pagination.pages, data.stories.length],
      [2, 2, 2, page === 1 ? 1 : 0],
      `page ${page}`,
    );
  }
});

test('a followed series or list that its reader no longer finds is not named', async () => {
  const story = await write('The Lock Keeper');
  const series = await request('POST /series', { token: author.token, body: { title: 'Waterways' } });
  await request(`PUT /series/${series.data.id}/stories`, {
    token: author.token,
    body: { story_ids: [story] },
  });
  const list = await request('POST /shelves', {
    token: author.token,
    body: { title: 'Slow Boats', visibility: 'public' },
  });
  for (const body of [
    { kind: 'series', id: series.data.id },
    { kind: 'list', id: list.data.slug },
  ])
    assert.equal((await follow(body)).status, 201);
  const namesOf = async (kind: string) => {
    const { data } = await request('GET /follows', { token: reader.token });
    return data.follows
      .filter((followed: { kind: string }) => followed.kind === kind)
      .map(({ title }: { title: string | null }) => title);
  };
  assert.deepEqual([await namesOf('series'), await namesOf('list')], [['Waterways'], ['Slow Boats']]);
  await request(`DELETE /stories/${story}`, { token: author.token });
  await request(`PUT /series/${series.data.id}`, { token: author.token, body: { title: 'Only for Me' } });
  const retired = { id: 77_000, account_id: author.id, username: 'una-once', isRetired: true };
  await insertPenName(db, retired);
  await db.updateTable('shelves').set({ author_id: retired.id }).where('slug', '=', list.data.slug).execute();
  assert.deepEqual([await namesOf('series'), await namesOf('list')], [[null], [null]]);
});
