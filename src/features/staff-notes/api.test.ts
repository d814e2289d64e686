import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { MAX_STAFF_NOTES_SHOWN, staffNoteMessages } from './contract.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { call, newStory, report, caseOf, author, reader, moderator, second, admin } = site;

const write = (about: object, body = 'Wrote to her on Monday.', by = moderator) =>
  call(by, 'POST', '/moderation/notes', { ...about, body });
const list = (query: string, by = second) => call(by, 'GET', `/moderation/notes?${query}`);

test('a moderator writes a note about a person, a story and a case, and another one reads it', async () => {
  const story = await newStory();
  await report(story, 'The tags promise another story');
  const found = await caseOf(story);
  for (const about of [{ about_account: author.id }, { about_story: story.id }, { about_case: found.id }])
    assert.equal((await write(about, `On ${Object.keys(about)[0]}\r\nand a line`)).status, 201);
  const { body } = await list(`about_account=${author.id}`);
  assert.deepEqual(
    body.data.notes.map((note: { body: string }) => note.body),
    ['On about_case\nand a line', 'On about_story\nand a line', 'On about_account\nand a line'],
  );
  const [onCase, onStory] = body.data.notes;
  assert.deepEqual([onCase.case_id, onStory.story.title], [found.id, found.story.title]);
  assert.deepEqual([onCase.writer_name, onCase.is_own, onCase.edited_at], [moderator.username, false, null]);
  assert.equal((await list(`about_case=${found.id}`)).body.data.notes.length, 1);
  assert.equal((await list(`about_story=${story.id}`)).body.data.notes.length, 1);
  const { entries } = (await call(second, 'GET', '/moderation/log?action=note&limit=3')).body.data;
  assert.deepEqual(
    entries.map((one: Record<string, unknown>) => [one.account_name, one.story_id, one.case_id]),
    [
      [author.username, null, found.id],
      [author.username, story.id, null],
      [author.username, null, null],
    ],
  );
});

test('a note on a story under a further pen name is about its author, and the latest notes come first', async () => {
  const penName = (await call(reader, 'POST', '/pen-names', { username: 'ben-elsewhere' })).body.data;
  const story = await newStory({ ...reader, id: penName.id });
  assert.equal((await write({ about_story: story.id }, 'The last one.')).status, 201);
  await sql`insert into staff_notes (account_id, body)
    select ${reader.id}, 'No. ' || n from generate_series(1, ${MAX_STAFF_NOTES_SHOWN - 1}::integer) as n`.execute(
    db,
  );
  const notes = async () => (await list(`about_account=${reader.id}`)).body.data.notes;
  assert.equal((await notes()).at(-1).story.slug, story.slug);
  assert.equal((await write({ about_account: reader.id })).status, 201);
  const shown = await notes();
  assert.deepEqual([shown.length, shown.at(-1).body], [MAX_STAFF_NOTES_SHOWN, 'No. 1']);
  await db.deleteFrom('staff_notes').where('account_id', '=', reader.id).execute();
});

test('a note is changed by its writer alone, and deleted by its writer or an admin; the log has no word of it', async () => {
  const last = (await call(moderator, 'GET', '/moderation/log?limit=1')).body.data.entries[0]?.id ?? 0;
  const { body } = await write({ about_account: reader.id }, 'First words.');
  const path = `/moderation/notes/${body.data.id}`;
  for (const by of [second, admin])
    assert.equal((await call(by, 'PUT', path, { body: 'Changed.' })).status, 403);
  assert.equal((await call(second, 'DELETE', path)).status, 403);
  assert.equal(
    (await call(moderator, 'PUT', path, { body: ' ' })).body.error.fields.body,
    staffNoteMessages.required,
  );
  // Nothing changes the second time, and nothing is logged.
  for (const _ of [1, 2])
    assert.equal((await call(moderator, 'PUT', path, { body: 'Second words.' })).status, 200);
  const [note] = (await list(`about_account=${reader.id}`)).body.data.notes;
  assert.ok(note.body === 'Second words.' && note.edited_at !== null);
  assert.equal((await call(admin, 'DELETE', path)).status, 200);
  assert.equal((await call(moderator, 'DELETE', path)).status, 404);
  const { rows } = await sql<{
    action: string;
    actor_name: string;
  }>`select action, actor_name from moderation_entries
    where account_id = ${reader.id} and id > ${last} order by id`.execute(db);
  assert.deepEqual(
    rows.map(({ action, actor_name }) => [action, actor_name]),
    [
      ['note', moderator.username],
      ['edit-note', moderator.username],
      ['delete-note', admin.username],
    ],
  );
  const log = await call(moderator, 'GET', '/moderation/log');
  assert.ok(!JSON.stringify(log.body).includes('words.'));
});

test('nobody sees or changes notes about themself', async () => {
  const story = await newStory(moderator);
  const noted = await write({ about_story: story.id }, 'Too close to this.', second);
  assert.equal(noted.status, 201);
  for (const query of [`about_account=${moderator.id}`, `about_story=${story.id}`]) {
    const refused = await list(query, moderator);
    assert.deepEqual([refused.status, refused.body.error.message], [403, staffNoteMessages.aboutYourself]);
  }
  const path = `/moderation/notes/${noted.body.data.id}`;
  assert.equal((await call(moderator, 'DELETE', path)).status, 404);
  assert.equal((await call(moderator, 'PUT', path, { body: 'Not at all.' })).status, 404);
  assert.equal((await write({ about_account: moderator.id })).status, 403);
  await report(story, 'The tags promise another story');
  const { id } = await caseOf(story, second);
  assert.equal((await write({ about_case: id })).status, 403);
  assert.equal((await list(`about_case=${id}`, moderator)).status, 403);
  for (const [person, count] of [
    [moderator, 0],
    [second, 1],
  ] as const) {
    const { entries, pagination } = (
      await call(person, 'GET', `/moderation/log?action=note&account_id=${moderator.id}`)
    ).body.data;
    assert.deepEqual([entries.length, pagination.total], [count, count], person.username);
  }
});

test('readers find no notes, and a wrong subject is named', async () => {
  for (const [person, status] of [
    [author, 404],
    [undefined, 401],
  ] as const)
    assert.equal((await call(person, 'GET', `/moderation/notes?about_account=${author.id}`)).status, status);
  for (const query of ['', `about_account=${author.id}&about_story=1`])
    assert.equal((await list(query)).body.error.fields.about_account, staffNoteMessages.subjectRequired);
  for (const query of ['about_account=999999', 'about_story=999999', 'about_case=999999'])
    assert.equal((await list(query)).status, 404, query);
});

test('notes go with the account or the story that they are about, and stay without their writer', async () => {
  const story = await newStory(reader);
  await write({ about_story: story.id });
  await write({ about_account: reader.id }, 'By somebody who leaves.', second);
  await db.deleteFrom('stories').where('id', '=', story.id).execute();
  await db.deleteFrom('accounts').where('id', '=', second.id).execute();
  const [note, ...others] = (await list(`about_account=${reader.id}`, admin)).body.data.notes;
  assert.deepEqual([note.writer_name, others.length], [null, 0]);
  await db.deleteFrom('accounts').where('id', '=', reader.id).execute();
  assert.equal(
    (await db.selectFrom('staff_notes').select('id').where('account_id', '=', reader.id).execute()).length,
    0,
  );
});
