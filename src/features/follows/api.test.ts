import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { createRequester } from '#tests/support/api-requester.ts';
import { manyStories } from '#tests/support/readers.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { MAX_FOLLOWED_FILTERS, MAX_FOLLOWS } from './contract/follows.ts';
import { followedNews } from './service/news.ts';
import { forgetUnneededReads } from './service/updates.ts';

const { context } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const stranger = await signedIn(context, 'ben-writes');

let count = 0;
type Person = Awaited<ReturnType<typeof signedIn>>;
const newReader = () => signedIn(context, `reader-${++count}`);

async function publish(
  storyId: number,
  { by = author, ...fields }: { by?: Person } & Record<string, unknown> = {},
) {
  const body = { title: `Chapter ${++count}`, content: '<p>The lamp was lit.</p>', ...fields };
  const { status, data, text } = await request(`POST /stories/${storyId}/chapters`, {
    token: by.token,
    body,
  });
  assert.equal(status, 201, text);
  return data.id as number;
}

/** A story with a chapter that was published before anybody follows it. */
async function write(fields: { by?: Person } & Record<string, unknown> = {}) {
  const { by = author, ...details } = fields;
  const body = { title: `Story ${++count}`, ...details };
  const created = await request('POST /stories', { token: by.token, body });
  assert.equal(created.status, 201, created.text);
  const { id, slug, title, url } = created.data;
  const first = await publish(id, { by });
  return { id: id as number, slug: slug as string, title: title as string, url: url as string, first };
}

const follow = (person: Person, body: object) => request('POST /follows', { token: person.token, body });
async function followed(person: Person, body: object) {
  const { status, data, text } = await follow(person, body);
  assert.equal(status, 201, text);
  return data;
}
const followsOf = async (person: Person) =>
  (await request('GET /follows', { token: person.token })).data.follows;
const updatesOf = async (person: Person, query = '') => {
  const { status, data, text } = await request(`GET /updates${query}`, { token: person.token });
  assert.equal(status, 200, text);
  return data;
};
/** The ids of the new chapters, story by story. */
const newOf = async (person: Person): Promise<[number, number[]][]> =>
  (await updatesOf(person)).stories.map((entry: { story: { id: number }; chapters: { id: number }[] }) => [
    entry.story.id,
    entry.chapters.map(({ id }) => id),
  ]);
const markRead = (person: Person, body?: object) =>
  request('POST /updates/read', { token: person.token, ...(body === undefined ? {} : { body }) });

describe('follows', () => {
  // Interface, Following, feeds, books: POST /follows takes a story, series, author, tag, filter or list
  test('a reader follows one thing of every kind, and sees each by its name', async () => {
    const reader = await newReader();
    const story = await write({ tags: ['ferries'] });
    const series = await request('POST /series', { token: author.token, body: { title: 'The Crossings' } });
    await request(`PUT /series/${series.data.id}/stories`, {
      token: author.token,
      body: { story_ids: [story.id] },
    });
    const list = await request('POST /shelves', {
      token: stranger.token,
      body: { title: 'On Water', visibility: 'public' },
    });
    const tag = (await request('GET /tags?name=ferries')).data.tag;
    await followed(reader, { kind: 'story', id: story.id });
    await followed(reader, { kind: 'series', id: series.data.id });
    await followed(reader, { kind: 'author', id: author.id });
    await followed(reader, { kind: 'tag', id: tag.id });
    await followed(reader, { kind: 'list', id: list.data.id });
    const filter = await followed(reader, { kind: 'filter', query: 'page=3&tags=Ferries,&min_words=10' });
    assert.deepEqual(
      [filter.query, filter.url, filter.title, filter.target_id],
      ['tags=Ferries&min_words=10', '/stories?tags=Ferries&min_words=10', null, null],
    );
    const names = (await followsOf(reader)).map((each: Record<string, unknown>) => [
      ...[each.kind, each.title, each.url],
    ]);
    assert.deepEqual(names, [
      ['filter', null, '/stories?tags=Ferries&min_words=10'],
      ['list', 'On Water', `/list/${list.data.slug}`],
      ['tag', 'ferries', '/tag/ferries'],
      ['author', 'una-writes', '/author/una-writes'],
      ['series', 'The Crossings', '/series/the-crossings'],
      ['story', story.title, story.url],
    ]);
  });

  // Interface, Following, feeds, books: Mail is none, now, daily or weekly
  // Interface, Following, feeds, books: Following again replaces the mail
  test('following again replaces the mail alone; names and slugs serve as ids', async () => {
    const reader = await newReader();
    const story = await write({ tags: ['lamps'] });
    const first = await followed(reader, { kind: 'story', id: String(story.id) });
    const again = await followed(reader, { kind: 'story', id: story.slug, mail: 'daily' });
    assert.deepEqual(
      [first.mail, again.mail, again.id, again.since],
      ['none', 'daily', first.id, first.since],
    );
    for (const mail of ['now', 'weekly', 'none'])
      assert.equal((await followed(reader, { kind: 'story', id: story.id, mail })).mail, mail);
    await followed(reader, { kind: 'tag', id: 'LAMPS' });
    await followed(reader, { kind: 'author', id: 'Una-Writes' });
    assert.equal((await followsOf(reader)).length, 3);
    const state = await request(`GET /follows/state?kind=story&id=${story.slug}`, { token: reader.token });
    assert.deepEqual([state.data.follow.id, state.data.last_mail], [first.id, 'none']);
    const other = await request('GET /follows/state?kind=tag&id=ferries', { token: reader.token });
    assert.deepEqual(other.data, { follow: null, last_mail: 'none' });
  });

  // Interface, Following, feeds, books: GET /follows lists data.follows, and DELETE /follows/{id} ends one
  test('an unfollow is taken back without losing what is new', async () => {
    const reader = await newReader();
    const story = await write();
    const { id, since } = await followed(reader, { kind: 'story', id: story.id });
    const chapter = await publish(story.id);
    assert.equal((await request(`DELETE /follows/${id}`, { token: reader.token })).status, 200);
    assert.equal((await request(`DELETE /follows/${id}`, { token: reader.token })).status, 404);
    assert.deepEqual(await newOf(reader), []);
    await followed(reader, { kind: 'story', id: story.id, since });
    assert.deepEqual(await newOf(reader), [[story.id, [chapter]]]);
  });

  test('input that names nothing is refused at its field', async () => {
    const reader = await newReader();
    const refused: [object, number, string[]][] = [
      [{ kind: 'planet', id: 1 }, 422, ['kind']],
      [{ kind: 'story' }, 422, ['id']],
      [{ kind: 'filter' }, 422, ['query']],
      [{ kind: 'filter', query: 'page=2' }, 422, ['query']],
      [{ kind: 'filter', query: 'min_words=many' }, 422, ['query']],
      [{ kind: 'filter', query: 'min_words=9&max_words=5' }, 422, ['query']],
      [{ kind: 'story', id: 1, mail: 'hourly' }, 422, ['mail']],
      [{ kind: 'story', id: 1, since: '2020-01-01T00:00:00Z' }, 422, ['since']],
      [{ kind: 'story', id: 987654321 }, 404, []],
      [{ kind: 'series', id: 'no-such' }, 404, []],
      [{ kind: 'author', id: 987654321 }, 404, []],
      [{ kind: 'tag', id: 987654321 }, 404, []],
      [{ kind: 'tag', id: 'no such tag' }, 404, []],
      [{ kind: 'list', id: 'no-such' }, 404, []],
    ];
    for (const [body, status, fields] of refused) {
      const answer = await follow(reader, body);
      assert.deepEqual(
        [answer.status, Object.keys(answer.error?.fields ?? {})],
        [status, fields],
        answer.text,
      );
    }
    assert.equal((await request('POST /follows', { body: { kind: 'story', id: 1 } })).status, 401);
  });

  test('a draft, a private list and an address shared by link cannot be found by following', async () => {
    const reader = await newReader();
    const draft = await write({ visibility: 'draft', tags: ['Unspoken'] });
    const shared = await write({ visibility: 'link', tags: ['Whispered'] });
    const shelf = async (visibility: string) =>
      (
        await request('POST /shelves', {
          token: stranger.token,
          body: { title: `L ${visibility}`, visibility },
        })
      ).data;
    const [secret, linked] = [await shelf('private'), await shelf('link')];
    for (const thing of [
      ...[draft.id, draft.slug, shared.id].map((id) => ({ kind: 'story', id })),
      ...['unspoken', 'whispered'].map((id) => ({ kind: 'tag', id })),
      { kind: 'list', id: secret.id },
      { kind: 'list', id: secret.slug },
      { kind: 'list', id: linked.id },
    ])
      assert.equal((await follow(reader, thing)).status, 404, JSON.stringify(thing));
    await followed(reader, { kind: 'story', id: shared.slug });
    await followed(reader, { kind: 'list', id: linked.slug });
  });

  test('something that is withheld or in the trash stays followed, without its name', async () => {
    const reader = await newReader();
    const story = await write();
    await followed(reader, { kind: 'story', id: story.id });
    await publish(story.id);
    await request(`DELETE /stories/${story.id}`, { token: author.token });
    assert.deepEqual(await newOf(reader), []);
    const [gone] = await followsOf(reader);
    assert.deepEqual([gone.title, gone.url, gone.kind], [null, null, 'story']);
    await db.updateTable('stories').set({ trashed_at: null }).where('id', '=', story.id).execute();
    assert.equal((await newOf(reader)).length, 1);
  });

  test('an account follows 500 things, 20 filters among them, in few statements', async () => {
    const reader = await newReader();
    const ids = await manyStories(context, stranger.id, MAX_FOLLOWS);
    for (let n = 0; n < MAX_FOLLOWED_FILTERS; n++)
      await followed(reader, { kind: 'filter', query: `min_words=${n + 1}` });
    const filters = await follow(reader, { kind: 'filter', query: 'min_words=999' });
    assert.deepEqual([filters.status, filters.message?.includes('20 filters')], [422, true]);
    await db
      .insertInto('follows')
      .values(ids.slice(MAX_FOLLOWED_FILTERS).map((story_id) => ({ account_id: reader.id, story_id })))
      .execute();
    const full = await follow(reader, { kind: 'story', id: ids[0] });
    assert.deepEqual([full.status, full.message?.includes('500 things')], [422, true]);
    const replaced = await follow(reader, { kind: 'story', id: ids[30], mail: 'weekly' });
    assert.equal(replaced.status, 201);
    assert.equal((await followsOf(reader)).length, MAX_FOLLOWS);
    const query = pg.Client.prototype.query;
    let statements = 0;
    pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
      statements += 1;
      return Reflect.apply(query, this, args);
    } as typeof query;
    const { data } = await request('GET /updates', { token: reader.token });
    pg.Client.prototype.query = query;
    assert.equal(data.unread, 0);
    // A few for each filter, and none for any other follow.
    assert.ok(statements > 0 && statements <= 20 + 5 * MAX_FOLLOWED_FILTERS, `${statements} statements`);
    assert.deepEqual(Object.keys(data), ['unread', 'stories', 'as_of', 'pagination']);
  });
});

describe('updates', () => {
  // Interface, Following, feeds, books: GET /updates answers unread, and stories with their new chapters
  test('chapters that were published since are new, by story, latest first', async () => {
    const reader = await newReader();
    const [one, two] = [await write(), await write()];
    for (const { id } of [one, two]) await followed(reader, { kind: 'story', id });
    assert.deepEqual(await newOf(reader), [], 'what was there before is not new');
    const a = await publish(one.id);
    const b = await publish(two.id);
    const c = await publish(one.id, { kind: 'notice', title: 'On holiday' });
    assert.deepEqual(await newOf(reader), [
      [one.id, [a, c]],
      [two.id, [b]],
    ]);
    const data = await updatesOf(reader);
    assert.deepEqual(
      [data.unread, data.stories[0].new_chapters, data.stories[0].chapters[1].kind, data.pagination.total],
      [3, 2, 'notice', 2],
    );
    const second = await updatesOf(reader, '?page=2&limit=1');
    assert.deepEqual([second.unread, second.stories[0].story.id], [3, two.id]);
  });

  test('drafts and scheduled chapters are no news, until they are published', async () => {
    const reader = await newReader();
    const story = await write();
    await followed(reader, { kind: 'story', id: story.id });
    const draft = await publish(story.id, { state: 'draft' });
    await publish(story.id, { state: 'scheduled', publish_at: '2099-01-01T00:00:00Z' });
    assert.deepEqual(await newOf(reader), []);
    const body = { title: 'Now', content: '<p>The lamp was lit.</p>', state: 'published' };
    const path = `PUT /stories/${story.id}/chapters/${draft}` as const;
    assert.equal((await request(path, { token: author.token, body })).status, 200);
    assert.deepEqual(await newOf(reader), [[story.id, [draft]]]);
  });

  test('every kind of follow brings its stories', async () => {
    const story = await write({ tags: ['harbours'], status: 'ongoing' });
    const series = await request('POST /series', { token: author.token, body: { title: 'Harbours' } });
    await request(`PUT /series/${series.data.id}/stories`, {
      token: author.token,
      body: { story_ids: [story.id] },
    });
    const list = await request('POST /shelves', {
      token: stranger.token,
      body: { title: 'Harbours', visibility: 'public' },
    });
    await request(`PUT /shelves/${list.data.id}/stories/${story.id}`, { token: stranger.token, body: {} });
    const things = [
      { kind: 'series', id: series.data.id },
      { kind: 'author', id: author.id },
      { kind: 'tag', id: 'harbours' },
      { kind: 'list', id: list.data.slug },
      { kind: 'filter', query: 'tags=harbours&status=ongoing' },
    ];
    const readers: Person[] = [];
    for (const thing of things) {
      const reader = await newReader();
      await followed(reader, thing);
      readers.push(reader);
    }
    const chapter = await publish(story.id);
    for (const [index, reader] of readers.entries())
      assert.deepEqual(await newOf(reader), [[story.id, [chapter]]], JSON.stringify(things[index]));
    const fresh = await write({ tags: ['harbours'], status: 'complete' });
    assert.deepEqual(
      await Promise.all(readers.map(async (reader) => (await newOf(reader)).some(([id]) => id === fresh.id))),
      [false, true, true, false, false],
    );
  });

  test('a story that is put on a followed list is new with all its chapters', async () => {
    const reader = await newReader();
    const story = await write();
    const second = await publish(story.id);
    const list = await request('POST /shelves', {
      token: stranger.token,
      body: { title: 'Finds', visibility: 'public' },
    });
    await followed(reader, { kind: 'list', id: list.data.slug });
    await request(`PUT /shelves/${list.data.id}/stories/${story.id}`, { token: stranger.token, body: {} });
    assert.deepEqual(await newOf(reader), [[story.id, [story.first, second]]]);
    await request(`PUT /shelves/${list.data.id}`, { token: stranger.token, body: { visibility: 'private' } });
    assert.deepEqual(await newOf(reader), [], 'a list that is taken back brings nothing');
  });

  test('withheld, waiting, draft and link-only stories of an author stay out, stories for members do not', async () => {
    const reader = await newReader();
    await followed(reader, { kind: 'author', id: author.id });
    await write({ visibility: 'draft' });
    await write({ visibility: 'link' });
    const withheld = await write();
    await db.updateTable('stories').set({ withheld_at: new Date() }).where('id', '=', withheld.id).execute();
    const waiting = await write();
    await db
      .updateTable('stories')
      .set({ waiting_since: new Date(), waiting_for: 'moderator' })
      .where('id', '=', waiting.id)
      .execute();
    const members = await write({ visibility: 'members' });
    assert.deepEqual(await newOf(reader), [[members.id, [members.first]]]);
  });

  test('hidden items are left out', async () => {
    const reader = await newReader();
    await followed(reader, { kind: 'author', id: author.id });
    const grim = await write({ tags: ['grim'] });
    const warned = await write({ warnings: ['death'] });
    const single = await write();
    assert.equal((await newOf(reader)).length, 3);
    const body = { tags: ['grim'], warnings: ['death'], stories: [single.id] };
    assert.equal((await request('PUT /hidden', { token: reader.token, body })).status, 200);
    assert.deepEqual(await newOf(reader), [], `${grim.id} ${warned.id}`);
  });

  test('nobody gets news of their own stories', async () => {
    await followed(author, { kind: 'author', id: author.id });
    const story = await write({ tags: ['own-news'] });
    await followed(author, { kind: 'story', id: story.id });
    await publish(story.id);
    assert.deepEqual(await newOf(author), []);
  });

  // Interface, Following, feeds, books: POST /updates/read without a body marks everything read
  test('everything is marked as read, or what was there at a time', async () => {
    const reader = await newReader();
    const story = await write();
    await followed(reader, { kind: 'story', id: story.id });
    await publish(story.id);
    const { as_of } = await updatesOf(reader);
    await new Promise((resolve) => setTimeout(resolve, 5));
    const later = await publish(story.id);
    assert.equal((await markRead(reader, { until: as_of })).status, 200);
    assert.deepEqual(await newOf(reader), [[story.id, [later]]]);
    assert.equal((await markRead(reader)).status, 200);
    assert.deepEqual(await newOf(reader), []);
    await markRead(reader, { until: '2099-01-01T00:00:00Z' });
    const last = await publish(story.id);
    assert.deepEqual(await newOf(reader), [[story.id, [last]]], 'the future cannot be read');
  });

  test('a story is read up to a chapter, in the order of the story', async () => {
    const reader = await newReader();
    const story = await write();
    await followed(reader, { kind: 'story', id: story.id });
    const [two, three, four] = [await publish(story.id), await publish(story.id), await publish(story.id)];
    const upTo = (chapter_id: number) => markRead(reader, { story_id: story.id, chapter_id });
    assert.equal((await upTo(three)).status, 200);
    assert.deepEqual(await newOf(reader), [[story.id, [four]]]);
    await upTo(two);
    assert.deepEqual(await newOf(reader), [[story.id, [four]]], 'an earlier chapter takes nothing back');
    // A chapter that is put before those that were read is new nevertheless.
    const inserted = await publish(story.id);
    const order = [story.first, inserted, two, three, four];
    await request(`PUT /stories/${story.id}/chapter-order`, {
      token: author.token,
      body: { chapter_ids: order },
    });
    assert.deepEqual(await newOf(reader), [[story.id, [inserted, four]]]);
    await upTo(story.first);
    assert.deepEqual(await newOf(reader), [[story.id, [inserted, four]]]);
    await upTo(inserted);
    assert.deepEqual(await newOf(reader), [[story.id, [four]]]);
    await upTo(four);
    assert.deepEqual(await newOf(reader), []);
    const five = await publish(story.id);
    assert.deepEqual(await newOf(reader), [[story.id, [five]]]);
    for (const body of [{ story_id: story.id }, { chapter_id: five }])
      assert.equal((await markRead(reader, body)).status, 422);
    const other = await write();
    for (const body of [
      { story_id: story.id, chapter_id: other.first },
      { story_id: 987654321, chapter_id: five },
    ])
      assert.equal((await markRead(reader, body)).status, 404);
  });

  test('a chapter that is read to its end is read, in followed stories alone', async () => {
    const reader = await newReader();
    const [story, other] = [await write(), await write({ by: stranger })];
    await followed(reader, { kind: 'author', id: author.id });
    const chapter = await publish(story.id);
    for (const [id, chapter_id] of [
      [story.id, chapter],
      [other.id, other.first],
    ]) {
      const body = { chapter_id, read_time_seconds: 5, completed: true };
      assert.equal(
        (await request(`POST /tracking/stories/${id}/read-time`, { token: reader.token, body })).status,
        200,
      );
    }
    assert.deepEqual(await newOf(reader), []);
    const stored = await db
      .selectFrom('follow_reads')
      .select('story_id')
      .where('account_id', '=', reader.id)
      .execute();
    assert.deepEqual(stored, [{ story_id: story.id }]);
    const [{ id }] = await followsOf(reader);
    await request(`DELETE /follows/${id}`, { token: reader.token });
    await forgetUnneededReads(context);
    const left = await db
      .selectFrom('follow_reads')
      .select('story_id')
      .where('account_id', '=', reader.id)
      .execute();
    assert.deepEqual(left, []);
  });

  test('the states of stories on a page tell how many chapters are new', async () => {
    const reader = await newReader();
    const [one, two] = [await write({ tags: ['states'] }), await write()];
    await followed(reader, { kind: 'filter', query: 'tags=states' });
    await publish(one.id);
    await publish(one.id);
    await publish(two.id);
    const { data } = await request(`GET /tracking/stories/state?ids=${one.id},${two.id}`, {
      token: reader.token,
    });
    assert.deepEqual(
      data.states.map((state: Record<string, unknown>) => [state.story_id, state.new_chapters]),
      [
        [one.id, 2],
        [two.id, 0],
      ],
    );
  });

  test('the news of everything has read chapters too, latest first', async () => {
    const reader = await newReader();
    const story = await write();
    await followed(reader, { kind: 'author', id: author.id });
    const chapter = await publish(story.id);
    await markRead(reader);
    const news = await followedNews(db, reader.id, { offset: 0, limit: 2 });
    assert.deepEqual(
      news.map(({ chapter_id }) => chapter_id),
      [chapter, story.first],
    );
    assert.deepEqual(await followedNews(db, stranger.id, { offset: 0, limit: 2 }), []);
  });
});

test('an author sees how many follow a story from ten up, and nobody else sees anything', async () => {
  const writer = await newReader();
  const story = await write({ by: writer });
  const statistics = () => request(`GET /stories/${story.id}/statistics`, { token: writer.token });
  for (let n = 0; n < 9; n++) {
    const reader = await newReader();
    await followed(reader, { kind: 'story', id: story.id });
  }
  await followed(writer, { kind: 'story', id: story.id });
  assert.equal((await statistics()).data.follower_count, null);
  const tenth = await newReader();
  const { id } = await followed(tenth, { kind: 'story', id: story.id });
  assert.equal((await statistics()).data.follower_count, 10);
  for (const path of [`stories/${story.id}`, 'frontpage', `accounts/users/${writer.username}`])
    assert.ok(!(await request(`GET /${path}`)).text.includes('follow'), path);
  assert.equal((await request(`DELETE /follows/${id}`, { token: writer.token })).status, 404);
  assert.equal((await followsOf(tenth)).length, 1);
});
