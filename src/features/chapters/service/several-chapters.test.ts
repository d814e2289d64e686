import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { shippedLimits } from '#base/limits.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import type { ChapterEntry } from '../contract/chapters.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');
const TIME = '2126-11-29T18:00:00.000Z';

interface Story {
  id: number;
  slug: string;
  ids: number[];
  author: typeof mira;
}

/** A story with a chapter for each title: A, B, C. */
async function newStory(titles: string, fields: object = {}, person = mira): Promise<Story> {
  const { body } = await call(person, 'POST', '/stories', { title: 'A Serial' });
  const story = { ...(body.data as { id: number; slug: string }), ids: [] as number[], author: person };
  for (const title of titles) {
    const chapter = { title, content: `<p>The lamp of ${title}.</p>`, state: 'draft', ...fields };
    const added = await call(person, 'POST', `/stories/${story.id}/chapters`, chapter);
    assert.equal(added.status, 201, JSON.stringify(added.body));
    story.ids.push(added.body.data.id);
  }
  return story;
}

const change = (story: Story, body: object) =>
  call(story.author, 'PUT', `/stories/${story.id}/chapters`, body);

async function entriesOf(story: Story, reader: 'author' | 'visitor' = 'author'): Promise<ChapterEntry[]> {
  return (
    await call(reader === 'author' ? story.author : undefined, 'GET', `/stories/${story.slug}/chapters`)
  ).body.data.chapters;
}

const statesOf = (entries: ChapterEntry[]) =>
  entries.map(({ title, state, publish_at, volume }) => [title, state, publish_at, volume]);

test('an author publishes some chapters and schedules others one after another, in one request', async () => {
  const story = await newStory('ABCD');
  const [a, b, c, d] = story.ids;
  const later = '2126-12-06T18:00:00.000Z';
  const chapters = [
    { id: a, state: 'published' },
    { id: b, state: 'scheduled', publish_at: '2126-11-29T19:00:00+01:00' },
    { id: c, publish_at: later, volume: 'Book Two' },
    { id: d, state: 'scheduled', publish_at: '2020-01-01T00:00:00Z' },
  ];
  const { status, body } = await change(story, { chapters });
  assert.equal(status, 200, JSON.stringify(body));
  const states = [
    ['A', 'published', null, null],
    ['B', 'scheduled', TIME, null],
    ['C', 'scheduled', later, 'Book Two'],
    ['D', 'published', null, null],
  ];
  assert.deepEqual(statesOf(body.data.chapters), states);
  assert.deepEqual(statesOf(await entriesOf(story)), states);
  const shown = await entriesOf(story, 'visitor');
  assert.deepEqual(
    shown.map(({ title }) => title),
    ['A', 'D'],
  );
  assert.ok(shown.every(({ published_at }) => published_at !== null));
  const { chapter_count, word_count } = (await call(undefined, 'GET', `/stories/${story.slug}`)).body.data;
  assert.deepEqual([chapter_count, word_count], [2, 8]);
  await runDueJobs(connectionString, context);
});

test('a repeated request changes nothing, and an open editor learns of a change', async () => {
  const story = await newStory('AB');
  const [a] = story.ids;
  const before = (await entriesOf(story))[0];
  const body = { chapters: [{ id: a, state: 'scheduled', publish_at: TIME, volume: 'Book One' }] };
  const first = (await change(story, body)).body.data.chapters;
  assert.ok(first[0].updated_at > (before?.updated_at ?? ''));
  assert.deepEqual((await change(story, body)).body.data.chapters, first);
  const edit = {
    title: 'A',
    content: '<p>New.</p>',
    state: 'draft',
    expected_updated_at: before?.updated_at,
  };
  const refused = await call(mira, 'PUT', `/stories/${story.id}/chapters/${a}`, edit);
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'edit_conflict']);
});

test('an author moves chapters before another one, to the end and into a volume', async () => {
  const story = await newStory('ABCDE');
  const [a, b, c, d, e] = story.ids;
  const titles = async () => (await entriesOf(story)).map(({ title }) => title).join('');
  const times = (await entriesOf(story)).map(({ updated_at }) => updated_at);
  await change(story, { chapters: [{ id: d }, { id: b }], before: a });
  assert.equal(await titles(), 'DBACE');
  await change(story, { chapters: [{ id: d }, { id: a }], before: null });
  assert.equal(await titles(), 'BCEDA');
  const moved = (await entriesOf(story)).map(({ updated_at }) => updated_at).sort();
  assert.deepEqual(moved, times.sort(), 'a new place is no new text');
  const volume = 'Book Two';
  await change(story, {
    chapters: [
      { id: b, volume },
      { id: e, volume },
    ],
    before: null,
  });
  assert.equal(await titles(), 'CDABE');
  assert.deepEqual(
    (await entriesOf(story)).map((entry) => entry.volume),
    [null, null, null, volume, volume],
  );
  for (const before of [b, c, 999_999]) {
    const { status, body } = await change(story, { chapters: [{ id: b }, { id: c }], before });
    assert.deepEqual([status, Object.keys(body.error.fields)], [422, ['before']]);
  }
  assert.equal(await titles(), 'CDABE');
});

test('all chapters are changed or none, and the refusal names the chapter', async () => {
  const story = await newStory('AB');
  const other = await newStory('X');
  const [a, b] = story.ids;
  const storedBefore = await entriesOf(story);
  const refusals: [object, number, RegExp][] = [
    [
      {
        chapters: [
          { id: a, state: 'published' },
          { id: b, state: 'scheduled' },
        ],
      },
      422,
      /“B”.*needs the time/,
    ],
    [{ chapters: [{ id: a, state: 'scheduled' }], before: null }, 422, /“A”.*needs the time/],
    [{ chapters: [{ id: a, state: 'published' }], before: other.ids[0] }, 422, /before/i],
    [
      { chapters: [{ id: a, state: 'published' }, { id: other.ids[0] }] },
      404,
      /no longer in this story: \d+/,
    ],
    [{ chapters: [{ id: a, state: 'published' }, { id: a }] }, 422, /each chapter once/],
    [{ chapters: [] }, 422, /chapters must hold/],
    [{ chapters: [{ id: a, state: 'hidden' }] }, 422, /State must be/],
    [{ chapters: [{ id: a, volume: 'x'.repeat(101) }] }, 422, /Volume/],
    [{ chapters: [{ id: a, publish_at: 'Friday' }] }, 422, /offset/],
    [{ chapters: 'all' }, 422, /chapters must hold/],
  ];
  for (const [input, status, message] of refusals) {
    const answer = await change(story, input);
    assert.equal(answer.status, status, JSON.stringify(input));
    assert.match(answer.body.message, message);
    assert.deepEqual(await entriesOf(story), storedBefore);
  }
  const gone = await call(mira, 'POST', `/stories/${story.id}/chapters/delete`, {
    chapter_ids: [a, other.ids[0]],
  });
  assert.equal(gone.status, 404);
  assert.deepEqual(await entriesOf(story), storedBefore);
});

test('publishing several counts towards the day’s limit, and nothing is published beyond it', async () => {
  const vera = await signedIn(context, 'vera');
  const story = await newStory('ABCDEF', {}, vera);
  const publish = (ids: number[]) =>
    change(story, { chapters: ids.map((id) => ({ id, state: 'published' })) });
  await sql`update accounts set created_at = now() where id = ${vera.id}`.execute(db);
  await sql`insert into publication_counts (account_id, since, chapter_count)
    values (${vera.id}, now(), 45)`.execute(db);
  const isLimited = context.publishing.isLimited;
  Object.assign(context.publishing, { isLimited: true });
  try {
    const refused = await publish(story.ids);
    assert.equal(refused.status, 429, JSON.stringify(refused.body));
    assert.equal((await entriesOf(story)).filter(({ state }) => state !== 'draft').length, 0);
    assert.equal((await publish(story.ids.slice(0, 5))).status, 200);
    assert.equal((await publish(story.ids.slice(0, 5))).status, 200, 'again: counted once');
    assert.equal((await publish(story.ids)).status, 429);
    const { rows } = await sql`select chapter_count, story_count from publication_counts
      where account_id = ${vera.id}`.execute(db);
    assert.deepEqual(rows, [{ chapter_count: 50, story_count: 1 }]);
  } finally {
    Object.assign(context.publishing, { isLimited });
  }
});

test('more than a day’s chapters are refused together also as the first of a day', async () => {
  const nora = await signedIn(context, 'nora');
  const limit = shippedLimits.new_account_chapters;
  const story = await newStory('x'.repeat(limit + 1), {}, nora);
  await sql`update accounts set created_at = now() where id = ${nora.id}`.execute(db);
  const publish = (ids: number[]) =>
    change(story, { chapters: ids.map((id) => ({ id, state: 'published' })) });
  const isLimited = context.publishing.isLimited;
  Object.assign(context.publishing, { isLimited: true });
  try {
    const refused = await publish(story.ids);
    assert.equal(refused.status, 429, JSON.stringify(refused.body).slice(0, 500));
    assert.match(refused.body.message, /50 chapters a day.*Choose fewer at once/);
    assert.equal((await publish(story.ids.slice(0, limit))).status, 200);
  } finally {
    Object.assign(context.publishing, { isLimited });
  }
});

test('a link in one of several chapters has the story of a new account wait', async () => {
  const ada = await signedIn(context, 'ada');
  const story = await newStory('AB', { content: '<p>See <a href="https://example.org">this</a>.</p>' }, ada);
  await sql`update accounts set created_at = now() where id = ${ada.id}`.execute(db);
  const isLimited = context.publishing.isLimited;
  Object.assign(context.publishing, { isLimited: true });
  try {
    const chapters = story.ids.map((id) => ({ id, state: 'published' }));
    assert.equal((await change(story, { chapters })).status, 200);
    const { rows } = await sql`select waiting_for, listed_since from stories where id = ${story.id}`.execute(
      db,
    );
    assert.deepEqual(rows, [{ waiting_for: 'moderator', listed_since: null }]);
  } finally {
    Object.assign(context.publishing, { isLimited });
  }
});

test('deleting several, the story leaves the lists with the last of them', async () => {
  const story = await newStory('ABC', { state: 'published' });
  const isListed = async () =>
    (await call(undefined, 'GET', '/frontpage?sort=new')).body.data.stories.some(
      ({ id }: { id: number }) => id === story.id,
    );
  const remove = (ids: number[]) =>
    call(mira, 'POST', `/stories/${story.id}/chapters/delete`, { chapter_ids: ids });
  const left = await remove(story.ids.slice(0, 2));
  assert.deepEqual([left.status, left.body.data.chapters.length, await isListed()], [200, 1, true]);
  const none = await remove(story.ids.slice(2));
  assert.deepEqual([none.status, none.body.data.chapters, await isListed()], [200, [], false]);
  await runDueJobs(connectionString, context);
});
