import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { type Block, blockMessages, MAX_BLOCKS, type NewBlock } from '../contract/blocks.ts';
import { commentMessages, type Reply } from '../contract/comments.ts';

const { context } = await testDatabase();
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'rosa-reads');
const other = await signedIn(context, 'otto-reads');
await request('POST /pen-names', { token: other.token, body: { username: 'otto-secret' } });

let count = 0;
async function write(
  fields: object = {},
  by = author,
): Promise<{ id: number; slug: string; author_id: number }> {
  const body = { title: `Story ${++count}`, ...fields };
  const { data } = await request('POST /stories', { token: by.token, body });
  const chapter = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };
  await request(`POST /stories/${data.id}/chapters`, { token: by.token, body: chapter });
  return data;
}

/** A story with so many comments, by their ids. */
async function commentsOn(owner: SignedInPerson, by: SignedInPerson, total: number): Promise<number[]> {
  const story = await write({}, owner);
  const ids: number[] = [];
  for (let at = 0; at < total; at++) ids.push((await say(story, by)).data.id);
  return ids;
}

const say = (story: { id: number }, by: SignedInPerson, fields: object = {}) =>
  request(`POST /stories/${story.id}/comments`, {
    token: by.token,
    body: { content: `Words ${++count}`, ...fields },
  });
const put = (username: string, kind: unknown, by = author) =>
  request(`PUT /blocks/${username}`, { token: by.token, body: { kind } });

// Interface, Conversation: PUT and DELETE /blocks/{username} mute or block, and GET /blocks lists
// Interface, Conversation: A blocked account gets the answer of a story closed to comments
// Interface, Conversation: A block applies to all pen names, and /blocks lists the one that was named
test('a blocked account meets a story closed to comments, under all its names; the list has the one that was named', async () => {
  const story = await write();
  assert.equal((await say(story, other, { author_username: 'otto-secret' })).status, 201);
  const blocked = await put('Otto-Secret', 'block');
  assert.deepEqual([blocked.status, blocked.data.username, blocked.data.kind], [200, 'otto-secret', 'block']);
  const closed = await write({ comments: 'off' });
  const refusals = [await say(story, other), await say(closed, reader)];
  for (const { status, error } of refusals) {
    assert.deepEqual([status, error?.code, error?.message], [403, 'not_yours', commentMessages.closed]);
  }
  assert.equal((await say(story, reader)).status, 201);
  const { data } = await request('GET /blocks', { token: author.token });
  assert.deepEqual(
    data.blocks.map((block: { username: string }) => block.username),
    ['otto-secret'],
  );
  assert.equal(JSON.stringify(data).includes('otto-reads'), false);
  assert.deepEqual((await request('GET /blocks', { token: other.token })).data.blocks, []);
  const seen = await request(`GET /stories/${story.id}/comments`, { token: other.token });
  assert.equal(seen.data.may_comment, false);
  assert.equal((await request('DELETE /blocks/otto-secret', { token: author.token })).status, 200);
  assert.equal((await request('DELETE /blocks/otto-secret', { token: author.token })).status, 200);
  assert.equal((await say(story, other)).status, 201);
});

// Interface, Conversation: PUT and DELETE /blocks/{username} mute or block, and GET /blocks lists
test('a blocked account can give its comments no other text', async () => {
  const [owner, blocked] = [await signedIn(context, 'una-blocks'), await signedIn(context, 'otto-rewrites')];
  const story = await write({}, owner);
  const { data } = await say(story, blocked);
  const edit = (content: string) =>
    request(`PUT /comments/${data.id}`, { token: blocked.token, body: { content } });
  assert.equal((await edit('Before the block')).status, 200);
  assert.equal((await put(blocked.username, 'block', owner)).status, 200);
  const { status, error } = await edit('After the block');
  assert.deepEqual([status, error?.message], [403, commentMessages.closed]);
  const { data: list } = await request(`GET /stories/${story.id}/comments`);
  assert.equal(list.comments[0].content, 'Before the block');
});

test('muting folds the comments under one name, for the one who mutes', async () => {
  const story = await write();
  await say(story, other);
  await say(story, other, { author_username: 'otto-secret' });
  assert.equal((await put('otto-secret', 'mute', reader)).message, blockMessages.muted);
  const folded = async (by: SignedInPerson) => {
    const { data } = await request(`GET /stories/${story.id}/comments`, { token: by.token });
    return data.comments.map((one: { is_folded: boolean }) => one.is_folded);
  };
  assert.deepEqual(await folded(reader), [false, true]);
  assert.deepEqual(await folded(author), [false, false]);
  assert.equal((await say(await write(), other)).status, 201, 'muting keeps nobody from commenting');
});

test('an author whom nobody finds, hidden by a guest before the sign-in, is folded as well', async () => {
  const story = await write();
  await say(story, other);
  await say(story, author);
  const late = await signedIn(context, 'lena-reads');
  await request('PUT /hidden', { token: late.token, body: { authors: [other.id] } });
  const { data } = await request(`GET /stories/${story.id}/comments`, { token: late.token });
  assert.deepEqual(
    data.comments.map((one: Reply) => [one.author_username, one.is_folded]),
    [
      ['otto-reads', true],
      ['una-writes', false],
    ],
  );
});

test('an author with a page is folded for those who hide them, and for nobody else', async () => {
  const writer = await signedIn(context, 'wilma-writes');
  await write({}, writer);
  const story = await write();
  await say(story, writer);
  const hides = await request('PUT /hidden', { token: reader.token, body: { authors: [writer.id] } });
  assert.equal(hides.status, 200);
  for (const [by, isFolded] of [
    [reader, true],
    [author, false],
  ] as const) {
    const { data } = await request(`GET /stories/${story.id}/comments`, { token: by.token });
    assert.deepEqual(
      data.comments.map((one: Reply) => one.is_folded),
      [isFolded],
    );
  }
});

test('a comment names the id to hide where readers find a page of its name', async () => {
  const story = await write();
  await say(story, other);
  await say(story, author);
  const { data } = await request(`GET /stories/${story.id}/comments`, {});
  assert.deepEqual(
    data.comments.map((one: Reply) => [one.author_username, one.author_id, one.is_folded]),
    [
      ['otto-reads', null, undefined],
      ['una-writes', story.author_id, undefined],
    ],
  );
});

test('nobody mutes themself, or a name that nobody has met', async () => {
  assert.equal((await put('una-writes', 'mute')).status, 422);
  assert.equal((await put('nobody-of-this-name', 'mute')).status, 404);
  assert.equal((await put('otto-reads', 'shout')).status, 422);
  const hidden = await signedIn(context, 'never-met');
  assert.equal((await put(hidden.username, 'mute')).status, 404);
});

// Interface, Following, feeds, books: The id of a followed author is author_id
// Interface, Conversation: Comments of a story are for followers of the story, its series or its author
test('a story for followers takes comments from those who follow it, its series or its author', async () => {
  const story = await write({ comments: 'followers' });
  const refused = await say(story, reader);
  assert.deepEqual([refused.status, refused.error?.message], [403, commentMessages.followersOnly]);
  const series = await request('POST /series', { token: author.token, body: { title: 'Nights' } });
  await request(`PUT /series/${series.data.id}/stories`, {
    token: author.token,
    body: { story_ids: [story.id] },
  });
  for (const body of [
    { kind: 'story', id: story.id },
    { kind: 'series', id: series.data.id },
    { kind: 'author', id: story.author_id },
  ]) {
    const follow = await request('POST /follows', { token: reader.token, body: { ...body, mail: 'none' } });
    assert.equal((await say(story, reader)).status, 201, body.kind);
    await request(`DELETE /follows/${follow.data.id}`, { token: reader.token });
    assert.equal((await say(story, reader)).status, 403, body.kind);
  }
  assert.equal((await say(story, author)).status, 201);
});

test('a full list of blocks takes no new name, and changes one that it has', async () => {
  const full = await signedIn(context, 'fay-blocks');
  const ids = await commentsOn(full, other, 2);
  const [another = 0] = await commentsOn(full, reader, 1);
  assert.equal((await put('otto-reads', 'mute', full)).status, 200);
  await sql`with added as (
      insert into accounts (username, display_name)
      select 'blocked-' || n, '' from generate_series(2, ${MAX_BLOCKS}::integer) as n returning id)
    insert into blocks (account_id, author_id, blocked_id, kind)
    select ${full.id}::bigint, id, id, 'mute' from added`.execute(context.db);
  const refused = await put('una-writes', 'block', full);
  assert.deepEqual([refused.status, refused.message], [422, blockMessages.tooMany]);
  const changed = await put('otto-reads', 'block', full);
  assert.deepEqual([changed.status, changed.data?.kind], [200, 'block']);

  const decide = (action: string, which: number[]) =>
    request('POST /comments/decisions', { token: full.token, body: { action, ids: which } });
  assert.deepEqual((await decide('mute', ids)).data?.ids, ids, 'writers whom it has');
  const tooMany = await decide('mute', [...ids, another]);
  assert.deepEqual([tooMany.status, tooMany.message], [422, blockMessages.tooMany]);
  await request('DELETE /blocks/otto-reads', { token: full.token });
  assert.deepEqual((await decide('block', ids)).data?.ids, ids, 'two comments by one writer');
  const names = await request('GET /blocks', { token: full.token });
  assert.equal(names.data.blocks.length, MAX_BLOCKS);
});

test('answers name the mute or block before, and many mutes weaken no block', async () => {
  const owner = await signedIn(context, 'gil-blocks');
  const [first = 0] = await commentsOn(owner, other, 1);
  const [second = 0] = await commentsOn(owner, reader, 1);
  const decideAll = async (action: string) => {
    const body = { action, ids: [first, second] };
    return (await request('POST /comments/decisions', { token: owner.token, body })).data.writers;
  };
  assert.equal((await put('otto-reads', 'mute', owner)).data.previous_kind, null);
  assert.equal((await put('otto-reads', 'block', owner)).data.previous_kind, 'mute');
  assert.deepEqual(await decideAll('mute'), [{ username: 'rosa-reads', previous_kind: null }]);
  const { blocks } = (await request('GET /blocks', { token: owner.token })).data;
  assert.deepEqual(Object.fromEntries(blocks.map((block: Block) => [block.username, block.kind])), {
    'otto-reads': 'block',
    'rosa-reads': 'mute',
  });
  assert.deepEqual((await decideAll('block')).map((writer: NewBlock) => writer.previous_kind).toSorted(), [
    'block',
    'mute',
  ]);
  const removed = await request('POST /comments/decisions', {
    token: owner.token,
    body: { action: 'remove', ids: [first] },
  });
  assert.deepEqual(removed.data.writers, []);
});
