import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { runDueJobs } from '#tests/support/run-due-jobs.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const migration = readFileSync(
  new URL('../../../../db/migrations/0121-replace-stale-tag-keys.sql', import.meta.url),
  'utf8',
);

async function write(title: string, tags: string[]): Promise<void> {
  const { data } = await request('POST /stories', { token: author.token, body: { title, tags } });
  const body = { title: 'A Chapter', content: '<p>The lamp was lit.</p>' };
  const { status, text } = await request(`POST /stories/${data.id}/chapters`, { token: author.token, body });
  assert.equal(status, 201, text);
}

/** The titles of the stories with a tag, as it is typed. */
async function titlesWith(tag: string): Promise<string[]> {
  const { data } = await request(`GET /frontpage?sort=new&tag=${encodeURIComponent(tag)}`);
  return data.stories.map(({ title }: { title: string }) => title).sort();
}

test('a tag is the same with every apostrophe', async () => {
  await write('Plain', ["siren's call"]);
  await write('Typographic', ['siren’s call']);
  for (const tag of ["siren's call", 'siren’s call', 'Sirenʼs-Call'])
    assert.deepEqual(await titlesWith(tag), ['Plain', 'Typographic'], tag);
});

test('tags of an earlier release get their apostrophe back, and become one where there were two', async () => {
  await write('Old Alone', ['keeper’s oath']);
  await write('Old Twin', ['twin with a stale key']);
  await write('New Twin', ["author's choice"]);
  const setBack = (from: string, name: string, key: string) =>
    db.updateTable('tags').set({ name, key }).where('name', '=', from).execute();
  await setBack('keeper’s oath', 'keeper’s oath', 'keepersoath');
  await setBack('twin with a stale key', 'author’s choice', 'authorschoice');
  assert.deepEqual(await titlesWith("keeper's oath"), []);
  assert.deepEqual(await titlesWith('author’s choice'), ['New Twin']);
  await sql.raw(migration).execute(db);
  await runDueJobs(connectionString, context);
  assert.deepEqual(await titlesWith("keeper's oath"), ['Old Alone']);
  assert.deepEqual(await titlesWith('author’s choice'), ['New Twin', 'Old Twin']);
});
