import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { apiCalls } from '#tests/support/api-calls.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { scheduleChapters } from '#tests/support/scheduled-chapters.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { wrongCounts } from '#tests/support/wrong-counts.ts';
import type { ChapterEntry } from '../contract/chapters.ts';
import { publishDueChapters } from './publication.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');
const reader = await signedIn(context, 'ben');
const TEXT = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function newStory(fields: object = {}) {
  const { status, body } = await call(mira, 'POST', '/stories', { title: 'A Serial', ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data as { id: number; slug: string };
}

async function add(story: { id: number }, fields: object = {}) {
  const { status, body } = await call(mira, 'POST', `/stories/${story.id}/chapters`, { ...TEXT, ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

const titles = (entries: ChapterEntry[]) => entries.map(({ title }) => title);

async function chaptersFor(
  person: typeof mira | undefined,
  story: { slug: string },
): Promise<ChapterEntry[]> {
  return (await call(person, 'GET', `/stories/${story.slug}/chapters`)).body.data.chapters;
}

async function storyNow(story: { slug: string }) {
  return (await call(undefined, 'GET', `/stories/${story.slug}`)).body.data;
}

async function finds(query: string): Promise<number> {
  return (await call(undefined, 'GET', `/search?query=${query}`)).body.data.pagination.stories.total;
}

/** Makes scheduled chapters due, as if they had been scheduled earlier. */
async function letTimeCome(ids: readonly number[]): Promise<void> {
  await sql`update chapters set publish_at = now() - interval '1 second' where id = any (${ids})`.execute(db);
}

for (const state of ['draft', 'scheduled'] as const) {
  // Interface, Stories and chapters: A chapter is a draft, scheduled or published
  // Interface, Stories and chapters: published_at says when a chapter was published
  test(`a ${state} chapter exists for its author alone`, async () => {
    const story = await newStory();
    await add(story);
    const content = `<p>A secret quincunx of the ${state} kind.</p>`;
    const hidden = { title: 'Hidden', content, state, publish_at: state === 'draft' ? null : inMinutes(60) };
    const before = await storyNow(story);
    const chapter = await add(story, hidden);
    assert.deepEqual([chapter.state, chapter.published_at], [state, null]);
    assert.equal(chapter.publish_at, hidden.publish_at);
    const path = `/stories/${story.id}/chapters/${chapter.id}`;
    for (const person of [undefined, reader]) {
      assert.deepEqual(titles(await chaptersFor(person, story)), ['One']);
      assert.equal((await call(person, 'GET', path)).status, 404);
    }
    const read = { chapter_id: chapter.id, read_time_seconds: 10, completed: true };
    assert.equal((await call(reader, 'POST', `/tracking/stories/${story.id}/read-time`, read)).status, 404);
    assert.deepEqual(titles(await chaptersFor(mira, story)), ['One', 'Hidden']);
    assert.equal((await call(mira, 'GET', path)).body.data.content, content);
    assert.deepEqual(await storyNow(story), before);
    assert.equal(await finds('quincunx'), 0);
    const words = await db.selectFrom('search_words').select('word').where('word', '=', 'quincunx').execute();
    assert.deepEqual(words, []);

    const published = await call(mira, 'PUT', path, { title: 'Hidden', content, state: 'published' });
    assert.equal(published.status, 200);
    assert.ok(published.body.data.published_at !== null && published.body.data.publish_at === null);
    assert.deepEqual(titles(await chaptersFor(undefined, story)), ['One', 'Hidden']);
    assert.equal((await storyNow(story)).chapter_count, 2);
    assert.equal(await finds('quincunx'), 1);
    await runDueJobs(connectionString, context);
    const learned = await db
      .selectFrom('search_words')
      .select('word')
      .where('word', '=', 'quincunx')
      .execute();
    assert.equal(learned.length, 1);

    await call(mira, 'PUT', path, { title: 'Hidden', content, state: 'draft' });
    assert.equal((await call(undefined, 'GET', path)).status, 404);
    assert.equal((await storyNow(story)).chapter_count, 1);
    assert.equal(await finds('quincunx'), 0);
    await call(mira, 'DELETE', `/stories/${story.id}`);
    await sql`delete from search_words where word = 'quincunx'`.execute(db);
  });
}

// Interface, Stories and chapters: chapter_count and word_count leave out notices
test('a story enters the lists with its first published chapter, not with a draft or a notice', async () => {
  const story = await newStory();
  const isListed = async () =>
    (await call(undefined, 'GET', '/frontpage?sort=new')).body.data.stories.some(
      ({ id }: { id: number }) => id === story.id,
    );
  await add(story, { state: 'draft' });
  await add(story, { kind: 'notice', title: 'Soon' });
  assert.deepEqual([await isListed(), (await storyNow(story)).chapter_count], [false, 0]);
  const interlude = await add(story, { kind: 'interlude', title: 'Between' });
  const { chapter_count, word_count } = await storyNow(story);
  assert.deepEqual([await isListed(), chapter_count, word_count], [true, 1, 6]);
  await call(mira, 'DELETE', `/stories/${story.id}/chapters/${interlude.id}`);
  assert.equal(await isListed(), false);
});

// Interface, Stories and chapters: Warnings are a subset of the eight, exactly none, or exactly not_told
// Interface, Stories and chapters: publish_at is ISO 8601 with offset; a past time means now
// Interface, Stories and chapters: kind is chapter, interlude or notice
// Interface, Stories and chapters: A note has up to 5,000 characters
test('a wrong schedule is refused with the name of the field, and a time that has come means now', async () => {
  const story = await newStory();
  const path = `/stories/${story.id}/chapters`;
  const wrong: [object, string][] = [
    [{ state: 'scheduled' }, 'publish_at'],
    [{ state: 'scheduled', publish_at: '2126-01-01T10:00:00' }, 'publish_at'],
    [{ state: 'scheduled', publish_at: 'Friday' }, 'publish_at'],
    [{ state: 'hidden' }, 'state'],
    [{ kind: 'poem' }, 'kind'],
    [{ volume: 'x'.repeat(101) }, 'volume'],
    [{ note_before: 'x'.repeat(5001) }, 'note_before'],
    [{ warnings: ['none', 'death'] }, 'warnings'],
    [{ warnings: ['spiders'] }, 'warnings'],
  ];
  for (const [fields, field] of wrong) {
    const { status, body } = await call(mira, 'POST', path, { ...TEXT, ...fields });
    assert.deepEqual([status, Object.keys(body.error.fields)], [422, [field]], JSON.stringify(fields));
  }
  const past = await add(story, { state: 'scheduled', publish_at: '2020-01-01T00:00:00+05:30' });
  assert.deepEqual([past.state, past.publish_at], ['published', null]);
  for (const publish_at of ['2126-01-01T10:00:00+02:00', '2126-01-01T10:00+02:00']) {
    const later = await add(story, { publish_at });
    assert.deepEqual([later.state, later.publish_at], ['scheduled', '2126-01-01T08:00:00.000Z']);
  }
});

// Interface, Stories and chapters: note_before and note_after are sanitised HTML
test('notes are cleaned like the text, and a list of chapters has none', async () => {
  const story = await newStory();
  const note_before = '<p onclick="x()">Before <script>alert(1)</script><em>it</em>.</p>';
  const chapter = await add(story, { note_before, note_after: '<p> </p>' });
  assert.deepEqual([chapter.note_before, chapter.note_after], ['<p>Before <em>it</em>.</p>', '']);
  assert.ok(!('note_before' in ((await chaptersFor(undefined, story))[0] ?? {})));
});

describe('the job that publishes what is due', () => {
  test('publishes hundreds of chapters of many stories, and nothing twice or too early', async () => {
    const stories = await Promise.all(
      Array.from({ length: 6 }, () => newStory({ tags: ['serial', 'night'] })),
    );
    const { rows } = await sql<{ id: number }>`
      insert into chapters (story_id, title, "order", content, cleaner_version, word_count, state, publish_at)
      select story_id, 'Part ' || n, n, '<p>Words of a part.</p>', 1, 4, 'scheduled', now() + interval '1 hour'
      from unnest(${stories.map(({ id }) => id)}::bigint[]) as story_id cross join generate_series(1, 100) as n
      returning id`.execute(db);
    const early = await add(stories[0] ?? { id: 0 }, { state: 'scheduled', publish_at: inMinutes(30) });
    await publishDueChapters(context);
    assert.equal((await storyNow(stories[0] ?? { slug: '' })).chapter_count, 0);
    await letTimeCome(rows.map(({ id }) => id));
    // Two runs at once share the work.
    await Promise.all([publishDueChapters(context), publishDueChapters(context)]);
    await publishDueChapters(context);
    for (const story of stories) {
      const { chapter_count, word_count } = await storyNow(story);
      assert.deepEqual([chapter_count, word_count], [100, 400]);
    }
    const listed = (await call(undefined, 'GET', '/frontpage?sort=new&tag=serial')).body.data.pagination
      .total;
    assert.equal(listed, stories.length);
    const left = await db.selectFrom('chapters').select('id').where('state', '=', 'scheduled').execute();
    assert.ok(left.some(({ id }) => id === early.id));
    await runDueJobs(connectionString, context);
  });

  test('commits in batches that change each story and tag once, and sends few messages', async () => {
    const listener = new pg.Client(connectionString);
    await listener.connect();
    const messages: string[] = [];
    listener.on('notification', ({ payload = '' }) => messages.push(payload));
    await listener.query('listen nightstand_changes');
    const publishAt = new Date(Date.now() - 60_000);
    await scheduleChapters(context, { stories: 4, chapters: 100, publishAt });
    await scheduleChapters(context, { stories: 100, chapters: 1, publishAt });
    await listener.query('select');
    messages.length = 0;
    await publishDueChapters(context);
    await listener.query('select');
    await listener.end();
    const { rows } = await sql<{ batches: number; places: number; late: number }>`
      select count(distinct chapters.xmin::text)::integer as batches,
        count(distinct stories.listed_since)::integer as places,
        count(*) filter (where chapters.published_at < ${publishAt}
          or chapters.published_at >= ${publishAt}::timestamptz + interval '1 second')::integer as late
      from chapters join stories on stories.id = story_id
      where state = 'published' and slug like 'plan-%'`.execute(db);
    assert.deepEqual(rows, [{ batches: 5, places: 104, late: 0 }]);
    // A story's slug and number, once in each batch, and the lists.
    assert.ok(messages.length <= 5 * (2 * 4 + 1) + 2 * 100, `${messages.length} messages`);
    assert.ok(messages.every((message) => Buffer.byteLength(message) < 200));
    assert.deepEqual(await wrongCounts(context), []);
  });

  test('publishes the others when one fails, and reports it', async () => {
    const story = await newStory();
    const bad = await add(story, { title: 'Refused', state: 'scheduled', publish_at: inMinutes(5) });
    const good = await add(story, { state: 'scheduled', publish_at: inMinutes(5) });
    await scheduleChapters(context, { stories: 20, chapters: 1, publishAt: new Date(Date.now() - 60_000) });
    await letTimeCome([bad.id, good.id]);
    await sql`alter table chapters add constraint test_refused check (title <> 'Refused' or state <> 'published')`.execute(
      db,
    );
    await assert.rejects(publishDueChapters(context), new RegExp(`chapters ${bad.id} cannot`));
    const left = await sql<{
      id: number;
    }>`select id from chapters where state = 'scheduled' and publish_at < now()`.execute(db);
    assert.deepEqual(left.rows, [{ id: bad.id }]);
    await sql`alter table chapters drop constraint test_refused`.execute(db);
    await publishDueChapters(context);
    assert.equal((await storyNow(story)).chapter_count, 2);
    assert.deepEqual(await wrongCounts(context), []);
  });

  test('leaves a story alone that somebody is changing, and returns to it', async () => {
    const story = await newStory();
    const chapter = await add(story, { state: 'scheduled', publish_at: inMinutes(5) });
    await letTimeCome([chapter.id]);
    await db.transaction().execute(async (transaction) => {
      await sql`select from stories where id = ${story.id} for update`.execute(transaction);
      await publishDueChapters(context);
    });
    assert.equal((await storyNow(story)).chapter_count, 0);
    const { rows } = await sql`select from graphile_worker.jobs
      where task_identifier = 'publish-due-chapters' and run_at < now() + interval '10 seconds'`.execute(db);
    assert.ok(rows.length > 0, 'another run is planned');
    await publishDueChapters(context);
    assert.equal((await storyNow(story)).chapter_count, 1);
  });

  test('keeps the time of change, so that an open editor can save', async () => {
    const story = await newStory();
    const chapter = await add(story, { state: 'scheduled', publish_at: inMinutes(5) });
    await letTimeCome([chapter.id]);
    await publishDueChapters(context);
    const path = `/stories/${story.id}/chapters/${chapter.id}`;
    const edit = { ...TEXT, title: 'Two', expected_updated_at: chapter.updated_at };
    const { status, body } = await call(mira, 'PUT', path, edit);
    assert.deepEqual([status, body.data?.state], [200, 'published']);
  });

  test('waits for a suspended author', async () => {
    const story = await newStory();
    const chapter = await add(story, { state: 'scheduled', publish_at: inMinutes(5) });
    await letTimeCome([chapter.id]);
    const suspend = (at: Date | null) =>
      db
        .updateTable('accounts')
        .set({ suspended_at: at, suspended_for: at === null ? null : 'spam' })
        .where('id', '=', mira.id)
        .execute();
    await suspend(new Date());
    await publishDueChapters(context);
    assert.equal((await storyNow(story)).chapter_count, 0);
    await suspend(null);
    await publishDueChapters(context);
    assert.equal((await storyNow(story)).chapter_count, 1);
  });

  test('is planned for the second of the next minute in which a chapter is due', async () => {
    const story = await newStory();
    const publish_at = new Date(Date.now() + 30_500);
    await add(story, { state: 'scheduled', publish_at: publish_at.toISOString() });
    const { rows } = await sql<{ run_at: Date }>`select run_at from graphile_worker.jobs
      where task_identifier = 'publish-due-chapters' and run_at > now() + interval '20 seconds'`.execute(db);
    const [planned] = rows;
    const delay = (planned?.run_at.getTime() ?? 0) - publish_at.getTime();
    assert.ok(delay >= 0 && delay < 1000, `${delay} ms after its time`);
    await call(mira, 'DELETE', `/stories/${story.id}`);
  });
});

// Interface, Stories and chapters: published_at says when a chapter was published
test('the chapters of a draft are published with it, at that moment', async () => {
  const story = await newStory({ visibility: 'draft' });
  const chapter = await add(story);
  assert.deepEqual([chapter.state, chapter.published_at], ['published', null]);
  const path = `/stories/${story.id}`;
  await call(mira, 'PUT', path, { title: 'A Serial', slug: story.slug, visibility: 'public' });
  const shown = (await call(undefined, 'GET', `${path}/chapters/${chapter.id}`)).body.data;
  assert.ok(shown.published_at > chapter.created_at);
  await call(mira, 'PUT', path, { title: 'A Serial', slug: story.slug, visibility: 'draft' });
  const hidden = (await call(mira, 'GET', `${path}/chapters/${chapter.id}`)).body.data;
  assert.equal(hidden.published_at, shown.published_at);
});

// Interface, Stories and chapters: PUT /stories/{id}/chapter-order takes all chapters exactly once, otherwise 422
test('an author puts the chapters into another order, all of them exactly once', async () => {
  const story = await newStory();
  const ids: number[] = [];
  for (const title of ['A', 'B', 'C']) ids.push((await add(story, { title, state: 'draft' })).id);
  const path = `/stories/${story.slug}/chapter-order`;
  const [a, b, c] = ids;
  const { status, body } = await call(mira, 'PUT', path, { chapter_ids: [c, a, b] });
  assert.deepEqual([status, titles(body.data.chapters)], [200, ['C', 'A', 'B']]);
  assert.deepEqual(
    body.data.chapters.map(({ order }: ChapterEntry) => order),
    [1, 2, 3],
  );
  for (const wrong of [[], [a, b], [a, b, c, c], [a, b, 999_999], [a, b, 'c'], 'abc']) {
    const refused = await call(mira, 'PUT', path, { chapter_ids: wrong });
    assert.equal(refused.status, 422, JSON.stringify(wrong));
  }
  assert.deepEqual(titles(await chaptersFor(mira, story)), ['C', 'A', 'B']);
});

test('the author’s list tells when the next chapter comes, but not of one in the trash', async () => {
  const story = await newStory();
  await add(story);
  const first = await add(story, { state: 'scheduled', publish_at: inMinutes(60) });
  const second = await add(story, { state: 'scheduled', publish_at: inMinutes(120) });
  const nextAt = async () => {
    const { body } = await call(mira, 'GET', `/stories?account_id=${mira.id}&limit=100`);
    return body.data.stories.find(({ id }: { id: number }) => id === story.id).next_chapter_at;
  };
  assert.equal(await nextAt(), first.publish_at);
  for (const [chapter, next] of [
    [first, second.publish_at],
    [second, undefined],
  ]) {
    assert.equal((await call(mira, 'DELETE', `/stories/${story.id}/chapters/${chapter.id}`)).status, 200);
    assert.equal(await nextAt(), next);
  }
});
