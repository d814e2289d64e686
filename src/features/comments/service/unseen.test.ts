import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markSuspended, unmarkSuspended } from '#features/accounts/service/account-status.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import type { Comment } from '../contract/comments.ts';

/** Comments that somebody must not find, read or decide about. */

const { context } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'rosa-reads');
const other = await signedIn(context, 'otto-reads');
const moderator = await signedIn(context, 'mod-reads', { role: 'moderator' });

let count = 0;

async function write(): Promise<{ id: number; slug: string; chapterId: number }> {
  const body = { title: `Story ${++count}` };
  const { data } = await request('POST /stories', { token: author.token, body });
  const chapter = await request(`POST /stories/${data.id}/chapters`, {
    token: author.token,
    body: { title: 'One', content: '<p>The lamp was lit at eight.</p>' },
  });
  return { id: data.id, slug: data.slug, chapterId: chapter.data.id };
}

const say = (story: { id: number }, fields: object = {}, by = reader) =>
  request(`POST /stories/${story.id}/comments`, {
    token: by.token,
    body: { content: `Words ${++count}`, ...fields },
  });

const act = (id: number, verb: string, by: SignedInPerson, body: object = {}) =>
  request(`POST /comments/${id}/${verb}`, { token: by.token, body });

const setChapter = (id: number, state: 'draft' | 'published') =>
  db.updateTable('chapters').set({ state }).where('id', '=', id).execute();

test('a removed reply is seen by its writer, the author and the staff alone', async () => {
  const story = await write();
  const thread = (await say(story, {}, other)).data.id;
  const reply = (await say(story, { parent_id: thread })).data.id;
  assert.equal((await act(reply, 'remove', author)).status, 200);
  const repliesFor = async (by?: SignedInPerson): Promise<number[]> => {
    const token = by === undefined ? {} : { token: by.token };
    const { data } = await request(`GET /stories/${story.id}/comments`, token);
    return data.comments[0].replies.map(({ id }: Comment) => id);
  };
  for (const person of [reader, author, moderator]) assert.deepEqual(await repliesFor(person), [reply]);
  for (const person of [undefined, other]) assert.deepEqual(await repliesFor(person), []);
});

test('an author’s list of comments leaves out what cannot be decided now: of a suspended writer, on a draft, in the trash', async () => {
  const story = await write();
  const { id } = (await say(story, { chapter_id: story.chapterId })).data;
  const listed = async (): Promise<boolean> => {
    const { data } = await request('GET /comments?state=shown', { token: author.token });
    return data.comments.some((comment: Comment) => comment.id === id);
  };
  assert.equal(await listed(), true);
  await markSuspended(db, reader.id, { reason: 'Spam', isWithheld: false });
  assert.equal(await listed(), false);
  await unmarkSuspended(db, reader.id);
  await setChapter(story.chapterId, 'draft');
  assert.equal(await listed(), false);
  await setChapter(story.chapterId, 'published');
  assert.equal(await listed(), true);
  assert.equal((await request(`DELETE /stories/${story.id}`, { token: author.token })).status, 200);
  assert.equal(await listed(), false);
});

test('decisions about several comments change nothing that a moderator removed, nor in the trash', async () => {
  const [story, trashed] = [await write(), await write()];
  const removed = (await say(story)).data.id;
  const inTrash = (await say(trashed)).data.id;
  await act(removed, 'remove', moderator, { reason: 'It names a neighbour.' });
  assert.equal((await request(`DELETE /stories/${trashed.id}`, { token: author.token })).status, 200);
  for (const action of ['approve', 'remove']) {
    const body = { ids: [removed, inTrash], action };
    const decided = await request('POST /comments/decisions', { token: author.token, body });
    assert.deepEqual([decided.status, decided.data.ids], [200, []], action);
  }
  const rows = await db
    .selectFrom('comments')
    .select(['state', 'removed_as'])
    .where('id', 'in', [removed, inTrash])
    .orderBy('id')
    .execute();
  assert.deepEqual(rows, [
    { state: 'removed', removed_as: 'staff' },
    { state: 'shown', removed_as: null },
  ]);
});

test('comments on a draft, or where comments are off, are not there for others', async () => {
  const story = await write();
  const { id } = (await say(story, { chapter_id: story.chapterId })).data;
  const thank = async () => (await act(id, 'thank', other)).status;
  const counted = async () => (await request(`GET /stories/${story.id}`)).data.comment_count;
  assert.equal(await counted(), 1);
  // The story itself stays there for readers.
  await request(`POST /stories/${story.id}/chapters`, {
    token: author.token,
    body: { title: 'Two', content: '<p>It was put out at nine.</p>' },
  });
  await setChapter(story.chapterId, 'draft');
  assert.deepEqual([await thank(), (await say(story, { chapter_id: story.chapterId })).status], [404, 422]);
  assert.equal(await counted(), 0);
  const onDraft = await request(`GET /stories/${story.id}/comments?chapter_id=${story.chapterId}`, {});
  assert.equal(onDraft.status, 404);
  await setChapter(story.chapterId, 'published');
  const set = (comments: string) =>
    request(`PUT /stories/${story.id}`, {
      token: author.token,
      body: { title: 'Quiet', slug: story.slug, comments },
    });
  assert.equal((await set('off')).status, 200);
  assert.equal(await thank(), 404);
  assert.equal((await set('members')).status, 200);
  assert.equal(await thank(), 200);
});

test('a pinned comment that is removed is pinned no more, also for the author who sees it', async () => {
  const story = await write();
  const { id } = (await say(story)).data;
  assert.equal((await act(id, 'pin', author)).data.is_pinned, true);
  assert.equal((await act(id, 'remove', author)).data.is_pinned, false);
});
