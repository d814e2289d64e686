import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiCalls } from '#tests/support/api-calls.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import {
  CHAPTER_DETAILS,
  type ChapterDetails,
  type ChapterEntry,
  chapterSchema,
  createChapter,
  editChapter,
} from '../contract/chapters.ts';

const { context } = await testDatabase();
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');
const story = (await call(mira, 'POST', '/stories', { title: 'A Story' })).body.data;
const chapters = `/stories/${story.id}/chapters`;

/** Two values for each detail, so that both adding and editing are visible. */
const samples: { [Name in keyof ChapterDetails]: [ChapterDetails[Name], ChapterDetails[Name]] } = {
  title: ['Low Water', 'High Water'],
  kind: ['interlude', 'notice'],
  volume: ['Book One', null],
  note_before: ['<p>Before.</p>', ''],
  note_after: ['', '<p><em>After.</em></p>'],
  warnings: [['horror'], null],
};

for (const name of CHAPTER_DETAILS) {
  // Interface, Stories and chapters: kind is chapter, interlude or notice
  // Interface, Stories and chapters: volume is a title or null
  test(`an author says the ${name} of a chapter, and changes it alone`, async () => {
    const [first, second] = samples[name];
    const basic = { title: 'One', content: '<p>Once.</p>' };
    const created = await call(mira, 'POST', chapters, { ...basic, [name]: first });
    assert.equal(created.status, 201);
    const { id, updated_at } = created.body.data;
    assert.deepEqual(created.body.data[name], first);
    const path = `${chapters}/${id}`;
    assert.equal((await call(mira, 'PUT', path, { ...basic, [name]: second })).status, 200);
    const read = (await call(mira, 'GET', path)).body.data;
    assert.deepEqual(read[name], second);
    assert.ok(read.updated_at > updated_at);
    const list: ChapterEntry[] = (await call(mira, 'GET', chapters)).body.data.chapters;
    const entry = list.find((one) => one.id === id);
    if (name !== 'note_before' && name !== 'note_after') assert.deepEqual(entry?.[name], second);
    else assert.ok(entry !== undefined && !(name in entry), 'a list has no texts');
    // A missing detail stays, and an unchanged one is no edit.
    await call(mira, 'PUT', path, { ...basic, title: read.title });
    assert.deepEqual((await call(mira, 'GET', path)).body.data, read);
  });
}

test('every detail of a chapter that can be written can be read', () => {
  const ofCalls = ['chapterId', 'expected_updated_at', 'draft_updated_at', 'amends'];
  const said = Object.keys({ ...createChapter.input.shape, ...editChapter.input.shape });
  assert.ok(said.length > CHAPTER_DETAILS.length);
  for (const name of said) assert.ok(ofCalls.includes(name) || name in chapterSchema.shape, name);
});

// Interface, In general: A client that knows only the specification finds every call, field and default
// Interface, Stories and chapters: A chapter without these fields is published at once, as a chapter
test('a chapter is published at once and says nothing else that its author has not said', async () => {
  const before = Date.now();
  const created = (await call(mira, 'POST', chapters, { title: 'Plain', content: '<p>Once.</p>' })).body.data;
  const { state, publish_at, published_at, kind, volume, note_before, note_after, warnings } = created;
  assert.deepEqual(
    { state, publish_at, kind, volume, note_before, note_after, warnings },
    {
      ...{ state: 'published', publish_at: null, kind: 'chapter', volume: null },
      ...{ note_before: '', note_after: '', warnings: null },
    },
  );
  assert.ok(Math.abs(Date.parse(published_at) - before) < 60_000, published_at);
});
