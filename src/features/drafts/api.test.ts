import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { MAX_DRAFT_CHARACTERS, MAX_DRAFT_FIELDS, MAX_DRAFTS } from './contract.ts';

const { context } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
let count = 0;

/** An author with a story of one chapter. */
async function author() {
  const person = await signedIn(context, `author-${count++}`);
  const { token } = person;
  const story = (await request('POST /stories', { token, body: { title: 'A Story' } })).data;
  const body = { title: 'One', content: '<p>Once.</p>' };
  const chapter = (await request(`POST /stories/${story.id}/chapters`, { token, body })).data;
  const put = (place: string, fields: object) => request(`PUT /drafts/${place}`, { token, body: fields });
  const get = (place: string) => request(`GET /drafts/${place}`, { token });
  return { ...person, story, chapter, put, get };
}

// Interface, Stories and chapters: GET, PUT and DELETE /drafts/{place} read, keep and drop a draft; PUT answers updated_at
// Interface, Stories and chapters: A place is create-story, story-{id}, new-chapter-{story_id} or chapter-{id}
test('a draft comes back on another device just as it was typed', async () => {
  const { put, get, story, chapter } = await author();
  for (const place of [
    'create-story',
    `story-${story.id}`,
    `new-chapter-${story.id}`,
    `chapter-${chapter.id}`,
  ]) {
    assert.equal((await get(place)).status, 404, place);
    const fields = {
      title: ' Tïtle  ',
      content: '<p onclick="x">a\ud800</p>',
      order: 3,
      tags: ['a'],
      note_after: null,
    };
    const stored = await put(place, fields);
    assert.equal(stored.status, 200, stored.text);
    const { updated_at } = stored.data;
    assert.deepEqual((await get(place)).data, { ...fields, place, updated_at });
  }
});

test('an author sees the places of the drafts, the latest first', async () => {
  const { token, put, story } = await author();
  await put('create-story', { title: 'x' });
  await put(`story-${story.id}`, { title: 'y' });
  const { data } = await request('GET /drafts', { token });
  assert.deepEqual(
    data.drafts.map(({ place }: { place: string }) => place),
    [`story-${story.id}`, 'create-story'],
  );
});

// Interface, The API: Something taken or in conflict answers 409
// Interface, Stories and chapters: A draft on an older base_updated_at answers 409 with data.current
test('of two devices the second is shown the text of the first, and nothing is stored', async () => {
  const { put, get, story } = await author();
  const place = `new-chapter-${story.id}`;
  const first = (await put(place, { content: '<p>From the phone.</p>', base_updated_at: null })).data;
  for (const base_updated_at of [null, story.created_at]) {
    const refused = await put(place, { content: '<p>From the desk.</p>', base_updated_at });
    assert.deepEqual([refused.status, refused.error?.code], [409, 'edit_conflict']);
    const { data } = JSON.parse(refused.text);
    assert.deepEqual(data.current, {
      content: '<p>From the phone.</p>',
      place,
      updated_at: first.updated_at,
    });
  }
  assert.equal((await get(place)).data.content, '<p>From the phone.</p>');
  const next = await put(place, { content: '<p>Both.</p>', base_updated_at: first.updated_at });
  assert.equal(next.status, 200);
  assert.ok(next.data.updated_at > first.updated_at);
  // The answer to the same text was lost.
  const again = await put(place, { content: '<p>Both.</p>', base_updated_at: first.updated_at });
  assert.deepEqual([again.status, again.data], [200, next.data]);
  // Without a base the last write wins.
  assert.equal((await put(place, { content: '<p>Last.</p>' })).status, 200);
});

test('many devices that write at once leave the text of exactly one', async () => {
  const { put, get } = await author();
  const texts = ['one', 'two', 'three', 'four', 'five', 'six'];
  const answers = await Promise.all(
    texts.map((title) => put('create-story', { title, base_updated_at: null })),
  );
  const winners = texts.filter((_, index) => answers[index]?.status === 200);
  assert.equal(winners.length, 1);
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
  assert.equal((await get('create-story')).data.title, winners[0]);
});

// Interface, Stories and chapters: A draft on an older base_updated_at answers 409 with data.current
test('a draft that continues an older text than the saved chapter is shown the saved one', async () => {
  const { token, put, story, chapter } = await author();
  const body = { title: 'One', content: '<p>Saved at the desk.</p>' };
  await request(`PUT /stories/${story.id}/chapters/${chapter.id}`, { token, body });
  const base = { base_updated_at: chapter.updated_at };
  const refused = await put(`chapter-${chapter.id}`, { content: '<p>On the phone.</p>', ...base });
  assert.equal(refused.status, 409);
  assert.equal(JSON.parse(refused.text).data.current.content, body.content);
  const title = { token, body: { title: 'Renamed', slug: story.slug } };
  await request(`PUT /stories/${story.id}`, title);
  const old = await put(`story-${story.id}`, { title: 'Other', base_updated_at: story.updated_at });
  assert.deepEqual([old.status, JSON.parse(old.text).data.current.title], [409, 'Renamed']);
});

test('other people’s stories and missing ones are the same to an author', async () => {
  const mine = await author();
  const other = await author();
  await other.put(`story-${other.story.id}`, { title: 'Theirs' });
  const places = [`story-${other.story.id}`, `new-chapter-${other.story.id}`, `chapter-${other.chapter.id}`];
  const missing = ['story-99999', 'new-chapter-99999', 'chapter-99999', 'chapter-x', 'elsewhere'];
  const answers = new Set<string>();
  for (const place of [...places, ...missing])
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { body: { title: 'Mine' } } : {};
      const { status, text } = await request(`${method} /drafts/${place}`, { token: mine.token, ...body });
      assert.equal(status, 404, `${method} ${place}`);
      answers.add(text);
    }
  assert.equal(answers.size, 1);
  assert.equal((await other.get(`story-${other.story.id}`)).data.title, 'Theirs');
});

test('saving a chapter or a story deletes its draft, unless another device has changed the draft', async () => {
  const { token, put, get, story, chapter } = await author();
  const chapters = `/stories/${story.id}/chapters` as const;
  const text = { title: 'Two', content: '<p>Twice.</p>' };
  const saves = [
    [`new-chapter-${story.id}`, `POST ${chapters}`, text],
    [`chapter-${chapter.id}`, `PUT ${chapters}/${chapter.id}`, text],
    [`story-${story.id}`, `PUT /stories/${story.id}`, { title: 'Changed', slug: story.slug }],
  ] as const;
  for (const [place, call, fields] of saves) {
    await put(place, { title: 'x' });
    assert.ok((await request(call, { token, body: fields })).status < 300, place);
    assert.equal((await get(place)).status, 404, place);
    const older = (await put(place, { title: 'x' })).data.updated_at;
    await put(place, { title: 'y' });
    for (const draft_updated_at of [older, null]) {
      const body = { ...fields, draft_updated_at };
      assert.ok((await request(call, { token, body })).status < 300, place);
      assert.equal((await get(place)).data.title, 'y', place);
    }
  }
});

test('the draft of a new story becomes that of its first chapter until the chapter is saved', async () => {
  const { token, put, get } = await author();
  const content = '<p>It began.</p>';
  await put('create-story', { title: 'New', chapter_title: 'Dawn', content });
  const story = (await request('POST /stories', { token, body: { title: 'New' } })).data;
  assert.equal((await get('create-story')).status, 404);
  const place = `new-chapter-${story.id}`;
  const { updated_at, ...moved } = (await get(place)).data;
  assert.deepEqual(moved, { place, title: 'Dawn', content });
  await request(`POST /stories/${story.id}/chapters`, { token, body: { title: 'Dawn', content } });
  assert.equal((await get(place)).status, 404);
});

// Interface, Stories and chapters: GET, PUT and DELETE /drafts/{place} read, keep and drop a draft; PUT answers updated_at
test('a draft goes with its chapter, its story and the author’s word', async () => {
  const { id, token, put, get, story, chapter } = await author();
  await put('create-story', { title: 'x' });
  for (const _ of ['once', 'twice'])
    assert.equal((await request('DELETE /drafts/create-story', { token })).status, 200);
  assert.equal((await get('create-story')).status, 404);
  await put(`chapter-${chapter.id}`, { title: 'x' });
  await put(`story-${story.id}`, { title: 'x' });
  await db.deleteFrom('stories').where('id', '=', story.id).execute();
  const left = await db.selectFrom('drafts').select('place').where('account_id', '=', id).execute();
  assert.deepEqual(left, []);
});

test('a draft has limits, and each refusal names the field', async () => {
  const { id, put } = await author();
  const long = 'x'.repeat(MAX_DRAFT_CHARACTERS - 100);
  assert.equal((await put('create-story', { content: long })).status, 200);
  const many = Object.fromEntries(
    Array.from({ length: MAX_DRAFT_FIELDS + 1 }, (_, n) => [`f${'a'.repeat(n)}`, 1]),
  );
  const refused: [object, string][] = [
    [{ content: `${long}${'x'.repeat(100)}` }, 'content'],
    [{ synopsis: `${long}${'x'.repeat(100)}` }, 'fields'],
    [{ 'A-field': 'x' }, 'fields'],
    [many, 'fields'],
    [{ notes: { deep: 'x' } }, 'notes'],
    [{ title: 'x', base_updated_at: 'yesterday' }, 'base_updated_at'],
  ];
  for (const [fields, name] of refused) {
    const { status, error, text } = await put('create-story', fields);
    assert.equal(status, 422, text);
    assert.ok(error?.fields?.[name] !== undefined, text);
  }
  const places = Array.from({ length: MAX_DRAFTS - 1 }, (_, n) => n);
  for (const n of places)
    await db
      .insertInto('stories')
      .values({ author_id: id, slug: `of-${id}-${n}`, title: 'x' })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id: storyId }) => put(`story-${storyId}`, { title: 'x' }));
  const extra = await db
    .insertInto('stories')
    .values({ author_id: id, slug: `of-${id}-extra`, title: 'x' })
    .returning('id')
    .executeTakeFirstOrThrow();
  assert.equal((await put(`story-${extra.id}`, { title: 'x' })).status, 422);
  assert.equal((await put('create-story', { title: 'changed' })).status, 200);
});
