import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import type { InboxEntry } from './contract.ts';
import { inboxMessages } from './contract.ts';
import { notify } from './service/notify.ts';
import { deleteOldItems, tellOfFollowers } from './store/mails.ts';

const { context } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
const moderator = await signedIn(context, 'mod-reads', { role: 'moderator' });

let count = 0;
const person = (name: string) => signedIn(context, `${name}-${++count}`);

async function write(author: SignedInPerson, fields: object = {}) {
  const title = `Story ${++count}`;
  const { data } = await request('POST /stories', { token: author.token, body: { title, ...fields } });
  const chapter = await request(`POST /stories/${data.id}/chapters`, {
    token: author.token,
    body: { title: 'One', content: '<p>The lamp was lit at eight.</p>' },
  });
  assert.equal(chapter.status, 201);
  return { id: data.id as number, slug: data.slug as string, title, chapterId: chapter.data.id as number };
}

type Story = Awaited<ReturnType<typeof write>>;

async function say(by: SignedInPerson, story: { id: number }, fields: object = {}): Promise<number> {
  const body = { content: `Words ${++count}`, ...fields };
  const { data, status, text } = await request(`POST /stories/${story.id}/comments`, {
    token: by.token,
    body,
  });
  assert.equal(status, 201, text);
  return data.id;
}

async function inboxOf({ token }: SignedInPerson, query = '') {
  const { data, status, text } = await request(`GET /inbox${query}`, { token });
  assert.equal(status, 200, text);
  return data as { unread: number; groups: InboxEntry[]; as_of: string; pagination: { total: number } };
}

const textsOf = async (reader: SignedInPerson) => (await inboxOf(reader)).groups.map(({ text }) => text);
const unreadOf = async ({ token }: SignedInPerson) =>
  (await request('GET /inbox/count', { token })).data.unread as number;
const mark = ({ token }: SignedInPerson, body: object = {}) => request('POST /inbox/read', { token, body });

describe('an author', () => {
  // Interface, Conversation: GET /inbox tells what is new
  test('is told of comments in one group for each story, and opens where they are', async () => {
    const [author, reader, other] = [await person('una'), await person('rosa'), await person('otto')];
    const story = await write(author);
    const first = await say(reader, story);
    const [one] = (await inboxOf(author)).groups;
    assert.equal(one?.text, `${reader.username} commented on “${story.title}”`);
    assert.equal(one?.url, `/story/${story.slug}/comments?thread=${first}#comment-${first}`);
    await say(other, story);
    await say(other, story);
    const { unread, groups } = await inboxOf(author);
    assert.equal(unread, 3);
    assert.deepEqual(
      groups.map(({ text, count, is_read, url }) => ({ text, count, is_read, url })),
      [
        {
          text: `3 comments on “${story.title}”, by ${reader.username} and ${other.username}`,
          ...{ count: 3, is_read: false, url: `/story/${story.slug}/comments?sort=newest` },
        },
      ],
    );
    await say(reader, story, { chapter_id: story.chapterId });
    assert.equal((await inboxOf(author)).groups[0]?.url, '/comments?state=shown');
    await say(await person('ida'), story);
    const by = `${reader.username}, ${other.username} and 1 other`;
    assert.deepEqual(await textsOf(author), [`5 comments on “${story.title}”, by ${by}`]);
  });

  test('is not told of own comments, replies and thanks, under any pen name', async () => {
    const author = await person('una');
    const story = await write(author);
    const name = `other-${++count}`;
    const body = { username: name, display_name: 'Somebody Else' };
    assert.equal((await request('POST /pen-names', { token: author.token, body })).status, 201);
    const first = await say(author, story, { author_username: name });
    await say(author, story, { parent_id: first });
    assert.deepEqual(await inboxOf(author).then(({ unread, groups }) => [unread, groups]), [0, []]);
  });

  test('is told of comments that wait, not of those that they have approved', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    const story = await write(author, { comments: 'approved' });
    const first = await say(reader, story);
    await say(reader, story);
    const [group] = (await inboxOf(author)).groups;
    assert.deepEqual([group?.text, group?.url], [`2 comments on “${story.title}” wait for you`, '/comments']);
    await request(`POST /comments/${first}/approve`, { token: author.token, body: {} });
    assert.deepEqual(await textsOf(author), [`A comment on “${story.title}” waits for you`]);
  });

  test('is told of followers from ten up, at each number once', async () => {
    const author = await person('una');
    const story = await write(author);
    const followers = await Promise.all(Array.from({ length: 10 }, () => person('fan')));
    const follow = ({ token }: SignedInPerson) =>
      request('POST /follows', { token, body: { kind: 'story', id: story.id } });
    const blocked = await person('fan');
    await sql`insert into blocks (account_id, author_id, blocked_id, kind)
      values (${author.id}, ${blocked.id}, ${blocked.id}, 'block')`.execute(db);
    await Promise.all([author, blocked, ...followers.slice(1)].map(follow));
    await tellOfFollowers(db);
    assert.deepEqual(await textsOf(author), []);
    const tenth = await follow(followers[0] as SignedInPerson);
    await sql`insert into inbox_settings (account_id, muted_kinds) values (${author.id}, '{followers}')
      on conflict (account_id) do update set muted_kinds = excluded.muted_kinds`.execute(db);
    await tellOfFollowers(db);
    await sql`update inbox_settings set muted_kinds = '{}' where account_id = ${author.id}`.execute(db);
    assert.deepEqual(await textsOf(author), [], 'muted');
    for (const round of [1, 2]) {
      await tellOfFollowers(db);
      assert.deepEqual(await textsOf(author), [`10 people follow “${story.title}”`], `round ${round}`);
    }
    await request(`DELETE /follows/${tenth.data.id}`, { token: followers[0]?.token });
    await mark(author);
    await tellOfFollowers(db);
    await follow(followers[0] as SignedInPerson);
    await sql`update inbox_items set created_at = now() - interval '2 years'`.execute(db);
    await deleteOldItems(db);
    await tellOfFollowers(db);
    assert.equal(await unreadOf(author), 0);
  });

  test('is told of followers of series, lists and names, while they are there, and of no lower number later', async () => {
    const author = await person('una');
    const create = async (path: 'POST /series' | 'POST /shelves' | 'POST /pen-names', body: object) => {
      const { data, status, text } = await request(path, { token: author.token, body });
      assert.equal(status, 201, text);
      return data;
    };
    const series = await create('POST /series', { title: 'Tides' });
    const stories = { story_ids: [(await write(author)).id] };
    await request(`PUT /series/${series.id}/stories`, { token: author.token, body: stories });
    const list = await create('POST /shelves', { title: 'Tides to Read', visibility: 'public' });
    const name = { username: `tide-${++count}`, display_name: 'High Tide', profile_public: true };
    const penName = await create('POST /pen-names', name);
    for (let number = 0; number < 10; number++) {
      const { token } = await person('fan');
      for (const thing of [
        { kind: 'series', id: series.id },
        { kind: 'list', id: list.slug },
        { kind: 'author', id: penName.id },
      ])
        assert.equal((await request('POST /follows', { token, body: thing })).status, 201);
    }
    await tellOfFollowers(db);
    const [ofName, ofList, ofSeries] = [
      '10 people follow you as High Tide',
      '10 people follow your reading list “Tides to Read”',
      '10 people follow “Tides”',
    ];
    assert.deepEqual((await textsOf(author)).sort(), [ofName, ofList, ofSeries]);
    await sql`update inbox_items set follower_count = 25 where series_id = ${series.id}`.execute(db);
    await tellOfFollowers(db);
    assert.deepEqual((await textsOf(author)).sort(), [ofName, ofList, ofSeries.replace('10', '25')]);
    const set = (visibility: string) =>
      request(`PUT /shelves/${list.id}`, { token: author.token, body: { visibility } });
    await set('private');
    assert.ok(!(await textsOf(author)).includes(ofList), 'private');
    await set('public');
    assert.ok((await textsOf(author)).includes(ofList), 'public again');
    await sql`with entry as (insert into moderation_entries (actor_role, action) values ('operator', 'hide-list') returning id)
      insert into list_withholdings (shelf_id, entry_id) select ${list.id}, id from entry`.execute(db);
    assert.equal((await request(`DELETE /pen-names/${penName.id}`, { token: author.token })).status, 200);
    assert.equal((await request(`DELETE /series/${series.id}`, { token: author.token })).status, 200);
    assert.deepEqual(await textsOf(author), []);
  });

  test('is told of a decision, and opens it', async () => {
    const author = await person('una');
    const { id, title } = await write(author);
    await sql`insert into moderation_entries (actor_role, action, story_id, story_title, account_id, note)
      values ('operator', 'restore', ${id}, ${title}, ${author.id}, 'x')`.execute(db);
    const { rows } = await sql<{ id: number }>`select max(id) as id from moderation_entries`.execute(db);
    const entryId = rows[0]?.id ?? 0;
    const item = { kind: 'decision', accountId: author.id, byId: null, entryId } as const;
    for (const _ of [1, 2]) await db.transaction().execute((transaction) => notify(transaction, item));
    const { unread, groups } = await inboxOf(author);
    assert.equal(unread, 1);
    assert.deepEqual(
      [groups[0]?.text, groups[0]?.url],
      [`Your story “${title}” was restored`, `/appeal?decision=${entryId}`],
    );
  });

  test('is told of corrections until they are decided, and opens them in the editor', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    const story = await write(author);
    const sent = await request(`POST /chapters/${story.chapterId}/corrections`, {
      token: reader.token,
      body: { quote: 'lamp', note: 'Which?' },
    });
    assert.equal(sent.status, 201, sent.text);
    const [group] = (await inboxOf(author)).groups;
    assert.deepEqual(
      [group?.text, group?.url],
      [`A correction for “${story.title}”`, `/story/${story.slug}/chapter/${story.chapterId}/edit`],
    );
    const next = await request(`POST /stories/${story.id}/chapters`, {
      token: author.token,
      body: { title: 'Next', content: '<p>Another lamp.</p>' },
    });
    const other = await request(`POST /chapters/${next.data.id}/corrections`, {
      token: reader.token,
      body: { quote: 'lamp', note: 'Which one?' },
    });
    const [both] = (await inboxOf(author)).groups;
    assert.deepEqual(
      [both?.text, both?.url],
      [`2 corrections for “${story.title}”`, `/story/${story.slug}/edit#beta-readers`],
    );
    for (const { id } of [sent.data, other.data])
      await sql`update corrections set decision = 'accepted', decided_at = now() where id = ${id}`.execute(
        db,
      );
    assert.equal(await unreadOf(author), 0);
  });

  test('reads nothing of what is said about a chapter that is a draft again or in the trash', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    const story = await write(author);
    await say(reader, story, { chapter_id: story.chapterId });
    const path = `/chapters/${story.chapterId}/corrections` as const;
    await request(`POST ${path}`, { token: reader.token, body: { quote: 'lamp', note: 'Which?' } });
    const chapter = db.updateTable('chapters').where('id', '=', story.chapterId);
    assert.equal((await textsOf(author)).length, 2);
    await chapter.set({ state: 'draft' }).execute();
    assert.deepEqual(await textsOf(author), [`A correction for “${story.title}”`]);
    await chapter.set({ state: 'published', trashed_at: new Date() }).execute();
    assert.deepEqual(await textsOf(author), []);
  });

  test('is told of nothing that happened more than a year ago', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    const stories = [await write(author), await write(author)];
    for (const story of stories) await say(reader, story);
    for (const [index, days] of [364, 367].entries())
      await sql`update inbox_items set created_at = now() - make_interval(days => ${days})
        where story_id = ${stories[index]?.id}`.execute(db);
    await deleteOldItems(db);
    assert.deepEqual(await textsOf(author), [`${reader.username} commented on “${stories[0]?.title}”`]);
  });

  test('reads no title of a story in the trash', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    const story = await write(author);
    await say(reader, story);
    await request(`DELETE /stories/${story.id}`, { token: author.token });
    assert.deepEqual(await textsOf(author), []);
    assert.equal(await unreadOf(author), 0);
  });
});

describe('a reader', () => {
  test('is told of replies and thanks, once for each', async () => {
    const [author, reader, other] = [await person('una'), await person('rosa'), await person('otto')];
    const story = await write(author);
    const thread = await say(reader, story);
    const reply = await say(author, story, { parent_id: thread });
    await say(other, story, { parent_id: reply });
    const thank = (by: SignedInPerson, method: 'POST' | 'DELETE') =>
      request(`${method} /comments/${thread}/thank`, { token: by.token, body: {} });
    for (const method of ['POST', 'POST', 'DELETE', 'POST'] as const) await thank(author, method);
    assert.deepEqual((await textsOf(reader)).sort(), [
      `2 replies to you on “${story.title}”, by ${author.username} and ${other.username}`,
      `Somebody thanked you for your comment on “${story.title}”`,
    ]);
    // A reply to the author's reply is one to the author, and no comment besides.
    assert.deepEqual((await textsOf(author)).sort(), [
      `${other.username} replied to you on “${story.title}”`,
      `${reader.username} commented on “${story.title}”`,
    ]);
    await mark(reader);
    await thank(author, 'DELETE');
    assert.equal((await textsOf(reader)).length, 1);
    await thank(author, 'POST');
    assert.equal(await unreadOf(reader), 0);
  });

  test('is thanked by no account that they block by any of its names, and hears its other name', async () => {
    const [author, reader, other] = [await person('una'), await person('rosa'), await person('otto')];
    const body = { username: `other-${++count}`, profile_public: true };
    await request('POST /pen-names', { token: other.token, body });
    const story = await write(author);
    const thread = await say(reader, story);
    await say(other, story, { parent_id: thread });
    await request(`POST /comments/${thread}/thank`, { token: other.token, body: {} });
    const reply = `${other.username} replied to you on “${story.title}”`;
    assert.equal((await textsOf(reader)).length, 2);
    const block = { token: reader.token, body: { kind: 'block' } };
    assert.equal((await request(`PUT /blocks/${body.username}`, block)).status, 200);
    assert.deepEqual(await textsOf(reader), [reply]);
  });

  test('is told of a reply when it is approved, even after marking all as read', async () => {
    const [author, reader, other] = [await person('una'), await person('rosa'), await person('otto')];
    const story = await write(author, { comments: 'approved' });
    const thread = await say(reader, story);
    await request(`POST /comments/${thread}/approve`, { token: author.token, body: {} });
    const reply = await say(other, story, { parent_id: thread });
    assert.equal(await unreadOf(reader), 0);
    await mark(reader);
    await request(`POST /comments/${reply}/approve`, { token: author.token, body: {} });
    assert.deepEqual(await textsOf(reader), [`${other.username} replied to you on “${story.title}”`]);
    assert.equal(await unreadOf(reader), 1);
  });

  test('sees the beginning of a reply without what it quotes, and of the earliest of several', async () => {
    const [author, reader, other] = [await person('una'), await person('rosa'), await person('otto')];
    const story = await write(author);
    const thread = await say(reader, story);
    const excerpts = async (of: SignedInPerson) => (await inboxOf(of)).groups.map(({ excerpt }) => excerpt);
    assert.deepEqual(await excerpts(author), [`Words ${count}`]);
    await say(other, story, { parent_id: thread, content: '> Words\n\nThe *lamp*\nwas lit. \n' });
    assert.deepEqual(await excerpts(reader), ['The lamp was lit.']);
    await say(author, story, { parent_id: thread, content: 'It was.' });
    assert.deepEqual(await excerpts(reader), ['The lamp was lit.']);
    // Two comments are opened as a list.
    assert.deepEqual(await excerpts(author), [null]);
    const long = await say(reader, await write(other), { content: 'lamp '.repeat(400) });
    assert.ok(long > 0);
    const [beginning] = await excerpts(other);
    assert.match(beginning ?? '', /^(lamp )+lamp…$/);
    assert.ok((beginning ?? '').length <= 160);
  });

  test('sees nothing of a comment that is held', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    const story = await write(author, { comments: 'approved' });
    const thread = await say(author, story);
    await say(reader, story, { parent_id: thread });
    assert.deepEqual(
      (await inboxOf(author)).groups.map(({ excerpt }) => excerpt),
      [null],
    );
  });

  const gone: Record<
    string,
    (reply: number, story: Story, people: Record<string, SignedInPerson>) => unknown
  > = {
    'a removed reply': (reply, _, { author }) =>
      request(`POST /comments/${reply}/remove`, { token: author?.token, body: { reason: 'x' } }),
    'a deleted reply': (reply, _, { other }) => request(`DELETE /comments/${reply}`, { token: other?.token }),
    'a reply of a suspended account': (_, __, { other }) =>
      sql`update accounts set suspended_at = now(), suspended_for = 'x' where id = ${other?.id}`.execute(db),
    'a reply of somebody muted': (_, __, { reader, other }) =>
      request(`PUT /blocks/${other?.username}`, { token: reader?.token, body: { kind: 'mute' } }),
    'a reply of somebody hidden': (_, __, { reader, other }) =>
      sql`insert into hidden_items (account_id, author_id) values (${reader?.id}, ${other?.id})`.execute(db),
    'a withheld story': (_, story) =>
      sql`update stories set withheld_at = now(), published_at = null where id = ${story.id}`.execute(db),
    'a story that became a draft': (_, story, { author }) =>
      request(`PUT /stories/${story.id}`, {
        token: author?.token,
        body: { title: story.title, slug: story.slug, visibility: 'draft' },
      }),
    'a story without comments': (_, story, { author }) =>
      request(`PUT /stories/${story.id}`, {
        token: author?.token,
        body: { title: story.title, slug: story.slug, comments: 'off' },
      }),
    'a story that the reader hides': (_, story, { reader }) =>
      request(`PUT /hidden/stories/${story.id}`, { token: reader?.token, body: {} }),
  };
  for (const [what, happen] of Object.entries(gone))
    test(`reads nothing of ${what}`, async () => {
      const [author, reader, other] = [await person('una'), await person('rosa'), await person('otto')];
      const story = await write(author);
      const thread = await say(reader, story);
      const reply = await say(other, story, { parent_id: thread });
      assert.equal(await unreadOf(reader), 1);
      const done = (await happen(reply, story, { author, reader, other })) as {
        status?: number;
        text?: string;
      };
      assert.ok((done.status ?? 200) < 300, String(done.text));
      assert.deepEqual(await textsOf(reader), []);
      assert.equal(await unreadOf(reader), 0);
    });

  test('marks one group as read, up to what was listed, and the rest at once', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    const [one, two] = [await write(author), await write(author)];
    await say(reader, one);
    await say(reader, two);
    const listed = (await inboxOf(author)).groups.find(({ story }) => story?.id === one.id);
    await say(reader, one);
    const marked = await mark(author, { id: listed?.id });
    assert.deepEqual([marked.status, marked.data.unread], [200, 2]);
    const { groups } = await inboxOf(author);
    assert.deepEqual(
      groups.map(({ text, is_read }) => [text, is_read]),
      [
        [`${reader.username} commented on “${one.title}”`, false],
        [`${reader.username} commented on “${two.title}”`, false],
        [`${reader.username} commented on “${one.title}”`, true],
      ],
    );
    assert.equal((await mark(author, { id: listed?.id })).data.unread, 2);
    const before = (await inboxOf(author)).as_of;
    await say(reader, two);
    assert.equal((await mark(author, { until: before })).data.unread, 1);
    assert.equal((await mark(author)).data.unread, 0);
    const foreign = await mark(reader, { id: listed?.id });
    assert.deepEqual([foreign.status, foreign.error?.message], [404, inboxMessages.notFound]);
  });

  test('does not mark as read what is told a moment after the list was loaded', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    const [one, two] = [await write(author), await write(author)];
    await say(reader, two);
    const late = await db
      .deleteFrom('inbox_items')
      .where('account_id', '=', author.id)
      .returningAll()
      .execute();
    await say(reader, one);
    const seen = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ now: Date }>`select now()`.execute(transaction);
      const created_at = rows[0]?.now;
      await transaction
        .insertInto('inbox_items')
        .values(late.map(({ id: _, ...item }) => ({ ...item, created_at })))
        .execute();
      return inboxOf(author);
    });
    assert.deepEqual([seen.unread, seen.groups.length], [1, 1]);
    assert.equal((await mark(author, { until: seen.as_of })).data.unread, 1);
    assert.deepEqual(
      (await inboxOf(author)).groups.map(({ story, is_read }) => [story?.id, is_read]),
      [
        [two.id, false],
        [one.id, true],
      ],
    );
  });

  test('pages through older groups', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    for (let each = 0; each < 3; each++) await say(reader, await write(author));
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map((page) => inboxOf(author, `?limit=2&page=${page}`)),
    );
    assert.deepEqual([first?.groups.length, second?.groups.length, third?.groups.length], [2, 1, 0]);
    assert.deepEqual([first?.pagination.total, third?.pagination.total], [3, 3]);
  });

  test('mutes a kind: what comes is not kept, and what is there is not shown', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    const story = await write(author);
    await say(reader, story);
    const { token } = author;
    const set = (body: object) => request('PUT /inbox/settings', { token, body });
    const muted = await set({ muted: ['comment', 'comment'] });
    assert.deepEqual(muted.data, { muted: ['comment'], mail: 'none', titles_in_mails: false });
    await say(reader, story);
    assert.equal(await unreadOf(author), 0);
    assert.equal((await set({ muted: [], titles_in_mails: true })).data.titles_in_mails, true);
    assert.equal(await unreadOf(author), 1);
    assert.deepEqual((await request('GET /inbox/settings', { token })).data.muted, []);
    const wrong = await set({ muted: ['decision'] });
    assert.equal(wrong.status, 422);
    assert.match(JSON.stringify(wrong.error?.fields), /Muted kinds must be among/);
  });

  test('finds nothing of others, and a moderator nothing of anybody', async () => {
    const [author, reader] = [await person('una'), await person('rosa')];
    await say(reader, await write(author));
    assert.deepEqual((await inboxOf(reader)).groups, []);
    assert.deepEqual((await inboxOf(moderator)).groups, []);
  });
});
