import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { MAX_HISTORY_ENTRIES } from './contract.ts';
import { deleteOldHistory } from './service.ts';

const { context } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');

let count = 0;
type Person = Awaited<ReturnType<typeof signedIn>>;
const newReader = () => signedIn(context, `reader-${++count}`);

async function write(chapters = 1): Promise<{ id: number; slug: string; chapterIds: number[] }> {
  const created = await request('POST /stories', {
    token: author.token,
    body: { title: `Story ${++count}` },
  });
  const chapterIds: number[] = [];
  for (let n = 1; n <= chapters; n++) {
    const body = { title: `Part ${n}`, content: '<p>The lamp was lit at eight.</p>' };
    chapterIds.push(
      (await request(`POST /stories/${created.data.id}/chapters`, { token: author.token, body })).data.id,
    );
  }
  return { ...created.data, chapterIds };
}

const story = await write(3);
const [first = 0, second = 0, third = 0] = story.chapterIds;

const choose = (reader: Person, body: object) =>
  request('PUT /history/choice', { token: reader.token, body });
async function open(reader: Person | undefined, chapter_id: number, completed = false, of = story) {
  const { status, text } = await request(`POST /tracking/stories/${of.id}/read-time`, {
    ...(reader === undefined ? {} : { token: reader.token }),
    body: { chapter_id, read_time_seconds: 5, completed },
  });
  assert.equal(status, 200, text);
}
const historyOf = async (reader: Person, query = '') =>
  (await request(`GET /history${query}`, { token: reader.token })).data;
const chaptersOf = async (reader: Person) =>
  (await historyOf(reader)).entries.map(({ chapter_id }: { chapter_id: number }) => chapter_id);
const stored = (reader: Person) =>
  db.selectFrom('history_entries').select('chapter_id').where('account_id', '=', reader.id).execute();

test('nothing is kept until a reader turns the history on', async () => {
  const reader = await newReader();
  await open(reader, first);
  assert.deepEqual(await stored(reader), []);
  assert.deepEqual(await historyOf(reader), {
    choice: { keep: 'off', clear_after_days: null },
    entries: [],
    pagination: { page: 1, limit: 50, total: 0, pages: 0 },
  });
  assert.deepEqual((await choose(reader, { keep: 'account' })).data, {
    keep: 'account',
    clear_after_days: null,
  });
  assert.deepEqual(await chaptersOf(reader), [], 'what was read before stays unknown');
});

test('opened chapters are listed, latest first, and finished ones say so', async () => {
  const reader = await newReader();
  await choose(reader, { keep: 'account' });
  for (const chapter of [first, second]) await open(reader, chapter);
  await open(reader, first, true);
  const { entries } = await historyOf(reader);
  assert.deepEqual(
    entries.map((entry: Record<string, unknown>) => [entry.chapter_title, entry.finished_at !== null]),
    [
      ['Part 1', true],
      ['Part 2', false],
    ],
  );
  assert.deepEqual([entries[0].story_slug, entries[0].author_username], [story.slug, author.username]);
  await open(reader, first);
  assert.notEqual((await historyOf(reader)).entries[0].finished_at, null, 'finished stays finished');
  assert.equal((await historyOf(reader, '?limit=1&page=2')).entries[0].chapter_id, second);
});

test('guests, and authors in their own stories, leave no history', async () => {
  await choose(author, { keep: 'account' });
  await open(author, first);
  await open(undefined, first);
  assert.deepEqual(await stored(author), []);
});

test('one entry is removed, then all; turning it off deletes everything at once', async () => {
  const reader = await newReader();
  await choose(reader, { keep: 'account', clear_after_days: 30 });
  for (const chapter of [first, second, third]) await open(reader, chapter);
  for (let twice = 0; twice < 2; twice++)
    assert.equal((await request(`DELETE /history/${second}`, { token: reader.token })).status, 200);
  assert.deepEqual(await chaptersOf(reader), [third, first]);
  assert.equal((await request('DELETE /history', { token: reader.token })).status, 200);
  assert.deepEqual([await stored(reader), (await historyOf(reader)).choice.keep], [[], 'account']);
  await open(reader, first);
  assert.deepEqual((await choose(reader, { keep: 'off' })).data, { keep: 'off', clear_after_days: null });
  assert.deepEqual(await stored(reader), []);
  await open(reader, first);
  assert.deepEqual(await stored(reader), []);
});

test('entries older than the reader wants are shown no more, and deleted within the hour', async () => {
  const reader = await newReader();
  const recorder = await newReader();
  await choose(reader, { keep: 'account', clear_after_days: 7 });
  await choose(recorder, { keep: 'account' });
  for (const person of [reader, recorder]) for (const chapter of [first, second]) await open(person, chapter);
  await sql`update history_entries set opened_at = now() - interval '8 days' where chapter_id = ${first}`.execute(
    db,
  );
  assert.deepEqual(await chaptersOf(reader), [second]);
  assert.equal((await stored(reader)).length, 2);
  await deleteOldHistory(context);
  assert.deepEqual(await stored(reader), [{ chapter_id: second }]);
  assert.equal((await stored(recorder)).length, 2);
  const refused = await choose(reader, { keep: 'account', clear_after_days: 8 });
  assert.deepEqual([refused.status, Object.keys(refused.error?.fields ?? {})], [422, ['clear_after_days']]);
});

test('the oldest entries make room for new ones', async () => {
  const reader = await newReader();
  await choose(reader, { keep: 'account' });
  await sql`insert into chapters (story_id, title, content, cleaner_version, word_count)
    select ${story.id}, 'Filler ' || n, '', 1, 1 from generate_series(1, ${MAX_HISTORY_ENTRIES + 2}::integer) as n`.execute(
    db,
  );
  await sql`insert into history_entries (account_id, chapter_id, opened_at)
    select ${reader.id}, id, now() - id * interval '1 second' from chapters where title like 'Filler %'`.execute(
    db,
  );
  await deleteOldHistory(context);
  assert.equal((await stored(reader)).length, MAX_HISTORY_ENTRIES);
});

test('a chapter that its reader cannot open any more is not listed', async () => {
  const reader = await newReader();
  const gone = await write();
  await choose(reader, { keep: 'account' });
  await open(reader, gone.chapterIds[0] ?? 0, false, gone);
  assert.equal((await chaptersOf(reader)).length, 1);
  await db.updateTable('stories').set({ visibility: 'draft' }).where('id', '=', gone.id).execute();
  assert.deepEqual(await chaptersOf(reader), []);
  await db.deleteFrom('chapters').where('story_id', '=', gone.id).execute();
  assert.deepEqual(await stored(reader), []);
});
