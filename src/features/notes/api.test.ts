import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import {
  MAX_FIRST_NOTES_PER_DAY,
  MAX_NOTE_TEXT_CHARACTERS,
  type NoteThread,
  noteMessages,
} from './contract.ts';

const { context } = await testDatabase({ publishing: true, throttle: true });
const { db } = context;
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'rosa-reads');
const other = await signedIn(context, 'otto-reads');
const moderator = await signedIn(context, 'mod-reads', { role: 'moderator' });
await sql`update accounts set created_at = now() - interval '1 year'`.execute(db);
await request('POST /pen-names', { token: reader.token, body: { username: 'rosa-secret' } });

let count = 0;

async function write(fields: object = {}): Promise<{ id: number; slug: string }> {
  const body = { title: `Story ${++count}`, notes: true, ...fields };
  const { data } = await request('POST /stories', { token: author.token, body });
  const chapter = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };
  await request(`POST /stories/${data.id}/chapters`, { token: author.token, body: chapter });
  return data;
}

const send = (story: { id: number }, content: unknown, by = reader, fields: object = {}) =>
  request(`POST /stories/${story.id}/notes`, { token: by.token, body: { content, ...fields } });
const answer = (id: number, content: string, by: SignedInPerson) =>
  request(`POST /notes/${id}/answers`, { token: by.token, body: { content } });
const box = async (by: SignedInPerson, name = 'received'): Promise<NoteThread[]> =>
  (await request(`GET /notes?box=${name}`, { token: by.token })).data.threads;
const wordsOf = (thread: NoteThread | undefined) =>
  thread?.notes.map(({ content, is_mine, state }) => [content, is_mine, state]);

// Interface, Conversation: POST /stories/{id}/notes takes content, where the story’s notes are on
test('a reader writes to the author under a pen name; both answer in place, and nobody else reads it', async () => {
  const story = await write();
  const sent = await send(story, ' I *loved* it.\n<b>Truly</b> ', reader, { author_username: 'rosa-secret' });
  assert.deepEqual([sent.status, sent.message], [201, noteMessages.sent]);
  const { id } = sent.data;
  const [received] = await box(author);
  assert.deepEqual(
    [received?.with_username, received?.story_slug, received?.may_answer, wordsOf(received)],
    ['rosa-secret', story.slug, true, [['I *loved* it.\n<b>Truly</b>', false, 'sent']]],
  );
  assert.equal(JSON.stringify(received).includes('rosa-reads'), false);
  assert.equal((await answer(id, 'Thank you.', author)).status, 201);
  assert.equal((await answer(id, 'Is there more?', reader)).status, 201);
  const [mine] = await box(reader, 'sent');
  assert.equal(mine?.with_username, 'una-writes');
  assert.deepEqual(
    wordsOf(mine)?.map(([content]) => content),
    ['I *loved* it.\n<b>Truly</b>', 'Thank you.', 'Is there more?'],
  );
  for (const stranger of [other, moderator]) {
    assert.equal((await answer(id, 'Hello', stranger)).status, 404);
    assert.equal((await request(`DELETE /notes/${id}`, { token: stranger.token })).status, 404);
    assert.deepEqual([await box(stranger), await box(stranger, 'sent')], [[], []]);
  }
  const open = [`/stories/${story.id}`, `/stories/${story.id}/comments`] as const;
  for (const path of open) assert.equal((await request(`GET ${path}`)).text.includes('loved'), false);
  const told = await db
    .selectFrom('inbox_items')
    .select(['account_id', 'kind'])
    .where('kind', '=', 'note')
    .orderBy('id')
    .execute();
  assert.deepEqual(
    told.map(({ account_id }) => account_id),
    [author.id, reader.id, author.id],
  );
  const toldIn = async ({ token }: SignedInPerson) =>
    (await request('GET /inbox', { token })).data.groups.map(
      ({ text, url }: { text: string; url: string }) => [text, url],
    );
  const title = 'Story 1';
  assert.deepEqual(await toldIn(author), [
    [`2 notes about “${title}”, by rosa-secret`, '/notes?box=received'],
  ]);
  assert.deepEqual(await toldIn(reader), [
    [`una-writes sent you a note about “${title}”`, '/notes?box=sent'],
  ]);
  assert.equal((await request(`DELETE /notes/${id}`, { token: reader.token })).status, 200);
  assert.deepEqual(await toldIn(author), []);
});

// Interface, Conversation: POST /stories/{id}/notes takes content, where the story’s notes are on
test('an author takes no notes unless their story says so, and a blocked reader gets the same answer', async () => {
  const closed = await write({ notes: false });
  const story = await write();
  assert.equal((await send(story, 'To myself', author)).status, 403);
  const before = await send(story, 'Hello', other);
  assert.equal(before.status, 201);
  const block = { token: author.token, body: { kind: 'block' } };
  assert.equal((await request('PUT /blocks/otto-reads', block)).status, 200);
  for (const refused of [await send(closed, 'Hello'), await send(story, 'Hello', other)])
    assert.deepEqual([refused.status, refused.error?.message], [403, noteMessages.closed]);
  const ended = await answer(before.data.id, 'Hello?', other);
  assert.deepEqual([ended.status, ended.error?.message], [403, noteMessages.ended]);
  const folded = (await box(author)).find(({ id }) => id === before.data.id);
  assert.deepEqual([folded?.is_folded, folded?.may_answer], [true, false]);
  await request('DELETE /blocks/otto-reads', { token: author.token });
  assert.equal((await answer(before.data.id, 'Hello?', other)).status, 201);
  assert.equal((await send(await write({ visibility: 'draft' }), 'Hello')).status, 404);
});

test('a note that cannot be is refused with the field', async () => {
  const story = await write();
  for (const content of ['', ' \u200b\n', 'x'.repeat(MAX_NOTE_TEXT_CHARACTERS + 1), 3, null]) {
    const refused = await send(story, content);
    assert.deepEqual([refused.status, Object.keys(refused.error?.fields ?? {})], [422, ['content']]);
  }
});

test('new accounts send few notes, and no links', async () => {
  const story = await write();
  const newcomer = await signedIn(context, 'newcomer');
  const link = await send(story, 'See https://a.test', newcomer);
  assert.deepEqual([link.status, link.error?.message], [422, noteMessages.noLinks]);
  for (let number = 1; number <= MAX_FIRST_NOTES_PER_DAY; number++)
    assert.equal((await send(story, `Note ${number}`, newcomer)).status, 201);
  assert.equal((await send(story, 'One more', newcomer)).status, 429);
});

test('somebody deletes a conversation and takes their words along; nothing is left when both have', async () => {
  const story = await write();
  const { data } = await send(story, 'A secret');
  await answer(data.id, 'I keep it.', author);
  assert.equal((await request(`DELETE /notes/${data.id}`, { token: reader.token })).status, 200);
  assert.equal(
    (await box(reader, 'sent')).some(({ id }) => id === data.id),
    false,
  );
  const left = (await box(author)).find(({ id }) => id === data.id);
  assert.deepEqual(wordsOf(left), [
    ['', false, 'deleted'],
    ['I keep it.', true, 'sent'],
  ]);
  assert.equal((await request(`DELETE /notes/${data.id}`, { token: author.token })).status, 200);
  const rows = await db.selectFrom('notes').select('id').where('thread_id', '=', data.id).execute();
  assert.deepEqual(rows, []);
});

test('of a deleted account “deleted” is left, and of unanswered notes nothing', async () => {
  const story = await write();
  const leaver = await signedIn(context, 'leaver');
  await sql`update accounts set created_at = now() - interval '1 year' where id = ${leaver.id}`.execute(db);
  const answered = await send(story, 'Answer me', leaver);
  const lonely = await send(story, 'Or not', leaver);
  await answer(answered.data.id, 'Yes', author);
  await db.deleteFrom('accounts').where('id', '=', leaver.id).execute();
  const threads = await box(author);
  const left = threads.find(({ id }) => id === answered.data.id);
  assert.deepEqual([left?.with_username, left?.may_answer], [null, false]);
  assert.deepEqual(wordsOf(left)?.[0], ['', false, 'deleted']);
  assert.equal(
    threads.some(({ id }) => id === lonely.data.id),
    false,
  );
  const late = await answer(lonely.data.id, 'Too late', author);
  assert.deepEqual([late.status, late.error?.message], [404, noteMessages.gone]);
  const ended = await answer(answered.data.id, 'Still there?', author);
  assert.deepEqual([ended.status, ended.error?.message], [403, noteMessages.ended]);
});

test('a report gives the moderators the other person’s words, and no others', async () => {
  const story = await write();
  const { data } = await send(story, 'An insult', other);
  await answer(data.id, 'Please stop', author);
  const report = (by: SignedInPerson) =>
    request(`POST /notes/${data.id}/report`, { token: by.token, body: { reason: 'He insults me.' } });
  assert.equal((await report(reader)).status, 404);
  assert.equal((await report(author)).status, 201);
  const { data: queue } = await request('GET /moderation/cases', { token: moderator.token });
  const found = queue.cases.find((one: { subject: string }) => one.subject === 'author');
  assert.equal(found.author_name, 'otto-reads');
  const { data: detail } = await request(`GET /moderation/cases/${found.id}`, { token: moderator.token });
  assert.equal(detail.reports[0].quoted_note, 'An insult');
  assert.equal(JSON.stringify(detail).includes('Please stop'), false);
});

test('a reader of a story that is gone keeps the conversation, without its title', async () => {
  const story = await write();
  const { data } = await send(story, 'Where is it?');
  await db.updateTable('stories').set({ withheld_at: new Date() }).where('id', '=', story.id).execute();
  const kept = (await box(reader, 'sent')).find(({ id }) => id === data.id);
  assert.deepEqual([kept?.story_slug, kept?.story_title, kept?.may_answer], [null, null, false]);
});
