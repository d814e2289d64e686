import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { apiCalls } from '#tests/support/api-calls.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { wrongCounts } from '#tests/support/wrong-counts.ts';

const { context } = await testDatabase();
const { db } = context;
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');
const TEXT = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };

async function newStory() {
  const story = (await call(mira, 'POST', '/stories', { title: 'A Serial' })).body.data;
  const path = `/stories/${story.id}/chapters`;
  return {
    id: story.id as number,
    path,
    add: async (fields: object = {}) =>
      (await call(mira, 'POST', path, { ...TEXT, ...fields })).body.data.id as number,
    change: async (chapter: number, fields: object) =>
      assert.equal((await call(mira, 'PUT', `${path}/${chapter}`, { ...TEXT, ...fields })).status, 200),
    carried: async () => (await call(undefined, 'GET', `/stories/${story.slug}`)).body.data.chapter_warnings,
  };
}

test('a story names the warnings of the chapters that readers find, and of no others', async () => {
  const { path, add, change, carried } = await newStory();
  assert.deepEqual(await carried(), []);
  const first = await add({ warnings: ['none'] });
  const second = await add({ warnings: ['horror', 'violence'] });
  assert.deepEqual(await carried(), ['violence', 'horror']);
  const third = await add({ warnings: ['grief'], state: 'draft' });
  assert.deepEqual(await carried(), ['violence', 'horror']);
  await change(third, { state: 'published' });
  assert.deepEqual(await carried(), ['violence', 'horror', 'grief']);
  await change(second, { warnings: ['not_told'] });
  assert.deepEqual(await carried(), ['grief']);
  await change(first, { warnings: ['death'] });
  assert.deepEqual(await carried(), ['death', 'grief']);
  const trashed = (await call(mira, 'DELETE', `${path}/${third}`)).body.data;
  assert.deepEqual(await carried(), ['death']);
  assert.equal((await call(mira, 'POST', `/trash/${trashed.trash_id}/restore`)).status, 200);
  assert.deepEqual(await carried(), ['death', 'grief']);
  assert.deepEqual(await wrongCounts(context), []);
});

test('a change of warnings reaches the story together with those of other chapters at the same time', async () => {
  const { id, add, carried } = await newStory();
  const chapters = [];
  for (let at = 0; at < 6; at++) chapters.push(await add());
  const names = ['violence', 'death', 'abuse', 'self_harm', 'horror', 'grief'];
  await Promise.all(
    chapters.map((chapter, at) =>
      sql`update chapters set warnings = array[${names[at]}] where id = ${chapter}`.execute(db),
    ),
  );
  assert.deepEqual(await carried(), names);
  await sql`update chapters set warnings = null where story_id = ${id}`.execute(db);
  assert.deepEqual(await carried(), []);
  await sql`delete from chapters where story_id = ${id}`.execute(db);
  assert.deepEqual(await wrongCounts(context), []);
});
