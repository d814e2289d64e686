import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import { type ChapterEntry, chapterEntrySchema, chapterSchema } from './contract/chapters.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const app = await testServer(context);

async function get(path: string) {
  const response = await app.inject(`/api${path}`);
  return { status: response.statusCode, headers: response.headers, body: response.json() };
}

async function chaptersOf(story: string | number): Promise<ChapterEntry[]> {
  return (await get(`/stories/${story}/chapters`)).body.data.chapters;
}

// Interface, Stories: A chapter has the fields of the interface; a list leaves out the content
test('the list of chapters is in order and without their text', async () => {
  const chapters = await chaptersOf(stories.ferry.slug);
  assert.deepEqual(
    chapters.map((chapter) => chapter.title),
    ['Missed', 'Missed Again', 'Aboard'],
  );
  assert.deepEqual(
    chapters.map((chapter) => chapter.order),
    [1, 2, 3],
  );
  for (const chapter of chapters) chapterEntrySchema.strict().parse(chapter);
});

// Interface, Stories: A chapter has the fields of the interface; a list leaves out the content
test('a chapter has its stored text', async () => {
  const [first] = await chaptersOf(stories.ferry.id);
  const { status, body } = await get(`/stories/${stories.ferry.id}/chapters/${first?.id}`);
  assert.equal(status, 200);
  const chapter = chapterSchema.strict().parse(body.data);
  assert.equal(
    chapter.content,
    '<p>The ferry left <em>exactly</em> on time.</p>\n<p>She was forty-one and, for once, early for the next one.</p>',
  );
  assert.equal(chapter.word_count, 17);
});

test('a chapter is found only under its own story', async () => {
  const [first] = await chaptersOf(stories.ferry.id);
  assert.equal((await get(`/stories/${stories.clocks.id}/chapters/${first?.id}`)).status, 404);
});

test('returns 404 for an unknown or malformed chapter id', async () => {
  for (const id of ['0', '999999', 'first', '-1', '1e3', '99999999999999999999', '%27', '%00']) {
    const { status, body } = await get(`/stories/${stories.ferry.id}/chapters/${id}`);
    assert.ok(status === 404 || status === 400, `${id}: ${status}`);
    assert.equal(body.success, false);
  }
  const missing = await get(`/stories/${stories.ferry.id}/chapters/999999`);
  assert.equal(missing.body.message, 'Chapter not found');
  assert.equal((await get('/stories/no-such-story/chapters')).body.message, 'Story not found');
});

test('a story without chapters has an empty list', async () => {
  assert.deepEqual(await chaptersOf(stories.unfinished.slug), []);
});
