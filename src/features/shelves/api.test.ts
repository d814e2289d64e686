import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { readingStatesOf } from '#features/reactions/service/states.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { manyStories } from '#tests/support/readers.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fileUrls, urls } from '#urls.ts';
import { MAX_MARKS_PER_ACCOUNT, markMessages } from './contract/marks.ts';
import { MAX_SHELVES_PER_ACCOUNT, MAX_STORIES_PER_SHELF, shelfMessages } from './contract/shelves.ts';
import { finishedStoryIds } from './service/marks.ts';

const { context } = await testDatabase();
const { db } = context;
const app = await testServer(context);
const request = await createRequester(app);
const author = await signedIn(context, 'una-writes');
const stories = await manyStories(context, author.id, 12);
const [one = 0, two = 0, three = 0, four = 0] = stories;

let count = 0;
const newReader = () => signedIn(context, `reader-${++count}`);
type Person = Awaited<ReturnType<typeof newReader>>;

async function createShelf(person: Person, fields: object = {}) {
  const body = { title: `Shelf ${++count}`, ...fields };
  const created = await request('POST /shelves', { token: person.token, body });
  assert.equal(created.status, 201, created.text);
  return created.data;
}

const put = (person: Person, shelf: string, story: number | string, body: object = {}) =>
  request(`PUT /shelves/${shelf}/stories/${story}`, { token: person.token, body });
const take = (person: Person, shelf: string, story: number) =>
  request(`DELETE /shelves/${shelf}/stories/${story}`, { token: person.token });
const edit = (person: Person, shelf: string, body: object) =>
  request(`PUT /shelves/${shelf}`, { token: person.token, body });

async function rowsOf(person: Person, shelf: string, query = '') {
  const { status, data, text } = await request(`GET /shelves/${shelf}/stories${query}`, {
    token: person.token,
  });
  assert.equal(status, 200, text);
  return data.stories;
}
const idsOf = async (person: Person, shelf: string, query = '') =>
  (await rowsOf(person, shelf, query)).map((story: { id: number }) => story.id);
const shelfOf = async (person: Person, id: string) =>
  (await request('GET /shelves', { token: person.token })).data.shelves.find(
    (shelf: { id: string }) => shelf.id === id,
  );

describe('shelves', () => {
  // Interface, Finding and avoiding: A shelf has id, slug, title, kind, visibility and story_count
  // Interface, Finding and avoiding: A state is to_read, reading, finished or set_aside
  test('four states and the bookmarks are there for everyone, and cannot be changed', async () => {
    const reader = await newReader();
    const { shelves } = (await request('GET /shelves', { token: reader.token })).data;
    assert.deepEqual(
      shelves.map((shelf: Record<string, unknown>) => [
        ...[shelf.id, shelf.slug, shelf.title, shelf.kind, shelf.visibility, shelf.story_count],
      ]),
      [
        ['to_read', 'to-read', 'To read', 'state', 'private', 0],
        ['reading', 'reading', 'Reading', 'state', 'private', 0],
        ['finished', 'finished', 'Finished', 'state', 'private', 0],
        ['set_aside', 'set-aside', 'Set aside', 'state', 'private', 0],
        ['bookmarks', 'bookmarks', 'Bookmarks', 'bookmarks', 'private', 0],
      ],
    );
    for (const id of ['reading', 'bookmarks']) {
      const changed = await edit(reader, id, { title: 'Mine', visibility: 'public' });
      const deleted = await request(`DELETE /shelves/${id}`, { token: reader.token });
      const ordered = await request(`PUT /shelves/${id}/order`, {
        token: reader.token,
        body: { story_ids: [] },
      });
      for (const { status, message } of [changed, deleted, ordered])
        assert.deepEqual([status, message], [422, shelfMessages.builtIn]);
    }
  });

  // Interface, Finding and avoiding: PUT and DELETE /shelves/{id}/stories/{story_id} take state, note and tags
  test('a story has one state, however it is set', async () => {
    const reader = await newReader();
    const first = await put(reader, 'to_read', one, {
      note: 'From Ada.',
      rating: 4,
      tags: ['Winter', 'winter', 'trains'],
    });
    assert.deepEqual(first.data, {
      ...{ state: 'to_read', rating: 4, note: 'From Ada.', tags: ['Winter', 'trains'] },
    });
    await put(reader, 'reading', one);
    assert.deepEqual([await idsOf(reader, 'to_read'), await idsOf(reader, 'reading')], [[], [one]]);
    const moved = await put(reader, 'reading', one, { state: 'finished' });
    assert.equal(moved.data.state, 'finished');
    const [row] = await rowsOf(reader, 'finished');
    assert.deepEqual(
      [row.state, row.rating, row.note, row.private_note, row.own_tags],
      ['finished', 4, 'From Ada.', 'From Ada.', ['Winter', 'trains']],
    );
    assert.equal((await shelfOf(reader, 'finished')).story_count, 1);
    // Taken off another shelf, it keeps its state.
    assert.equal((await take(reader, 'reading', one)).status, 200);
    assert.deepEqual(await idsOf(reader, 'finished'), [one]);
    assert.equal((await take(reader, 'finished', one)).status, 200);
    assert.equal((await take(reader, 'finished', one)).status, 200);
    const mark = await request(`GET /stories/${one}/mark`, { token: reader.token });
    assert.deepEqual([mark.data.state, mark.data.note, mark.data.rating], [null, 'From Ada.', 4]);
    const refused = await put(reader, 'reading', one, { state: null });
    assert.deepEqual([refused.status, Object.keys(refused.error?.fields ?? {})], [422, ['state']]);
  });

  // Interface, Finding and avoiding: A state is to_read, reading, finished or set_aside
  test('a mark can be changed piece by piece, and is gone when it says nothing', async () => {
    const reader = await newReader();
    const mark = (body: object) => request(`PUT /stories/${two}/mark`, { token: reader.token, body });
    assert.equal((await mark({ state: 'reading', tags: ['sea'] })).data.state, 'reading');
    assert.deepEqual((await mark({ note: '  By\r\nthe quay.  ' })).data.note, 'By\nthe quay.');
    assert.deepEqual((await mark({ rating: 5 })).data, {
      ...{ state: 'reading', rating: 5, note: 'By\nthe quay.', tags: ['sea'], shelf_ids: [] },
    });
    await sql`update shelf_marks set state_at = '2020-01-01' where account_id = ${reader.id}`.execute(db);
    await mark({ rating: 4 });
    const yearOn = async (shelf: string) => (await rowsOf(reader, shelf))[0].added_at.slice(0, 4);
    assert.equal(await yearOn('reading'), '2020', 'a state that stays keeps its time');
    await mark({ state: 'finished' });
    assert.notEqual(await yearOn('finished'), '2020');
    await mark({ state: null, rating: null, note: '', tags: [] });
    const stored = await db
      .selectFrom('shelf_marks')
      .select('story_id')
      .where('account_id', '=', reader.id)
      .execute();
    assert.deepEqual(stored, []);
    for (const [body, field] of [
      [{ rating: 6 }, 'rating'],
      [{ rating: 2.5 }, 'rating'],
      [{ state: 'lost' }, 'state'],
      [{ note: 'x'.repeat(2001) }, 'note'],
      [{ tags: Array.from({ length: 21 }, (_, n) => `tag ${n}`) }, 'tags'],
    ] as const) {
      const { status, error } = await mark(body);
      assert.deepEqual([status, Object.keys(error?.fields ?? {})], [422, [field]], JSON.stringify(body));
    }
    assert.equal((await mark({ tags: ['y'.repeat(41)] })).status, 422);
  });

  // Interface, Finding and avoiding: The bookmarks of the specification are a shelf
  test('the bookmarks are a shelf: both ways lead to the same bookmark and count', async () => {
    const reader = await newReader();
    const bookmarks = async () =>
      (await request('GET /tracking/stories/bookmarks', { token: reader.token })).data.bookmarks.map(
        ({ id }: { id: number }) => id,
      );
    assert.equal((await put(reader, 'bookmarks', three, { state: 'to_read' })).status, 200);
    assert.deepEqual([await bookmarks(), await idsOf(reader, 'bookmarks')], [[three], [three]]);
    assert.deepEqual(await idsOf(reader, 'to_read'), [three]);
    const story = await request(`GET /stories/${three}`);
    assert.equal(story.data.bookmark_count, 1);
    await request(`POST /tracking/stories/${four}/bookmark`, { token: reader.token });
    assert.deepEqual(await idsOf(reader, 'bookmarks'), [four, three]);
    await take(reader, 'bookmarks', four);
    assert.deepEqual([await bookmarks(), (await shelfOf(reader, 'bookmarks')).story_count], [[three], 1]);
  });

  // Interface, Finding and avoiding: GET, POST /shelves, PUT, DELETE /shelves/{id} and GET /shelves/{id}/stories
  test('an own shelf is created, renamed, filled, sorted, put in order and deleted', async () => {
    const reader = await newReader();
    const shelf = await createShelf(reader, { title: 'For the train' });
    assert.match(shelf.slug, /^for-the-train-[a-z2-9]{10}$/);
    for (const id of [one, two, three]) await put(reader, shelf.id, id);
    const updated_at = new Date(Date.now() + 3_600_000);
    await db.updateTable('stories').set({ word_count: 900, updated_at }).where('id', '=', two).execute();
    await put(reader, 'finished', one);
    await put(reader, 'reading', three);
    assert.deepEqual(await idsOf(reader, shelf.id), [three, two, one]);
    assert.equal((await idsOf(reader, shelf.id, '?sort=updated'))[0], two);
    assert.deepEqual(await idsOf(reader, shelf.id, '?sort=state'), [three, one, two]);
    assert.equal((await idsOf(reader, shelf.id, '?sort=length')).at(-1), two);
    assert.deepEqual(await idsOf(reader, shelf.id, '?state=finished'), [one]);
    assert.deepEqual(await idsOf(reader, shelf.id, '?state=none'), [two]);
    assert.deepEqual(await idsOf(reader, shelf.id, '?sort=order'), [one, two, three]);
    const order = (story_ids: number[]) =>
      request(`PUT /shelves/${shelf.id}/order`, { token: reader.token, body: { story_ids } });
    assert.equal((await order([three, one])).status, 200);
    assert.deepEqual(await idsOf(reader, shelf.id, '?sort=order'), [three, two, one], 'one left out stays');
    assert.equal((await order([three, one, two])).status, 200);
    assert.deepEqual(await idsOf(reader, shelf.id, '?sort=order'), [three, one, two]);
    // A story that is put back stands where it stood.
    const place = `shelves/${shelf.id}/stories/${three}`;
    const { stories } = (await request(`GET /shelves/${shelf.id}/stories`, { token: reader.token })).data;
    const { position } = stories.find(({ id }: { id: number }) => id === three);
    await request(`DELETE /${place}`, { token: reader.token });
    assert.equal((await request(`PUT /${place}`, { token: reader.token, body: { position } })).status, 200);
    assert.deepEqual(await idsOf(reader, shelf.id, '?sort=order'), [three, one, two]);
    const nowhere = await request(`PUT /${place}`, { token: reader.token, body: { position: 0 } });
    assert.deepEqual([nowhere.status, nowhere.message], [422, 'Position must be at least 1']);
    const refused = await order([four]);
    assert.deepEqual([refused.status, refused.error?.fields], [422, { story_ids: shelfMessages.notOnShelf }]);
    const page = await request(`GET /shelves/${shelf.id}/stories?limit=2&page=2`, { token: reader.token });
    assert.deepEqual(page.data.pagination, { page: 2, limit: 2, total: 3, pages: 2 });
    await sql`update shelf_stories set added_at = now() where shelf_id = ${shelf.id}::bigint and story_id = ${one}`.execute(
      db,
    );
    assert.deepEqual(await idsOf(reader, shelf.id), [one, three, two]);
    const other = await newReader();
    await put(other, (await createShelf(other)).id, one);
    assert.deepEqual((await request(`GET /stories/${one}/mark`, { token: reader.token })).data.shelf_ids, [
      shelf.id,
    ]);
    const renamed = await edit(reader, shelf.slug, { title: 'For the ferry' });
    assert.match(renamed.data.slug, /^for-the-ferry-/);
    assert.equal((await request(`DELETE /shelves/${shelf.id}`, { token: reader.token })).status, 200);
    assert.equal(await shelfOf(reader, shelf.id), undefined);
    assert.deepEqual(await idsOf(reader, 'finished'), [one]);
  });

  test('a shelf of somebody else is not there, published or not', async () => {
    const [owner, other] = [await newReader(), await newReader()];
    const moderator = await signedIn(context, 'mod-reads', { role: 'moderator' });
    const missing = await request('GET /shelves/999999999/stories', { token: other.token });
    for (const visibility of ['private', 'public'] as const) {
      const shelf = await createShelf(owner, { visibility });
      await put(owner, shelf.id, one);
      for (const person of [other, moderator])
        for (const id of [shelf.id, shelf.slug]) {
          const answers = [
            await request(`GET /shelves/${id}/stories`, { token: person.token }),
            await edit(person, id, { title: 'Mine' }),
            await put(person, id, two),
            await take(person, id, one),
            await request(`DELETE /shelves/${id}`, { token: person.token }),
          ];
          for (const answer of answers)
            assert.deepEqual([answer.status, answer.error?.message], [404, missing.message]);
        }
      assert.deepEqual(await idsOf(owner, shelf.id), [one]);
    }
  });

  test('a story that its reader cannot open is not shown, and comes back', async () => {
    const reader = await newReader();
    const shelf = await createShelf(reader);
    for (const id of [shelf.id, 'reading', 'bookmarks']) await put(reader, id, four);
    const set = (visibility: 'draft' | 'link' | 'public') =>
      db.updateTable('stories').set({ visibility }).where('id', '=', four).execute();
    for (const [visibility, shown] of [
      ['draft', []],
      ['link', [four]],
      ['public', [four]],
    ] as const) {
      await set(visibility);
      for (const id of [shelf.id, 'reading', 'bookmarks']) {
        assert.deepEqual(await idsOf(reader, id), shown, `${id} ${visibility}`);
        assert.equal((await shelfOf(reader, id)).story_count, shown.length);
      }
    }
    await set('draft');
    assert.equal((await put(reader, 'finished', four)).status, 404);
    assert.equal((await take(reader, shelf.id, four)).status, 200);
    await set('public');
    assert.deepEqual(await idsOf(reader, shelf.id), []);
  });

  test('limits are refused with a sentence', async () => {
    const reader = await newReader();
    const full = await createShelf(reader);
    await sql`insert into stories (author_id, title, slug) select ${author.id}, 'Filler ' || n, 'filler-' || n
      from generate_series(1, ${MAX_STORIES_PER_SHELF}::integer) as n`.execute(db);
    await sql`insert into shelf_stories (shelf_id, story_id, position)
      select ${full.id}::bigint, id, id from stories where slug like 'filler-%'`.execute(db);
    const refused = await put(reader, full.id, one);
    assert.deepEqual([refused.status, refused.message], [422, shelfMessages.full]);
    await sql`insert into shelves (owner_id, slug, title)
      select ${reader.id}, 'extra-' || n, 'x' from generate_series(2, ${MAX_SHELVES_PER_ACCOUNT}::integer) as n`.execute(
      db,
    );
    const tooMany = await request('POST /shelves', { token: reader.token, body: { title: 'One more' } });
    assert.deepEqual([tooMany.status, tooMany.message], [422, shelfMessages.tooMany]);
    await sql`insert into stories (author_id, title, slug) select ${author.id}, 'More ' || n, 'more-' || n
      from generate_series(1, ${MAX_MARKS_PER_ACCOUNT}::integer) as n`.execute(db);
    await sql`insert into shelf_marks (account_id, story_id, note)
      select ${reader.id}, id, 'x' from stories where slug like 'more-%'`.execute(db);
    const marked = await put(reader, 'reading', two);
    assert.deepEqual([marked.status, marked.message], [422, markMessages.tooMany]);
  });

  test('other features learn which stories are finished, and which state stories have', async () => {
    const reader = await newReader();
    await put(reader, 'finished', one);
    await put(reader, 'reading', two);
    assert.deepEqual(await finishedStoryIds(db, reader.id).execute(), [{ story_id: one }]);
    const unfinished = await db
      .selectFrom('stories')
      .select('id')
      .where('id', 'in', [one, two])
      .where('id', 'not in', finishedStoryIds(db, reader.id))
      .execute();
    assert.deepEqual(unfinished, [{ id: two }]);
    assert.deepEqual(
      await readingStatesOf(db, reader.id, [one, two, three]),
      new Map([
        [one, 'finished'],
        [two, 'reading'],
      ]),
    );
  });

  test('one story put on a shelf many times at once is there once, with one state', async () => {
    const reader = await newReader();
    const shelf = await createShelf(reader);
    await Promise.all(
      [one, two, one, two].flatMap((id) => [put(reader, shelf.id, id), put(reader, 'reading', id)]),
    );
    assert.equal((await idsOf(reader, shelf.id)).length, 2);
    assert.equal((await idsOf(reader, 'reading')).length, 2);
  });
});

test('the sitemap has published lists that hold a listed story, and no others', async () => {
  const list = async (fields: object, ids: number[]) => {
    const { id, slug } = await createShelf(author, fields);
    for (const story of ids) assert.equal((await put(author, id, story)).status, 200);
    return slug as string;
  };
  await sql`update stories set visibility = 'link' where id = ${four}`.execute(db);
  const slugs = [
    await list({ visibility: 'public' }, [one]),
    await list({ visibility: 'link' }, [one]),
    await list({ visibility: 'private' }, [one]),
    await list({ visibility: 'public' }, [four]),
    await list({ visibility: 'public' }, []),
  ];
  const { body } = await app.inject(fileUrls.sitemapPart('lists', 1));
  assert.deepEqual(
    slugs.filter((slug) => body.includes(`${urls.list(slug)}<`)),
    slugs.slice(0, 1),
  );
});
