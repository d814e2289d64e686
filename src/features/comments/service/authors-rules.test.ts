import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { untilWaiting } from '#tests/support/until-waiting.ts';
import { type Comment, commentMessages } from '../contract/comments.ts';
import { lockModeratedComment } from './moderation.ts';

const { context } = await testDatabase();
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'rosa-reads');
const other = await signedIn(context, 'otto-reads');
const moderator = await signedIn(context, 'mod-reads', { role: 'moderator' });

let count = 0;

async function write(fields: object = {}): Promise<{ id: number; slug: string; chapterId: number }> {
  const body = { title: `Story ${++count}`, ...fields };
  const { data } = await request('POST /stories', { token: author.token, body });
  const chapter = await request(`POST /stories/${data.id}/chapters`, {
    token: author.token,
    body: { title: 'One', content: '<p>The lamp was lit at eight.</p>' },
  });
  return { id: data.id, slug: data.slug, chapterId: chapter.data.id };
}

const say = (story: { id: number }, content: string, fields: object = {}, by: SignedInPerson = reader) =>
  request(`POST /stories/${story.id}/comments`, { token: by.token, body: { content, ...fields } });

const textsOf = async (story: { id: number }, query = ''): Promise<string[]> =>
  (await request(`GET /stories/${story.id}/comments${query}`)).data.comments.map(
    ({ content }: Comment) => content,
  );

test('a closed story keeps its comments, and takes none', async () => {
  const story = await write();
  await say(story, 'Before');
  const body = { title: 'Closed', slug: story.slug, comments: 'closed' };
  assert.equal((await request(`PUT /stories/${story.id}`, { token: author.token, body })).status, 200);
  const refused = await say(story, 'After');
  assert.deepEqual([refused.status, refused.error?.message], [403, commentMessages.closed]);
  assert.deepEqual(await textsOf(story), ['Before']);
  assert.equal((await request(`GET /stories/${story.id}`)).data.comment_count, 1);
});

test('a comment that waited while the author closed the story, or blocked its writer, is refused', async () => {
  const close = (story: { id: number; slug: string }) =>
    request(`PUT /stories/${story.id}`, {
      token: author.token,
      body: { title: 'Closed', slug: story.slug, comments: 'closed' },
    });
  const block = () => request('PUT /blocks/rosa-reads', { token: author.token, body: { kind: 'block' } });
  await say(await write(), 'The author has met the reader');
  for (const change of [close, block]) {
    const story = await write();
    const sent = await context.db.transaction().execute(async (transaction) => {
      await sql`select hold_comments(array[${story.id}]::bigint[])`.execute(transaction);
      const waiting = say(story, 'Too late');
      await untilWaiting(context.db);
      assert.equal((await change(story)).status, 200);
      return { waiting };
    });
    const refused = await sent.waiting;
    assert.deepEqual([refused.status, refused.error?.message], [403, commentMessages.closed]);
    assert.deepEqual(await textsOf(story), []);
  }
  await request('DELETE /blocks/rosa-reads', { token: author.token });
});

test('the author pins one comment, which comes first in every order, on its page alone', async () => {
  const story = await write();
  const ids: number[] = [];
  for (const content of ['One', 'Two', 'Three', 'Four']) ids.push((await say(story, content)).data.id);
  const onChapter = await say(story, 'On the chapter', { chapter_id: story.chapterId });
  const pin = (id: number, by = author) => request(`POST /comments/${id}/pin`, { token: by.token, body: {} });
  assert.equal((await pin(ids[2] ?? 0, reader)).status, 403);
  assert.equal((await pin(ids[2] ?? 0, moderator)).status, 403);
  assert.equal((await pin(ids[1] ?? 0)).data.is_pinned, true);
  assert.equal((await pin(ids[2] ?? 0)).status, 200);
  assert.equal((await pin(onChapter.data.id)).status, 200);
  assert.deepEqual(await textsOf(story, '?on=story'), ['Three', 'One', 'Two', 'Four']);
  assert.deepEqual(await textsOf(story, '?on=story&sort=newest'), ['Three', 'Four', 'Two', 'One']);
  const pages = [1, 2, 3].map((page) => textsOf(story, `?on=story&limit=2&page=${page}`));
  assert.deepEqual(await Promise.all(pages), [['Three', 'One'], ['Two', 'Four'], []]);
  assert.deepEqual(await textsOf(story, `?chapter_id=${story.chapterId}`), ['On the chapter']);
  const reply = await say(story, 'A reply', { parent_id: ids[0] });
  assert.equal((await pin(reply.data.id)).status, 422);
  await request(`POST /comments/${ids[2]}/remove`, { token: author.token, body: {} });
  assert.deepEqual(await textsOf(story, '?on=story'), ['One', 'Two', 'Four']);
  const unpinned = await request(`DELETE /comments/${ids[2]}/pin`, { token: author.token });
  assert.deepEqual([unpinned.status, unpinned.data.is_pinned], [200, false]);
});

test('comments with filtered words wait, under the pen name that filters them; nobody else sees the words', async () => {
  const story = await write();
  const added = await request('POST /pen-names', { token: author.token, body: { username: 'una-secret' } });
  assert.equal(added.status, 201);
  const secret = await write({ author_username: 'una-secret' });
  const set = (words: unknown, by = author) =>
    request('PUT /comments/filtered-words', { token: by.token, body: { words } });
  const saved = await set(['  scoundrel ', 'old  fool', '', 'scoundrel']);
  assert.deepEqual(saved.data, { author_username: 'una-writes', words: ['scoundrel', 'old fool'] });
  assert.equal((await set(['x'.repeat(61)])).status, 422);
  assert.equal((await set('scoundrel')).status, 422);
  assert.equal((await say(story, 'What a SCÓUN\u00addrel!')).data.state, 'waiting');
  assert.equal((await say(story, 'You old fool')).data.state, 'waiting');
  assert.equal((await say(story, 'You old dear')).data.state, 'shown');
  assert.equal((await say(story, 'I am a scoundrel', {}, author)).data.state, 'shown');
  // Otherwise a reader could find out which names are one person’s.
  assert.equal((await say(secret, 'What a scoundrel!')).data.state, 'shown');
  const harmless = await say(story, 'A kind word');
  const edited = await request(`PUT /comments/${harmless.data.id}`, {
    token: reader.token,
    body: { content: 'A scoundrel’s word' },
  });
  assert.equal(edited.data.state, 'waiting');
  const { data } = await request('GET /comments', { token: author.token });
  assert.deepEqual(
    data.comments.slice(0, 2).map((one: { held_for: string }) => one.held_for),
    ['words', 'words'],
  );
  assert.deepEqual((await request('GET /comments/filtered-words', { token: author.token })).data.names, [
    { author_username: 'una-writes', words: ['scoundrel', 'old fool'] },
    { author_username: 'una-secret', words: [] },
  ]);
  assert.equal((await request('GET /comments/waves', { token: moderator.token })).data.waves.length, 0);
  const staff = await request('GET /moderation/comment-waves', { token: moderator.token });
  assert.deepEqual(staff.data.waves, [], 'the author’s own rule is not the staff’s concern');
  assert.deepEqual((await set([])).data.words, []);
  assert.equal((await say(story, 'Scoundrel again')).data.state, 'shown');
});

test('the author mutes and blocks the writers of several comments at once', async () => {
  const [one, two] = [await write(), await write()];
  const ids = [(await say(one, 'First')).data.id, (await say(two, 'Second', {}, other)).data.id];
  const decide = (action: string) =>
    request('POST /comments/decisions', { token: author.token, body: { action, ids } });
  assert.deepEqual((await decide('mute')).data.ids, ids);
  const kinds = async () =>
    (await request('GET /blocks', { token: author.token })).data.blocks
      .map(({ username, kind }: { username: string; kind: string }) => `${username} ${kind}`)
      .sort();
  assert.deepEqual(await kinds(), ['otto-reads mute', 'rosa-reads mute']);
  assert.equal((await say(one, 'Still here')).status, 201);
  assert.deepEqual((await decide('block')).data.ids, ids);
  assert.deepEqual(await kinds(), ['otto-reads block', 'rosa-reads block']);
  assert.equal((await say(one, 'No more')).status, 403);
});

test('a removal at once that is undone leaves removed what the author has removed by itself since', async () => {
  const story = await write({ comments: 'approved' });
  const guest = await signedIn(context, 'mia-reads');
  const [one, two] = [await say(story, 'One by one', {}, guest), await say(story, 'All at once', {}, guest)];
  const swept = await request('POST /comments/sweeps', { token: author.token, body: { story_id: story.id } });
  assert.equal(swept.data.comment_count, 2);
  const act = (action: string, body: object = {}) =>
    request(`POST /comments/${one.data.id}/${action}`, { token: author.token, body });
  assert.equal((await act('approve')).data.state, 'shown');
  assert.equal((await act('remove', { reason: 'On second thoughts' })).data.state, 'removed');
  const undone = await request(`DELETE /comments/sweeps/${swept.data.id}`, { token: author.token });
  assert.equal(undone.data.comment_count, 1);
  const { data } = await request(`GET /stories/${story.id}/comments`, { token: author.token });
  assert.deepEqual(
    data.comments.map(({ id, state }: Comment) => [id, state]),
    [[two.data.id, 'waiting']],
  );
  const removed = await request('GET /comments?state=removed', { token: author.token });
  const [latest] = removed.data.comments;
  assert.deepEqual([latest.id, latest.removal_reason], [one.data.id, 'On second thoughts']);
});

test('a removal at once that is undone leaves removed what a later one took after its approval', async () => {
  const story = await write({ comments: 'approved' });
  const guest = await signedIn(context, 'nora-reads');
  const { data } = await say(story, 'Twice over', {}, guest);
  const sweep = async () =>
    (await request('POST /comments/sweeps', { token: author.token, body: { story_id: story.id } })).data;
  const first = await sweep();
  await request(`POST /comments/${data.id}/approve`, { token: author.token, body: {} });
  const body = { content: 'Over and over' };
  const edited = await request(`PUT /comments/${data.id}`, { token: guest.token, body });
  assert.equal(edited.data.state, 'waiting');
  const later = await sweep();
  assert.deepEqual([first.comment_count, later.comment_count], [1, 1]);
  const undo = async ({ id }: { id: number }) =>
    (await request(`DELETE /comments/sweeps/${id}`, { token: author.token })).data.comment_count;
  assert.equal(await undo(first), 0);
  assert.equal(await undo(later), 1);
});

test('thanks for a comment that is deleted at this moment find none', async () => {
  const story = await write();
  const { data } = await say(story, 'Soon gone', {}, await signedIn(context, 'nora-reads'));
  const { db } = context;
  const deleting = await db.startTransaction().execute();
  await deleting.deleteFrom('comments').where('id', '=', data.id).execute();
  const thanks = request(`POST /comments/${data.id}/thank`, { token: other.token });
  await untilWaiting(context.db);
  await deleting.commit().execute();
  const { status, error } = await thanks;
  assert.deepEqual([status, error?.message], [404, commentMessages.notFound]);
});

test('the staff read the beginning of a comment in whole characters', async () => {
  const { data } = await say(await write(), `${'a'.repeat(79)}🌊🌊`, {}, moderator);
  const locked = await context.db
    .transaction()
    .execute((transaction) => lockModeratedComment(transaction, data.id));
  assert.equal(locked?.title, `${'a'.repeat(79)}🌊`);
});

test('a received comment names the pen name of its story, under which the author answers', async () => {
  const named = { username: 'una-by-night' };
  assert.equal((await request('POST /pen-names', { token: author.token, body: named })).status, 201);
  const stories = [await write({ author_username: named.username }), await write()];
  const stranger = await signedIn(context, 'nia-reads');
  for (const [at, story] of stories.entries())
    assert.equal((await say(story, `Hello, ${at}`, {}, stranger)).data.state, 'shown');
  const { data } = await request('GET /comments?state=shown&limit=2', { token: author.token });
  assert.deepEqual(
    data.comments.map((one: { story_author_username: string }) => one.story_author_username),
    [author.username, named.username],
  );
});
