import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type Cleaner, createCleaner } from '#platform/html/html-cleaner-pool.ts';
import { addStory } from '#tests/support/add-story.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { longProse } from '#tests/support/long-prose.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { type Chapter, type ChapterEntry, chapterSchema } from '../contract/chapters.ts';

const { context } = await testDatabase();
const { db } = context;
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');

async function newStory(): Promise<number> {
  const story = { author_id: mira.id, title: 'A Story', synopsis: '', tags: ['sea'] };
  const created = await addStory(db, story);
  assert.ok(created.ok);
  return created.data.id;
}

const text = (words: string) => ({ title: 'A Chapter', content: `<p>${words}</p>` });

async function add(storyId: number, fields: object = text('Once.')): Promise<Chapter> {
  const { status, body } = await call(mira, 'POST', `/stories/${storyId}/chapters`, fields);
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

const pathOf = (chapter: Chapter) => `/stories/${chapter.story_id}/chapters/${chapter.id}`;
const read = async (chapter: Chapter) => (await call(undefined, 'GET', pathOf(chapter))).body.data as Chapter;

async function ordersOf(storyId: number): Promise<number[]> {
  const { chapters } = (await call(mira, 'GET', `/stories/${storyId}/chapters`)).body.data;
  return chapters.map((chapter: ChapterEntry) => chapter.order);
}

async function storyOf(storyId: number) {
  const story = (await call(mira, 'GET', `/stories/${storyId}`)).body.data;
  return { chapters: story.chapter_count, words: story.word_count };
}

describe('adding a chapter', () => {
  // Interface, Stories: The stored content is the one that is shown
  test('the response has the chapter as stored, with cleaned text', async () => {
    const storyId = await newStory();
    const sent = {
      title: '  The\u200b First ',
      content:
        '<h1 onclick="x()">One</h1><script>alert(1)</script><div style="text-align:center">He said <b>no</b>.</div>',
    };
    const chapter = await add(storyId, sent);
    chapterSchema.strict().parse(chapter);
    assert.equal(chapter.title, 'The First');
    assert.equal(chapter.content, '<h2>One</h2>\n<p class="align-center">He said <strong>no</strong>.</p>');
    assert.deepEqual([chapter.order, chapter.word_count, chapter.story_id], [1, 4, storyId]);
    assert.deepEqual(await read(chapter), chapter);
  });

  test('the first chapter lists the story, and deleting the last one unlists it', async () => {
    const storyId = await newStory();
    const isListed = async () =>
      (await call(undefined, 'GET', '/frontpage?tag=sea&limit=100')).body.data.stories.some(
        (story: { id: number }) => story.id === storyId,
      );
    assert.equal(await isListed(), false);
    const chapters = [await add(storyId, text('One two.')), await add(storyId, text('Three.'))];
    assert.equal(await isListed(), true);
    assert.deepEqual(await storyOf(storyId), { chapters: 2, words: 3 });
    for (const chapter of chapters) {
      const { status, body } = await call(mira, 'DELETE', pathOf(chapter));
      assert.deepEqual([status, body.success], [200, true]);
      assert.equal((await call(undefined, 'GET', pathOf(chapter))).status, 404);
    }
    assert.equal(await isListed(), false);
    assert.deepEqual(await storyOf(storyId), { chapters: 0, words: 0 });
    assert.equal((await call(mira, 'DELETE', pathOf(chapters[0] as Chapter))).status, 404);
  });

  // Interface, Stories: Chapters stand by order, then by id; equal orders are allowed
  test('a chapter goes after the last one, or to the given order', async () => {
    const storyId = await newStory();
    for (const order of [undefined, undefined, 10, undefined, 1, 1_000_000, undefined])
      await add(storyId, { ...text('Once.'), order });
    assert.deepEqual(await ordersOf(storyId), [1, 1, 2, 10, 11, 1_000_000, 1_000_000]);
    const { chapters } = (await call(mira, 'GET', `/stories/${storyId}/chapters`)).body.data;
    for (const [one, other] of [chapters.slice(0, 2), chapters.slice(-2)])
      assert.ok(one.id < other.id, 'equal orders stand by id');
  });

  // Interface, Stories: The limit of 100,000 counts the HTML as sent
  test('an invalid field is refused with its message', async () => {
    const storyId = await newStory();
    const good = text('Good.');
    const titleTooLong = 'Chapter title is too long. Please keep it under 100 characters.';
    const contentTooLong = 'Chapter content is too long. Please keep it under 100,000 characters.';
    const table: [object, string, string][] = [
      [{ content: 'x' }, 'title', 'Chapter title is required'],
      [{ ...good, title: ' \u200b ' }, 'title', 'Chapter title is required'],
      [{ ...good, title: {} }, 'title', 'Chapter title is required'],
      [{ ...good, title: 'x'.repeat(101) }, 'title', titleTooLong],
      [{ title: 'x' }, 'content', 'Chapter content is required'],
      [{ ...good, content: null }, 'content', 'Chapter content is required'],
      [{ ...good, content: '' }, 'content', 'Chapter content is required'],
      [{ ...good, content: ' <p> &nbsp;\u200b</p><p></p> ' }, 'content', 'Chapter content is required'],
      [{ ...good, content: '<script>only()</script>' }, 'content', 'Chapter content is required'],
      [{ ...good, content: '<hr>' }, 'content', 'Chapter content is required'],
      [
        { ...good, content: '<img src="http://a.example/x.png" alt="">' },
        'content',
        'Chapter content is required',
      ],
      [{ ...good, content: 'x'.repeat(100_001) }, 'content', contentTooLong],
      // The limit counts the text as sent, although cleaning would remove most of it.
      [{ ...good, content: `${'<b></b>'.repeat(15_000)}x` }, 'content', contentTooLong],
      [{ ...good, order: 0 }, 'order', 'Chapter order must be at least 1'],
      [{ ...good, order: -3 }, 'order', 'Chapter order must be at least 1'],
      [{ ...good, order: 1.5 }, 'order', 'Chapter order must be a whole number'],
      [{ ...good, order: '2' }, 'order', 'Chapter order must be a whole number'],
      [{ ...good, order: null }, 'order', 'Chapter order must be a whole number'],
      [{ ...good, order: 1_000_001 }, 'order', 'Chapter order must be at most 1,000,000'],
      [{ ...good, order: 2 ** 40 }, 'order', 'Chapter order must be at most 1,000,000'],
    ];
    const unchanged = await add(storyId, good);
    for (const [payload, field, message] of table) {
      for (const [method, path] of [
        ['POST', `/stories/${storyId}/chapters`],
        ['PUT', pathOf(unchanged)],
      ] as const) {
        const { status, body } = await call(mira, method, path, payload);
        const what = `${method} ${JSON.stringify(payload).slice(0, 100)}`;
        assert.deepEqual([status, body.message], [422, message], what);
        assert.equal(body.error.fields[field], message, what);
      }
    }
    assert.deepEqual(await ordersOf(storyId), [1]);
    assert.deepEqual(await read(unchanged), unchanged);
  });

  test('a chapter may be only a picture, or a text of exactly the limit', async () => {
    const storyId = await newStory();
    const picture = await add(storyId, { title: 'x', content: '<img src="https://a.example/x.png">' });
    assert.match(picture.content, /^<p><img src="https:\/\/a\.example\/x\.png"/);
    const longest = await add(storyId, { title: '😀'.repeat(100), content: '𝔖'.repeat(100_000) });
    assert.equal([...longest.content].length, 100_007);
  });

  test('a story at its limit of chapters accepts no more', async () => {
    const storyId = await newStory();
    await sql`insert into chapters (story_id, title, content, cleaner_version, word_count, state)
      select ${storyId}, 'One', '<p>One.</p>', 1, 1, 'draft' from generate_series(1, 1999)`.execute(db);
    await add(storyId);
    const { status, body } = await call(mira, 'POST', `/stories/${storyId}/chapters`, text('More.'));
    assert.deepEqual(
      [status, body.message],
      [422, 'This story has 2,000 chapters, the most a story can hold.'],
    );
  });

  test('deeply nested markup is cleaned without delaying other requests', async () => {
    const finished: string[] = [];
    const cleaner = createCleaner();
    after(() => cleaner.close());
    const clean: Cleaner['clean'] = async (html) => {
      const cleaning = cleaner.clean(html).finally(() => finished.push('the text'));
      await watched.inject('/healthz');
      finished.push('a visitor');
      return cleaning;
    };
    const watched = await testServer({ ...context, cleaner: { ...cleaner, clean } });
    const content = `${'<blockquote>'.repeat(8000)}the last word`;
    assert.ok(content.length > 96_000);
    const path = `/stories/${await newStory()}/chapters`;
    const { status, body } = await apiCalls(watched)(mira, 'POST', path, { title: 'Deep', content });
    assert.equal(status, 201);
    assert.match(body.data.content, /the last word/);
    assert.deepEqual(finished, ['a visitor', 'the text']);
  });

  test('a text that is too costly, or comes when too many wait, is refused with the reason', async () => {
    const answers = { 'too-hard': 422, 'too-busy': 503 } as const;
    for (const [outcome, expected] of Object.entries(answers)) {
      // A cost limit that every text exceedsBudget, or a queue without room.
      const cleaner = createCleaner({ threads: 1, waitingMaximum: outcome === 'too-busy' ? 0 : 1 });
      after(() => cleaner.close());
      const clean: Cleaner['clean'] = (html) => cleaner.clean(html.repeat(500), 1);
      const limited = await testServer({ ...context, cleaner: { ...cleaner, clean } });
      const storyId = await newStory();
      const path = `/stories/${storyId}/chapters`;
      const { status, headers, body } = await apiCalls(limited)(
        mira,
        'POST',
        path,
        text('Too much. '.repeat(5000)),
      );
      assert.equal(status, expected, outcome);
      if (outcome === 'too-hard') assert.match(body.error.fields.content, /too complicated/);
      else assert.ok(Number(headers['retry-after']) > 0);
      assert.deepEqual(await ordersOf(storyId), []);
    }
  });
});

describe('changing a chapter', () => {
  test('an edit changes title, text and order, and an omitted order stays', async () => {
    const chapter = await add(await newStory(), { ...text('Before.'), order: 7 });
    const edit = { title: 'Renamed', content: '<p>After that.</p>' };
    const { status, body } = await call(mira, 'PUT', pathOf(chapter), edit);
    assert.equal(status, 200);
    chapterSchema.strict().parse(body.data);
    assert.deepEqual(
      [body.data.title, body.data.content, body.data.order],
      ['Renamed', '<p>After that.</p>', 7],
    );
    assert.ok(body.data.updated_at > chapter.updated_at);
    assert.equal(body.data.created_at, chapter.created_at);
    assert.deepEqual(await storyOf(chapter.story_id), { chapters: 1, words: 2 });
    const moved = (await call(mira, 'PUT', pathOf(chapter), { ...edit, order: 2 })).body.data;
    assert.deepEqual([moved.order, moved.content], [2, '<p>After that.</p>']);
  });

  test('a save without changes changes nothing', async () => {
    const chapter = await add(await newStory(), text('The same.'));
    const { body } = await call(mira, 'PUT', pathOf(chapter), { title: chapter.title, content: 'The same.' });
    assert.deepEqual(body.data, chapter);
  });

  test('a save based on an older copy is refused, unless it changes nothing', async () => {
    const chapter = await add(await newStory(), text('Opened in two tabs.'));
    const expected_updated_at = chapter.updated_at;
    const first = { ...text('Saved in the first.'), expected_updated_at };
    const second = { ...text('Saved in the second.'), expected_updated_at };
    const saved = await call(mira, 'PUT', pathOf(chapter), first);
    assert.equal(saved.status, 200);
    const { status, body } = await call(mira, 'PUT', pathOf(chapter), second);
    assert.deepEqual(
      [status, body.error.code, Object.keys(body.error.fields)],
      [409, 'edit_conflict', ['expected_updated_at']],
    );
    const newest = await read(chapter);
    assert.equal(newest.content, '<p>Saved in the first.</p>');
    // Repeats the request, as a client does after losing the answer.
    assert.deepEqual((await call(mira, 'PUT', pathOf(chapter), first)).body.data, saved.body.data);
    const decided = { ...second, expected_updated_at: newest.updated_at };
    assert.equal((await call(mira, 'PUT', pathOf(chapter), decided)).status, 200);
    // Without expected_updated_at the last save wins.
    assert.equal((await call(mira, 'PUT', pathOf(chapter), text('The last.'))).status, 200);
  });

  test('a long chapter stays identical through repeated saves', async () => {
    const content = longProse(90_000);
    assert.ok(content.length > 85_000 && content.length < 95_000, String(content.length));
    const chapter = await add(await newStory(), { title: 'Long', content });
    const stored = (await read(chapter)).content;
    const { body } = await call(mira, 'PUT', pathOf(chapter), { title: 'Long, again', content: stored });
    // Compares without assert.equal, whose difference would fill the screen.
    assert.ok(stored === content && body.data.content === stored);
    assert.ok((await read(chapter)).content === stored);
    assert.equal(body.data.word_count, chapter.word_count);
  });
});

test('returns 404 for a malformed chapter id in every call', async () => {
  const chapter = await add(await newStory());
  for (const id of ['0', '-1', '1e3', 'first', '999999', '99999999999999999999', '%27', "1'--"]) {
    const path = `/stories/${chapter.story_id}/chapters/${id}`;
    for (const method of ['PUT', 'DELETE'] as const) {
      const { status, body } = await call(mira, method, path, text('x'));
      assert.deepEqual([status, body.message], [404, 'Chapter not found'], `${method} ${path}`);
    }
  }
});
