import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { publishingLimits } from '#platform/rate-limits/publishing-limits.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { wrongCounts } from '#tests/support/wrong-counts.ts';
import {
  type Comment,
  commentMessages,
  MAX_COMMENT_CHARACTERS,
  REPLIES_IN_LIST,
} from './contract/comments.ts';

const { context } = await testDatabase({ publishing: true });
const { db } = context;
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'rosa-reads');
const other = await signedIn(context, 'otto-reads');
const moderator = await signedIn(context, 'mod-reads', { role: 'moderator' });
await sql`update accounts set created_at = now() - interval '1 year'`.execute(db);

// Many comments within minutes would wait.
beforeEach(async () => {
  await sql`update comments set created_at = created_at - interval '1 hour'`.execute(db);
});

let count = 0;

async function write(fields: object = {}): Promise<{ id: number; slug: string; chapterId: number }> {
  const body = { title: `Story ${++count}`, ...fields };
  const { data } = await request('POST /stories', { token: author.token, body });
  const chapter = await request(`POST /stories/${data.id}/chapters`, {
    token: author.token,
    body: { title: 'One', content: '<p>The lamp was lit at eight.</p>' },
  });
  assert.equal(chapter.status, 201);
  return { id: data.id, slug: data.slug, chapterId: chapter.data.id };
}

async function say(story: { id: number | string }, fields: object = {}, by: SignedInPerson = reader) {
  const body = { content: `Words ${++count}`, ...fields };
  return request(`POST /stories/${story.id}/comments`, { token: by.token, body });
}

async function list(story: { id: number | string }, query = '', by?: SignedInPerson) {
  const token = by === undefined ? {} : { token: by.token };
  return request(`GET /stories/${story.id}/comments${query}`, token);
}

const textsOf = (comments: Comment[]) => comments.map(({ content }) => content);

describe('a reader', () => {
  test('finds an own comment that waits at its place in every order, also across pages, and others do not', async () => {
    const story = await write();
    const ids: number[] = [];
    for (let number = 0; number < 5; number += 1)
      ids.push((await say(story, number % 2 === 0 ? {} : { chapter_id: story.chapterId })).data.id);
    const [, , middle] = ids;
    await sql`update comments set state = 'waiting', held_for = 'new' where id = ${middle}`.execute(db);
    await sql`update comments set thank_count = id where id = any (${ids}::bigint[])`.execute(db);
    const idsOf = async (query: string, by?: SignedInPerson) => {
      const pages = await Promise.all(
        [1, 2, 3].map((page) => list(story, `?limit=2&page=${page}&${query}`, by)),
      );
      return pages.flatMap(({ data }) => data.comments.map(({ id }: Comment) => id));
    };
    const shown = ids.filter((id) => id !== middle);
    for (const [sort, order] of [
      ['oldest', (all: number[]) => all],
      ['newest', (all: number[]) => all.toReversed()],
      ['best', (all: number[]) => all.toReversed()],
    ] as const) {
      assert.deepEqual(await idsOf(`sort=${sort}`, reader), order(ids), sort);
      assert.deepEqual(await idsOf(`sort=${sort}`, moderator), order(ids), sort);
      assert.deepEqual(await idsOf(`sort=${sort}`, other), order(shown), sort);
      assert.deepEqual(await idsOf(`sort=${sort}&on=story`), order([ids[0] ?? 0, ids[4] ?? 0]), sort);
      const onChapter = `sort=${sort}&chapter_id=${story.chapterId}`;
      assert.deepEqual(await idsOf(onChapter, reader), order([ids[1] ?? 0, ids[3] ?? 0]), sort);
    }
    assert.equal((await list(story, '', reader)).data.pagination.total, 5);
    assert.equal((await list(story, '', other)).data.pagination.total, 4);
    await sql`update comments set thank_count = 0 where id = any (${ids}::bigint[])`.execute(db);
  });

  // Interface, Conversation: Comments are read and sent at /stories/{id}/comments, with chapter_id and parent_id
  // Interface, Conversation: A comment says author_username, content, created_at, edited_at, is_author, replies and state
  // Interface, Conversation: A comment is shown, waiting, removed or deleted
  // Interface, Conversation: pagination.total counts threads
  // Interface, Conversation: Comments of a story are for members, by default
  test('comments on a story and its chapter, replies, and everybody reads it in threads', async () => {
    const story = await write();
    const first = await say(story, { content: 'I *loved* it.' });
    assert.equal(first.status, 201);
    assert.deepEqual(
      [first.data.author_username, first.data.is_author, first.data.state, first.data.edited_at],
      ['rosa-reads', false, 'shown', null],
    );
    const onChapter = await say(story, { content: 'The lamp.', chapter_id: story.chapterId });
    const reply = await say(story, { content: 'Thank you.', parent_id: first.data.id }, author);
    const second = await say(story, { content: 'So did I.', parent_id: reply.data.id }, other);
    assert.equal(second.data.parent_id, first.data.id, 'a reply to a reply joins its thread');
    const all = await list(story);
    assert.deepEqual(textsOf(all.data.comments), ['I *loved* it.', 'The lamp.']);
    assert.deepEqual(
      all.data.comments[0].replies.map((one: Comment) => [one.content, one.author_username, one.is_author]),
      [
        ['Thank you.', 'una-writes', true],
        ['So did I.', 'otto-reads', false],
      ],
    );
    assert.deepEqual([all.data.pagination.total, all.data.comment_count], [2, 4]);
    assert.equal('is_mine' in all.data.comments[0], false, 'the public answer is the same for everyone');
    const ofChapter = await list(story, `?chapter_id=${story.chapterId}`);
    assert.deepEqual(textsOf(ofChapter.data.comments), ['The lamp.']);
    assert.deepEqual(textsOf((await list(story, '?on=story')).data.comments), ['I *loved* it.']);
    const thread = await list(story, `?parent_id=${first.data.id}`);
    assert.deepEqual(textsOf(thread.data.comments), ['Thank you.', 'So did I.']);
    assert.equal(thread.data.thread.id, first.data.id);
    const counts = await request(`GET /stories/${story.slug}/comment-counts`);
    assert.deepEqual(counts.data, {
      setting: 'members',
      story_count: 3,
      chapters: [{ id: story.chapterId, title: 'One', number: 1, comment_count: 1 }],
    });
    assert.equal((await request(`GET /stories/${story.id}`)).data.comment_count, 4);
    const own = await list(story, '', reader);
    assert.deepEqual(
      [own.data.comments[0].is_mine, own.data.may_comment, own.data.may_decide],
      [true, true, false],
    );
    assert.equal(onChapter.data.chapter_id, story.chapterId);
  });

  // Interface, Identity: A comment takes author_username
  // Interface, Identity: A pen name that is not one’s own answers 403
  test('comments under a pen name of their own, and only of their own; only the story’s name is marked', async () => {
    const story = await write();
    const added = await request('POST /pen-names', { token: author.token, body: { username: 'una-secret' } });
    assert.equal(added.status, 201);
    const secret = await say(story, { author_username: 'una-secret' }, author);
    assert.deepEqual([secret.status, secret.data.is_author], [201, false]);
    const { data } = await list(story);
    assert.equal(data.comments[0].author_username, 'una-secret');
    assert.equal(JSON.stringify(data.comments).includes('una-writes'), false);
    assert.equal((await say(story, { author_username: 'una-secret' })).status, 403);
  });

  test('is told what is wrong with a comment', async () => {
    const story = await write();
    const elsewhere = await write();
    const onOther = await say(elsewhere);
    const cases: [object, string][] = [
      [{ content: '' }, 'content'],
      [{ content: ' \u200b\n ' }, 'content'],
      [{ content: 'x'.repeat(MAX_COMMENT_CHARACTERS + 1) }, 'content'],
      [{ content: 3 }, 'content'],
      [{ chapter_id: elsewhere.chapterId }, 'chapter_id'],
      [{ chapter_id: 'x' }, 'chapter_id'],
      [{ parent_id: onOther.data.id }, 'parent_id'],
      [{ parent_id: 999_999 }, 'parent_id'],
    ];
    for (const [fields, name] of cases) {
      const answer = await say(story, fields);
      assert.equal(answer.status, 422, JSON.stringify(fields));
      assert.deepEqual(Object.keys(answer.error?.fields ?? {}), [name]);
    }
    assert.equal((await say(story, { content: 'é'.repeat(MAX_COMMENT_CHARACTERS) })).status, 201);
    assert.equal((await say({ id: 999_999 })).status, 404);
    assert.equal((await list(story, '?sort=loud')).status, 422);
    assert.equal((await list(story, '?chapter_id=999999')).status, 404);
    assert.equal((await list(story, '?parent_id=999999')).status, 404);
  });

  // Interface, Conversation: PUT /comments/{id} edits, and DELETE deletes
  // Interface, Conversation: A comment says author_username, content, created_at, edited_at, is_author, replies and state
  test('edits a comment for fifteen minutes; the staff read the earlier text', async () => {
    const story = await write();
    const { data } = await say(story, { content: 'Befor' });
    const body = { content: 'Before' };
    assert.equal((await request(`PUT /comments/${data.id}`, { token: other.token, body })).status, 403);
    const edited = await request(`PUT /comments/${data.id}`, { token: reader.token, body });
    assert.deepEqual([edited.status, edited.data.content], [200, 'Before']);
    assert.notEqual(edited.data.edited_at, null);
    const versions = await request(`GET /comments/${data.id}/versions`, { token: moderator.token });
    assert.deepEqual(
      versions.data.versions.map((one: { content: string }) => one.content),
      ['Befor'],
    );
    assert.equal((await request(`GET /comments/${data.id}/versions`, { token: reader.token })).status, 404);
    await sql`update comments set created_at = now() - interval '16 minutes' where id = ${data.id}`.execute(
      db,
    );
    assert.equal((await request(`PUT /comments/${data.id}`, { token: reader.token, body })).status, 403);
  });

  // Interface, Conversation: PUT /comments/{id} edits, and DELETE deletes
  // Interface, Conversation: A comment is shown, waiting, removed or deleted
  test('deletes a comment: the thread keeps its place, and without replies nothing is left', async () => {
    const story = await write();
    const root = await say(story, { content: 'A beginning' });
    const reply = await say(story, { content: 'An answer', parent_id: root.data.id }, other);
    assert.equal((await request(`DELETE /comments/${root.data.id}`, { token: other.token })).status, 403);
    assert.equal((await request(`DELETE /comments/${root.data.id}`, { token: reader.token })).status, 200);
    const [kept] = (await list(story)).data.comments;
    assert.deepEqual(
      [kept.state, kept.content, kept.author_username, kept.replies.length],
      ['deleted', '', null, 1],
    );
    assert.equal((await request(`DELETE /comments/${root.data.id}`, { token: reader.token })).status, 404);
    await request(`DELETE /comments/${reply.data.id}`, { token: other.token });
    const { data } = await list(story);
    assert.deepEqual([data.comments, data.pagination.total, data.comment_count], [[], 0, 0]);
    const left = await db.selectFrom('comments').select('id').where('story_id', '=', story.id).execute();
    assert.deepEqual(left, []);
  });

  // Interface, Conversation: POST /comments/{id}/thank thanks for a comment
  test('thanks for a comment once, takes it back, and lists the most thanked first', async () => {
    const story = await write();
    const [quiet, loud] = [await say(story, { content: 'Quiet' }), await say(story, { content: 'Loud' })];
    for (let time = 0; time < 2; time++) {
      const thanked = await request(`POST /comments/${loud.data.id}/thank`, { token: other.token, body: {} });
      assert.deepEqual([thanked.status, thanked.data.thank_count], [200, 1]);
    }
    assert.equal(
      (await request(`POST /comments/${loud.data.id}/thank`, { token: reader.token, body: {} })).status,
      403,
    );
    assert.deepEqual(textsOf((await list(story, '?sort=best')).data.comments), ['Loud', 'Quiet']);
    assert.deepEqual(textsOf((await list(story, '?sort=newest')).data.comments), ['Loud', 'Quiet']);
    assert.deepEqual(textsOf((await list(story)).data.comments), ['Quiet', 'Loud']);
    assert.equal((await list(story, '', other)).data.comments[1].is_thanked, true);
    const back = await request(`DELETE /comments/${loud.data.id}/thank`, { token: other.token });
    assert.equal(back.data.thank_count, 0);
    assert.equal(quiet.data.thank_count, 0);
  });

  // Interface, Conversation: pagination.total counts threads
  test('pages through threads, and through the replies of a long one', async () => {
    const story = await write();
    const root = await say(story, { content: 'Root' });
    for (let number = 1; number <= REPLIES_IN_LIST + 2; number++)
      await say(story, { content: `Reply ${number}`, parent_id: root.data.id });
    await say(story, { content: 'Next' });
    const page = await list(story, '?limit=1');
    assert.deepEqual(
      [page.data.pagination.total, page.data.pagination.pages, page.data.comments[0].reply_count],
      [2, 2, REPLIES_IN_LIST + 2],
    );
    assert.equal(page.data.comments[0].replies.length, REPLIES_IN_LIST);
    assert.deepEqual(textsOf((await list(story, '?limit=1&page=2')).data.comments), ['Next']);
    const rest = await list(story, `?parent_id=${root.data.id}&limit=${REPLIES_IN_LIST}&page=2`);
    assert.deepEqual(textsOf(rest.data.comments), ['Reply 11', 'Reply 12']);
  });
});

describe('the author', () => {
  // Interface, Conversation: POST /comments/{id}/approve and /remove are the author’s
  // Interface, Conversation: A comment is shown, waiting, removed or deleted
  test('removes a comment with a reason that its writer reads, and brings it back', async () => {
    const story = await write();
    const { data } = await say(story, { content: 'A spoiler' });
    const at = `/comments/${data.id}` as const;
    const body = { reason: 'It gives the end away.' };
    assert.equal((await request(`POST ${at}/remove`, { token: other.token, body })).status, 403);
    const removed = await request(`POST ${at}/remove`, { token: author.token, body });
    assert.deepEqual(
      [removed.status, removed.data.state, removed.data.content],
      [200, 'removed', 'A spoiler'],
    );
    assert.deepEqual((await list(story)).data.comments, []);
    const [own] = (await list(story, '', reader)).data.comments;
    assert.deepEqual([own.state, own.removal_reason], ['removed', 'It gives the end away.']);
    assert.deepEqual((await list(story, '', other)).data.comments, []);
    const back = await request(`POST ${at}/approve`, { token: author.token, body: {} });
    assert.deepEqual([back.status, back.data.state], [200, 'shown']);
    const byStaff = await request(`POST ${at}/remove`, { token: moderator.token, body: {} });
    assert.equal(byStaff.status, 422);
    assert.equal((await request(`POST ${at}/remove`, { token: moderator.token, body })).status, 200);
    assert.equal((await request(`POST ${at}/approve`, { token: author.token, body: {} })).status, 403);
    assert.equal((await request(`POST ${at}/approve`, { token: moderator.token, body: {} })).status, 200);
  });

  // Interface, Conversation: Comments of a story are off
  test('closes a story to comments: none is sent, and none is shown', async () => {
    const story = await write();
    const { data } = await say(story);
    await request(`PUT /stories/${story.id}`, {
      token: author.token,
      body: { title: 'Closed', slug: story.slug, comments: 'off' },
    });
    const refused = await say(story);
    assert.deepEqual([refused.status, refused.error?.message], [403, commentMessages.closed]);
    assert.deepEqual((await list(story)).data.comments, []);
    assert.equal((await list(story, '', reader)).data.may_comment, false);
    assert.equal((await request(`GET /stories/${story.id}`)).data.comment_count, 0);
    assert.equal((await list(story, '', author)).data.comments.length, 1);
    assert.equal((await request(`DELETE /comments/${data.id}`, { token: reader.token })).status, 200);
  });

  // Interface, Conversation: A comment is shown, waiting, removed or deleted
  // Interface, Conversation: Comments of a story are approved first
  test('approves comments first: they wait, seen by their writer and the author alone', async () => {
    const story = await write({ comments: 'approved' });
    const sent = await say(story, { content: 'May I?' });
    assert.deepEqual([sent.data.state, sent.message], ['waiting', commentMessages.waiting]);
    assert.equal((await say(story, {}, author)).data.state, 'shown');
    const seen = async (by?: SignedInPerson) => (await list(story, '', by)).data.comments.length;
    assert.deepEqual([await seen(), await seen(other), await seen(reader), await seen(author)], [1, 1, 2, 2]);
    const waiting = await request('GET /comments', { token: author.token });
    assert.ok(waiting.data.comments.some((one: Comment) => one.id === sent.data.id));
    assert.equal((await say(story, { parent_id: sent.data.id }, other)).status, 422);
    const ids = [sent.data.id, 999_999];
    const body = { action: 'approve', ids };
    assert.deepEqual((await request('POST /comments/decisions', { token: other.token, body })).data.ids, []);
    const decided = await request('POST /comments/decisions', { token: author.token, body });
    assert.deepEqual(decided.data.ids, [sent.data.id]);
    assert.equal(await seen(), 2);
    const reply = await say(story, { parent_id: sent.data.id }, author);
    assert.equal(reply.data.state, 'shown');
    // Another text than the approved one waits again. The thread stays for its reply, without the text.
    const edit = { token: reader.token, body: { content: 'May I not?' } };
    const edited = await request(`PUT /comments/${sent.data.id}`, edit);
    assert.deepEqual([edited.data.state, edited.message], ['waiting', commentMessages.savedWaiting]);
    const threadFor = async (by?: SignedInPerson) =>
      [
        ...(await list(story, '', by)).data.comments,
        (await list(story, `?parent_id=${sent.data.id}`, by)).data.thread,
      ]
        .filter((one: Comment) => one.id === sent.data.id)
        .map((one: Comment) => [one.state, one.content, one.author_username]);
    const bare = ['waiting', '', null];
    const whole = ['waiting', 'May I not?', 'rosa-reads'];
    for (const by of [undefined, other]) assert.deepEqual(await threadFor(by), [bare, bare]);
    for (const by of [reader, author, moderator]) assert.deepEqual(await threadFor(by), [whole, whole]);
  });

  test('approves the first comments of new and of unverified accounts, and repetitions', async () => {
    const story = await write();
    const newcomer = await signedIn(context, `newcomer-${++count}`);
    const unverified = await signedIn(context, `unverified-${++count}`, { isVerified: false });
    await sql`update accounts set created_at = now() - interval '1 year' where id = ${unverified.id}`.execute(
      db,
    );
    const first = await say(story, {}, newcomer);
    assert.equal(first.data.state, 'waiting');
    assert.equal((await say(story, {}, unverified)).data.state, 'waiting');
    await request(`POST /comments/${first.data.id}/approve`, { token: author.token, body: {} });
    assert.equal((await say(story, {}, newcomer)).data.state, 'shown');
    assert.equal((await say(story, { content: 'Buy this' })).data.state, 'shown');
    assert.equal((await say(story, { content: 'Buy this' })).data.state, 'waiting');
  });

  // Interface, Security, law, operations: RATE_LIMITS=off lifts the holding of comments
  test('approves none of them on a site without limits', async () => {
    const open = await createRequester(await testServer({ ...context, publishing: publishingLimits(false) }));
    const story = await write();
    const newcomer = await signedIn(context, `newcomer-${++count}`, { isVerified: false });
    for (const content of ['Buy this', 'Buy this', 'At https://example.org/']) {
      const { token } = newcomer;
      const sent = await open(`POST /stories/${story.id}/comments`, { token, body: { content } });
      assert.deepEqual([sent.status, sent.data?.state], [201, 'shown'], content);
    }
  });
});

describe('comments follow what they are on', () => {
  test('the story: drafts, links, members, withheld and trashed ones', async () => {
    const story = await write();
    const { data } = await say(story);
    const change = async (visibility: string) =>
      request(`PUT /stories/${story.id}`, {
        token: author.token,
        body: { title: 'A Story', slug: story.slug, visibility },
      });
    const statuses = async (by?: SignedInPerson) => [
      (await list(story, '', by)).status,
      (await list({ id: story.slug }, '', by)).status,
    ];
    await change('draft');
    assert.deepEqual(
      [await statuses(), await statuses(reader), await statuses(author)],
      [
        [404, 404],
        [404, 404],
        [200, 200],
      ],
    );
    assert.equal((await request(`DELETE /comments/${data.id}`, { token: reader.token })).status, 404);
    await change('link');
    assert.deepEqual(
      [await statuses(), await statuses(reader)],
      [
        [404, 200],
        [404, 200],
      ],
    );
    await change('members');
    assert.deepEqual(
      [await statuses(), await statuses(reader)],
      [
        [401, 401],
        [200, 200],
      ],
    );
    await change('public');
    await db.updateTable('stories').set({ withheld_at: new Date() }).where('id', '=', story.id).execute();
    assert.deepEqual(
      [await statuses(), await statuses(moderator)],
      [
        [404, 404],
        [200, 200],
      ],
    );
    assert.equal((await say(story)).status, 404);
    await db.updateTable('stories').set({ withheld_at: null }).where('id', '=', story.id).execute();
    await request(`DELETE /stories/${story.id}`, { token: author.token });
    assert.deepEqual(
      [await statuses(), await statuses(author)],
      [
        [404, 404],
        [404, 404],
      ],
    );
  });

  test('the chapter: one in the trash takes its comments along', async () => {
    const story = await write();
    const { data } = await say(story, { chapter_id: story.chapterId });
    await request(`DELETE /stories/${story.id}/chapters/${story.chapterId}`, { token: author.token });
    const all = await list(story, '', author);
    assert.deepEqual([all.data.comments, all.data.comment_count, all.data.pagination.total], [[], 0, 0]);
    assert.equal((await list(story, `?chapter_id=${story.chapterId}`)).status, 404);
    assert.equal((await request(`DELETE /comments/${data.id}`, { token: reader.token })).status, 404);
    const { data: trash } = await request('GET /trash', { token: author.token });
    const entry = trash.trash.find((one: { title: string }) => one.title === 'One');
    await request(`POST /trash/${entry.id}/restore`, { token: author.token, body: {} });
    assert.equal((await list(story)).data.comments.length, 1);
  });

  test('the account of their writer: gone while it is suspended, and back afterwards', async () => {
    const story = await write();
    const leaver = await signedIn(context, `leaver-${++count}`);
    await sql`update accounts set created_at = now() - interval '1 year' where id = ${leaver.id}`.execute(db);
    const root = await say(story, { content: 'Root' }, leaver);
    const alone = await say(story, { content: 'Alone' }, leaver);
    await say(story, { content: 'Reply', parent_id: root.data.id }, other);
    const suspended = (at: Date | null) =>
      db
        .updateTable('accounts')
        .set({ suspended_at: at, suspended_for: at === null ? null : 'Spam' })
        .where('id', '=', leaver.id)
        .execute();
    await suspended(new Date());
    const gone = await list(story);
    assert.deepEqual(
      gone.data.comments.map((one: Comment) => [
        one.state,
        one.content,
        one.author_username,
        one.replies.length,
      ]),
      [['removed', '', null, 1]],
    );
    assert.deepEqual([gone.data.comment_count, gone.data.pagination.total], [1, 1]);
    await suspended(null);
    assert.deepEqual(textsOf((await list(story)).data.comments), ['Root', 'Alone']);
    await db.deleteFrom('accounts').where('id', '=', leaver.id).execute();
    const [kept, ...none] = (await list(story)).data.comments;
    assert.deepEqual([kept.state, kept.content, kept.author_username, none], ['deleted', '', null, []]);
    assert.equal(
      (await request(`POST /comments/${alone.data.id}/thank`, { token: other.token, body: {} })).status,
      404,
    );
  });
});

test('the counts of comments are right after all of this', async () => {
  assert.deepEqual(await wrongCounts(context), []);
});
