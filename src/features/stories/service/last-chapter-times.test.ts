import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { wrongCounts } from '#tests/support/wrong-counts.ts';
import type { Story } from '../contract/stories.ts';
import { fillLastChapterTimes } from './last-chapter-times.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
const { token } = await signedIn(context, 'mira');
const TEXT = { title: 'A chapter', content: '<p>The lamp was lit at eight.</p>' };

async function write(call: Parameters<typeof request>[0], body: object = {}) {
  const answer = await request(call, { token, body });
  assert.ok(answer.status < 300, `${call}: ${answer.text}`);
  return answer.data;
}

const newStory = (title: string, fields: object = {}) =>
  write('POST /stories', { title, tags: ['lamp'], ...fields }) as Promise<{ id: number }>;
const add = (storyId: number, fields: object = {}): Promise<{ id: number; published_at: string }> =>
  write(`POST /stories/${storyId}/chapters`, { ...TEXT, ...fields });
const read = async (id: number): Promise<Story> => (await request(`GET /stories/${id}`, { token })).data;
const updated = async (query = ''): Promise<string[]> =>
  (await request(`GET /frontpage?sort=updated${query}`)).data.stories.map(({ title }: Story) => title);

test('stories are listed by the publication of their latest chapter, also among those of a tag', async () => {
  const [serial, finished] = [await newStory('The Serial'), await newStory('The Finished')];
  const first = await add(serial.id);
  await add(finished.id);
  assert.deepEqual(await updated(), ['The Finished', 'The Serial']);
  const second = await add(serial.id);
  assert.deepEqual(await updated(), ['The Serial', 'The Finished']);
  assert.deepEqual(await updated('&tag=lamp'), ['The Serial', 'The Finished']);
  assert.equal((await read(serial.id)).last_chapter_at, second.published_at);

  await write(`DELETE /stories/${serial.id}/chapters/${second.id}` as 'DELETE /');
  assert.deepEqual(await updated('&tag=lamp'), ['The Finished', 'The Serial']);
  assert.equal((await read(serial.id)).last_chapter_at, first.published_at);
  assert.deepEqual(await wrongCounts(context), []);
});

test('drafts, notices, edits and a second publication are no updates', async () => {
  const story = await newStory('A Quiet One');
  const chapter = await add(story.id);
  await add(story.id, { state: 'draft' });
  await add(story.id, { kind: 'notice' });
  const path = `PUT /stories/${story.id}/chapters/${chapter.id}` as const;
  await write(path, { ...TEXT, order: 1, content: '<p>The lamp was lit at nine, as always.</p>' });
  await write(path, { ...TEXT, order: 1, state: 'draft' });
  await write(path, { ...TEXT, order: 1, state: 'published' });
  assert.equal((await read(story.id)).last_chapter_at, chapter.published_at);
  assert.deepEqual(await wrongCounts(context), []);
});

test('a draft is updated when it is published, and not before', async () => {
  const story = await newStory('In the Drawer', { visibility: 'draft' });
  await add(story.id);
  assert.equal((await read(story.id)).last_chapter_at, null);
  await write(`PUT /stories/${story.id}`, {
    title: 'In the Drawer',
    slug: 'in-the-drawer',
    visibility: 'public',
  });
  assert.equal((await updated())[0], 'In the Drawer');
  assert.deepEqual(await wrongCounts(context), []);
});

test('stories that are older than the times get them by a job', async () => {
  const before = await updated();
  await sql`update stories set last_chapter_at = null`.execute(db);
  await fillLastChapterTimes(context);
  await runDueJobs(connectionString, context);
  assert.deepEqual(await updated(), before);
  assert.deepEqual(await wrongCounts(context), []);
  await fillLastChapterTimes(context);
  const left = await sql`select from graphile_worker.jobs
    where task_identifier = 'fill-last-chapter-times'`.execute(db);
  assert.equal(left.rows.length, 0, 'nothing is left to fill');
});
