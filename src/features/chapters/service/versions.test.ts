import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { cleanHtml } from '#platform/html/html-cleaner.ts';
import { publishingLimits } from '#platform/rate-limits/publishing-limits.ts';
import { addStory } from '#tests/support/add-story.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { deleteForGood } from '#tests/support/delete-for-good.ts';
import { runJobsOnce } from '#tests/support/run-jobs-once.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import type { Chapter } from '../contract/chapters.ts';
import { type VersionEntry, versionEntrySchema, versionSchema } from '../contract/versions.ts';
import { cleanOlderChapters } from './clean-older-chapters.ts';

const database = await testDatabase();
const { context } = database;
const { db } = context;
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');

async function newChapter(content: string): Promise<Chapter> {
  const story = await addStory(db, { author_id: mira.id, title: 'A Story', synopsis: '', tags: [] });
  assert.ok(story.ok);
  const { body } = await call(mira, 'POST', `/stories/${story.data.id}/chapters`, { title: 'One', content });
  return body.data;
}

const pathOf = (chapter: Chapter) => `/stories/${chapter.story_id}/chapters/${chapter.id}`;

async function save(
  chapter: Chapter,
  fields: { title?: string; content?: string; order?: number; amends?: boolean },
) {
  const { title = chapter.title, content = chapter.content, ...others } = fields;
  const { status, body } = await call(mira, 'PUT', pathOf(chapter), { title, content, ...others });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data as Chapter;
}

async function versionsOf(chapter: Chapter): Promise<VersionEntry[]> {
  const { status, body } = await call(mira, 'GET', `${pathOf(chapter)}/versions`);
  assert.equal(status, 200);
  return body.data.versions;
}

async function readVersion(chapter: Chapter, id: number | string) {
  return call(mira, 'GET', `${pathOf(chapter)}/versions/${id}`);
}

const read = async (chapter: Chapter) => (await call(undefined, 'GET', pathOf(chapter))).body.data as Chapter;
const restore = (chapter: Chapter, id: number | string) =>
  call(mira, 'POST', `${pathOf(chapter)}/versions/${id}/restore`, {});

test('each save stores the former text as a version, with its title, length and times', async () => {
  const first = await newChapter('<p>The first text.</p>');
  assert.deepEqual(await versionsOf(first), []);
  const second = await save(first, { title: 'Renamed', content: '<p>The second, longer text.</p>' });
  await save(second, { content: '<p>The third.</p>' });
  const versions = await versionsOf(first);
  for (const version of versions) versionEntrySchema.strict().parse(version);
  assert.deepEqual(
    versions.map(({ title, word_count, saved_at }) => [title, word_count, saved_at]),
    [
      ['Renamed', 4, second.updated_at],
      ['One', 3, first.updated_at],
    ],
  );
  const [, oldest] = versions;
  const version = (await readVersion(first, oldest?.id ?? 0)).body.data;
  versionSchema.strict().parse(version);
  assert.equal(version.content, '<p>The first text.</p>');
  assert.ok(version.replaced_at >= version.saved_at);
});

test('a save without changes, or of only the order, makes no version', async () => {
  const chapter = await newChapter('<p>Kept.</p>');
  await save(chapter, {});
  await save(chapter, { content: 'Kept.' });
  await save(chapter, { order: 5 });
  assert.deepEqual(await versionsOf(chapter), []);
  assert.equal((await read(chapter)).order, 5);
});

test('a save that amends the one before it makes no further version', async () => {
  const chapter = await newChapter('<p>She sayed it twise.</p>');
  const first = await save(chapter, { content: '<p>She said it twise.</p>', amends: true });
  await save(first, { content: '<p>She said it twice.</p>', amends: true });
  const [before, ...others] = await versionsOf(chapter);
  assert.deepEqual(others, []);
  assert.equal((await readVersion(chapter, before?.id ?? 0)).body.data.content, '<p>She sayed it twise.</p>');
  assert.equal((await read(chapter)).content, '<p>She said it twice.</p>');
  await sql`update chapter_versions set replaced_at = now() - interval '2 hours' where chapter_id = ${chapter.id}`.execute(
    db,
  );
  await save(chapter, { content: '<p>Much later.</p>', amends: true });
  assert.equal((await versionsOf(chapter)).length, 2);
});

test('only the last fifty versions are stored', async () => {
  const chapter = await newChapter('<p>Text 0.</p>');
  const other = await save(await newChapter('<p>Another’s.</p>'), { content: '<p>Changed.</p>' });
  for (let index = 1; index <= 51; index++) await save(chapter, { content: `<p>Text ${index}.</p>` });
  const versions = await versionsOf(chapter);
  assert.equal(versions.length, 50);
  const texts = [versions[0], versions.at(-1)].map(
    async (one) => (await readVersion(chapter, one?.id ?? 0)).body,
  );
  assert.deepEqual(
    (await Promise.all(texts)).map((body) => body.data.content),
    ['<p>Text 50.</p>', '<p>Text 1.</p>'],
  );
  assert.equal((await versionsOf(other)).length, 1);
});

test('restoring a version is an ordinary save, and can be undone', async () => {
  const chapter = await newChapter('<p>The good one.</p>');
  await save(chapter, { title: 'Spoilt', content: '<p>Spoilt.</p>', order: 3 });
  const [good] = await versionsOf(chapter);
  const { status, body } = await restore(chapter, good?.id ?? 0);
  assert.equal(status, 200);
  assert.deepEqual([body.data.title, body.data.content, body.data.order], ['One', '<p>The good one.</p>', 3]);
  assert.deepEqual(await read(chapter), body.data);
  const [spoilt, ...rest] = await versionsOf(chapter);
  assert.equal(rest.length, 1);
  assert.equal((await readVersion(chapter, spoilt?.id ?? 0)).body.data.content, '<p>Spoilt.</p>');
  await restore(chapter, spoilt?.id ?? 0);
  assert.equal((await read(chapter)).title, 'Spoilt');
  // Restoring the current text is no change.
  await restore(chapter, spoilt?.id ?? 0);
  assert.equal((await versionsOf(chapter)).length, 3);
});

test('a version is found only under its own chapter, and is deleted with it', async () => {
  const chapter = await newChapter('<p>Mine.</p>');
  const other = await newChapter('<p>Other.</p>');
  await save(chapter, { content: '<p>Changed.</p>' });
  const [version] = await versionsOf(chapter);
  for (const id of [version?.id ?? 0, '0', 'first', '-1', '99999999999999999999', '%27']) {
    for (const answer of [await readVersion(other, id), await restore(other, id)])
      assert.deepEqual(
        [answer.status, answer.body.message],
        [404, 'This version is no longer available'],
        String(id),
      );
  }
  await deleteForGood(call, mira, pathOf(chapter));
  assert.equal((await readVersion(chapter, version?.id ?? 0)).status, 404);
  assert.deepEqual(
    await db.selectFrom('chapter_versions').where('chapter_id', '=', chapter.id).selectAll().execute(),
    [],
  );
});

const OLD_TEXT = '<p onclick="x()">Cleaned long <b>ago</b>.</p>';

async function ageOf(table: 'chapters' | 'chapter_versions', id: number) {
  const old = { content: OLD_TEXT, cleaner_version: 0, word_count: 99 };
  await db.updateTable(table).set(old).where('id', '=', id).execute();
}

test('texts of an older cleaner are cleaned again, without changing times or versions', async () => {
  const many = [];
  for (let index = 0; index < 25; index++) many.push(await newChapter('<p>Text.</p>'));
  const untouched = await newChapter('<p>Of today.</p>');
  for (const chapter of many) await ageOf('chapters', chapter.id);
  const storyBefore = await call(undefined, 'GET', `/stories/${many[0]?.story_id}`);
  await cleanOlderChapters(context);
  await runJobsOnce(database);
  for (const chapter of many) {
    const cleaned = await read(chapter);
    assert.equal(cleaned.content, cleanHtml(OLD_TEXT).html);
    assert.deepEqual([cleaned.word_count, cleaned.updated_at], [3, chapter.updated_at]);
    assert.deepEqual(await versionsOf(chapter), []);
  }
  const story = (await call(undefined, 'GET', `/stories/${many[0]?.story_id}`)).body.data;
  assert.deepEqual([story.word_count, story.updated_at], [3, storyBefore.body.data.updated_at]);
  assert.deepEqual(await read(untouched), untouched);
  const jobs = await db.selectFrom('chapters').select('id').where('cleaner_version', '<', 2).execute();
  assert.deepEqual(jobs, []);
});

test('a version of an older cleaner is cleaned when it is read and when it is restored', async () => {
  const chapter = await newChapter('<p>Old.</p>');
  await save(chapter, { content: '<p>New.</p>' });
  const [version] = await versionsOf(chapter);
  await ageOf('chapter_versions', version?.id ?? 0);
  const { content, word_count } = (await readVersion(chapter, version?.id ?? 0)).body.data;
  assert.deepEqual([content, word_count], [cleanHtml(OLD_TEXT).html, 3]);
  await restore(chapter, version?.id ?? 0);
  assert.equal((await read(chapter)).content, cleanHtml(OLD_TEXT).html);
});

test('a restored version with links makes the story of a new account wait for a moderator', async () => {
  const call = apiCalls(await testServer({ ...context, publishing: publishingLimits(true) }));
  const writer = await signedIn(context, 'newly-here');
  const story = (await call(writer, 'POST', '/stories', { title: 'A Bait' })).body.data;
  const path = `/stories/${story.id}/chapters`;
  const linked = { title: 'One', content: '<p>See https://pills.example</p>', state: 'draft' };
  const chapter = (await call(writer, 'POST', path, linked)).body.data as Chapter;
  const clean = { title: 'One', content: '<p>Nothing to see.</p>', state: 'published' };
  assert.equal((await call(writer, 'PUT', pathOf(chapter), clean)).status, 200);
  const waitsFor = async () => (await call(writer, 'GET', `/stories/${story.id}`)).body.data.waiting_for;
  assert.equal(await waitsFor(), undefined);
  const { versions } = (await call(writer, 'GET', `${pathOf(chapter)}/versions`)).body.data;
  const restored = await call(writer, 'POST', `${pathOf(chapter)}/versions/${versions[0].id}/restore`, {});
  assert.equal(restored.status, 200);
  assert.equal(await waitsFor(), 'moderator');
});
