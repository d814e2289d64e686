import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { markSuspended } from '#features/accounts/service/account-status.ts';
import { insertPenName } from '#features/pen-names/store.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { followedNews } from './news.ts';
import { forgetUnneededReads } from './updates.ts';

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

async function write(title: string, tags: string[] = []): Promise<number> {
  const { data } = await request('POST /stories', { token: author.token, body: { title, tags } });
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

const withholdStory = (id: number) =>
  db.updateTable('stories').set({ withheld_at: new Date() }).where('id', '=', id).execute();
const withholdAccount = (id: number) => markSuspended(db, id, { reason: 'Spam', isWithheld: true });

async function withholdList(shelf_id: number): Promise<void> {
  const { id: entry_id } = await db
    .insertInto('moderation_entries')
    .values({ action: 'hide-list', actor_role: 'operator' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('list_withholdings').values({ shelf_id, entry_id }).execute();
}

let followers = 0;

/** A person who follows one thing, with what they see of it. */
async function followerOf(body: object) {
  const { token } = await signedIn(context, `follower-${++followers}`);
  const { status, text } = await request('POST /follows', { token, body });
  assert.equal(status, 201, text);
  const title = async () => (await request('GET /follows', { token })).data.follows[0].title;
  const news = async (): Promise<number[]> =>
    (await request('GET /updates', { token })).data.stories.map(
      (entry: { story: { id: number } }) => entry.story.id,
    );
  return { token, title, news };
}

test('a followed story is named and brings chapters only while its follower finds it, also one that is shared by link', async () => {
  const losses: ((id: number) => Promise<unknown>)[] = [
    withholdStory,
    (id) => request(`DELETE /stories/${id}`, { token: author.token }),
    (id) => db.updateTable('stories').set({ visibility: 'draft' }).where('id', '=', id).execute(),
  ];
  for (const [index, lose] of losses.entries()) {
    const title = `By Link Alone ${index}`;
    const body = { title, visibility: 'link' };
    const { data } = await request('POST /stories', { token: author.token, body });
    await publish(data.id);
    const follower = await followerOf({ kind: 'story', id: data.slug });
    await publish(data.id);
    assert.deepEqual([await follower.title(), await follower.news()], [title, [data.id]]);
    await lose(data.id);
    assert.deepEqual([await follower.title(), await follower.news()], [null, []], `loss ${index}`);
  }
});

test('a followed series brings no story that is shared by link alone, and nothing with a withheld profile', async () => {
  const owner = await signedIn(context, 'otto-writes');
  const create = (body: object) => request('POST /stories', { token: owner.token, body });
  const stories = [
    await create({ title: 'The Tow' }),
    await create({ title: 'The Slip', visibility: 'link' }),
  ];
  const ids: number[] = stories.map(({ data }) => data.id);
  const add = (id: number) =>
    request(`POST /stories/${id}/chapters`, {
      token: owner.token,
      body: { title: 'One', content: '<p>The lamp was lit.</p>' },
    });
  for (const id of ids) await add(id);
  const series = await request('POST /series', { token: owner.token, body: { title: 'Towpaths' } });
  await request(`PUT /series/${series.data.id}/stories`, { token: owner.token, body: { story_ids: ids } });
  const follower = await followerOf({ kind: 'series', id: series.data.id });
  for (const id of ids) await add(id);
  assert.deepEqual([await follower.title(), await follower.news()], ['Towpaths', [ids[0]]]);
  await withholdAccount(owner.id);
  assert.deepEqual([await follower.title(), await follower.news()], [null, []]);
});

test('a followed list is named and brings stories only while neither it nor its owner is withheld', async () => {
  for (const [index, lose] of [
    withholdList,
    (_: number, owner: number) => withholdAccount(owner),
  ].entries()) {
    const owner = await signedIn(context, `lister-${index}`);
    const list = await request('POST /shelves', {
      token: owner.token,
      body: { title: 'Slow Ferries', visibility: 'public' },
    });
    const follower = await followerOf({ kind: 'list', id: list.data.slug });
    const story = await write(`The Crossing ${index}`);
    await request(`PUT /shelves/${list.data.id}/stories/${story}`, { token: owner.token, body: {} });
    assert.deepEqual([await follower.title(), await follower.news()], ['Slow Ferries', [story]]);
    await lose(list.data.id, owner.id);
    assert.deepEqual([await follower.title(), await follower.news()], [null, []], `loss ${index}`);
  }
});

test('a story on two followed lists is as new as on the later one', async () => {
  const owner = await signedIn(context, 'keeper-of-two');
  const follower = await signedIn(context, 'follower-of-two');
  const story = await write('On Two Lists');
  const times: Date[] = [];
  for (const hours of [2, 1]) {
    const body = { title: `List ${hours}`, visibility: 'public' };
    const { data } = await request('POST /shelves', { token: owner.token, body });
    await request(`PUT /shelves/${data.id}/stories/${story}`, { token: owner.token, body: {} });
    const { added_at } = await db
      .updateTable('shelf_stories')
      .set({ added_at: new Date(Date.now() + hours * 3_600_000) })
      .where('shelf_id', '=', data.id)
      .returning('added_at')
      .executeTakeFirstOrThrow();
    times.push(added_at);
    await request('POST /follows', { token: follower.token, body: { kind: 'list', id: data.slug } });
  }
  const news = await followedNews(db, follower.id, { offset: 0, limit: 10 });
  assert.deepEqual(
    news.map(({ story_id, new_at }) => [story_id, new_at]),
    [[story, times[0]]],
  );
});

test('chapters that were read stay read while a list, or a tag that has become a synonym, brings their story', async () => {
  const story = await write('The Long River', ['rivers']);
  const owner = await signedIn(context, 'lister-of-rivers');
  const body = { title: 'Rivers', visibility: 'public' };
  const list = (await request('POST /shelves', { token: owner.token, body })).data;
  await request(`PUT /shelves/${list.id}/stories/${story}`, { token: owner.token, body: {} });
  const things = [
    { kind: 'list', id: list.slug },
    { kind: 'tag', id: 'rivers' },
  ];
  const [ofList, ofTag] = await Promise.all(things.map(followerOf));
  await sql`with synonym as (insert into tags (name, key, canonical_id)
      select 'streams', 'streams', id from tags where name = 'rivers' returning id, canonical_id)
    update follows set tag_id = synonym.id from synonym where tag_id = canonical_id`.execute(db);
  await publish(story);
  const latest = sql<number>`(select max(id) from chapters where story_id = ${story})`.as('id');
  const { id: chapter_id } = await db.selectNoFrom(latest).executeTakeFirstOrThrow();
  for (const { news, token } of [ofList, ofTag].filter((one) => one !== undefined)) {
    assert.deepEqual(await news(), [story]);
    await request('POST /updates/read', { token, body: { story_id: story, chapter_id } });
    assert.deepEqual(await news(), []);
    await forgetUnneededReads(context);
    assert.deepEqual(await news(), [], 'nothing is forgotten');
  }
});
