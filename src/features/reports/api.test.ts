import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { deleteAccountRow } from '#features/accounts/store/accounts.ts';
import { manyStories } from '#tests/support/readers.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { submitStoryReport } from './service/reports.ts';

const { context } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const app = await testServer(context);
const author = await signedIn(context, people.mira);
const reader = await signedIn(context, 'a-reader');

function onStory(id: string | number, payload: unknown, { headers }: { headers: object } = reader) {
  return app.inject({
    method: 'POST',
    url: `/api/stories/${id}/report`,
    payload: payload as object,
    headers: { ...headers },
  });
}

function onAuthor(id: string | number, payload: unknown, { headers }: { headers: object } = reader) {
  return app.inject({
    method: 'POST',
    url: `/api/authors/${id}/report`,
    payload: payload as object,
    headers: { ...headers },
  });
}

async function reportsOf({ id }: SignedInPerson) {
  return db
    .selectFrom('reports')
    .select(['story_id', 'author_id', 'reason', 'decision', 'decided_at', 'decided_by', 'category'])
    .where('reporter_id', '=', id)
    .orderBy('id')
    .execute();
}

const open = { decision: null, decided_at: null, decided_by: null, category: null };

// Interface, Stories: A report is stored padded
// Interface, Stories: A second open report of an account replaces the text of the first
test('a reader reports a story and an author; a second report replaces the text of the open one', async () => {
  const answer = await onStory(stories.ferry.id, { reason: '  Copied.  ' });
  assert.deepEqual(
    [answer.statusCode, answer.json()],
    [201, { success: true, data: {}, message: 'Thank you. Your report has been sent to the moderators.' }],
  );
  assert.equal((await onAuthor(author.id, { reason: 'Copies other people’s stories.' })).statusCode, 201);
  assert.equal(
    (await onStory(stories.ferry.slug, { reason: 'Copied from a novel of 1998.' })).statusCode,
    201,
  );
  assert.deepEqual(await reportsOf(reader), [
    { ...open, story_id: stories.ferry.id, author_id: null, reason: 'Copied from a novel of 1998.' },
    { ...open, story_id: null, author_id: author.id, reason: 'Copies other people’s stories.' },
  ]);
  await onStory(stories.ferry.id, { reason: 'Copied.' });
  assert.equal((await reportsOf(reader))[0]?.reason, 'Copied.   ');
});

test('once a report is decided, the next one is a new one', async () => {
  await sql`update reports set decision = 'dismissed', decided_at = now() where story_id = ${stories.ferry.id}`.execute(
    db,
  );
  await onStory(stories.ferry.id, { reason: 'It is still there, unchanged.' });
  const onFerry = (await reportsOf(reader)).filter((report) => report.story_id === stories.ferry.id);
  assert.deepEqual(
    onFerry.map((report) => [report.decision, report.reason]),
    [
      ['dismissed', 'Copied.   '],
      [null, 'It is still there, unchanged.'],
    ],
  );
});

// Spec 1: Signed-in users vote, bookmark, report (not themselves), create stories, keep a profile
test('nobody reports oneself, one’s own story, without signing in, or what is not there', async () => {
  const good = { reason: 'A good reason, surely.' };
  const own = await onStory(stories.ferry.id, good, author);
  assert.deepEqual([own.statusCode, own.json().message], [403, 'You cannot report your own story']);
  const oneself = await onAuthor(author.id, good, author);
  assert.deepEqual([oneself.statusCode, oneself.json().message], [403, 'You cannot report yourself']);
  // A false reporter_id is ignored: the token identifies the reporter.
  const claimed = await onStory(stories.ferry.id, { ...good, reporter_id: reader.id, author_id: 1 }, author);
  assert.equal(claimed.statusCode, 403);
  assert.deepEqual(await reportsOf(author), []);
  for (const answer of [
    await onStory(stories.ferry.id, good, { headers: {} }),
    await onAuthor(author.id, good, { headers: {} }),
    await onStory(stories.ferry.id, good, { headers: { authorization: 'Bearer unknown' } }),
  ])
    assert.deepEqual(
      [answer.statusCode, answer.json().message],
      [401, 'You must be logged in to submit a report'],
    );
  assert.equal((await onStory('999999', good)).statusCode, 404);
  const nobody = await onAuthor('999999', good);
  assert.deepEqual(
    [nobody.statusCode, nobody.json().message],
    [404, 'Author not found or profile is unavailable'],
  );
  for (const id of ['mira-quill', '-1', '1e3', '1'.repeat(16)]) {
    assert.equal((await onAuthor(id, good)).statusCode, 422, id);
  }
});

test('a reason is measured in characters, after trimming', async () => {
  const table: [unknown, number, string?][] = [
    ['😀'.repeat(500), 201],
    [` ${'x'.repeat(500)} `, 201],
    ['😀'.repeat(501), 422, 'Reason must be less than 500 characters'],
    ['x'.repeat(400_000), 422, 'Reason must be less than 500 characters'],
    ['', 422, 'Reason is required'],
    [' \n ', 422, 'Reason is required'],
    [undefined, 422, 'Reason is required'],
    [7, 422, 'Reason must be a string'],
    [{ $ne: 1 }, 422, 'Reason must be a string'],
    ['null \0 byte', 400],
  ];
  for (const [reason, status, message] of table) {
    const answer = await onStory(stories.angles.id, { reason });
    assert.equal(answer.statusCode, status, JSON.stringify(reason)?.slice(0, 40));
    if (message !== undefined) assert.equal(answer.json().error.fields.reason, message);
  }
});

test('fifty equal reports at once are one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => onStory(stories.clocks.id, { reason: 'Pressed fifty times.' })),
  );
  assert.deepEqual(new Set(answers.map((answer) => answer.statusCode)), new Set([201]));
  const rows = (await reportsOf(reader)).filter((report) => report.story_id === stories.clocks.id);
  assert.equal(rows.length, 1);
});

test('an account sends ten reports a day', async () => {
  const { context: limited } = await testDatabase({ throttle: true });
  const { id: writer } = await signedIn(limited, people.tomas);
  const ids = await manyStories(limited, writer, 12);
  const sender = await signedIn(limited, 'many-reports');
  const send = (id: number) =>
    submitStoryReport(limited, { id: String(id), reason: 'It copies a novel.' }, sender.caller);
  // A report that is invalid anyway does not count.
  assert.equal(
    (await submitStoryReport(limited, { id: String(ids[0]), reason: ' ' }, sender.caller)).ok,
    false,
  );
  for (const id of ids.slice(0, 10)) assert.ok((await send(id)).ok);
  for (const id of ids.slice(10)) {
    const refused = await send(id);
    assert.ok(!refused.ok && refused.kind === 'too-many');
    assert.equal(
      refused.message,
      'You have sent 10 reports within a day. Please wait 24 hours and try again.',
    );
    assert.ok((refused.retryAfterSeconds ?? 0) > 80_000);
  }
  const other = await signedIn(limited, 'another-reader');
  const first = { id: String(ids[0]), reason: 'It copies a novel.' };
  assert.ok((await submitStoryReport(limited, first, other.caller)).ok);
});

test('a report outlives the account that sent it, and goes with what it was about', async () => {
  const leaving = await signedIn(context, 'leaving');
  const target = await signedIn(context, 'a-target');
  const [story = 0] = await manyStories(context, target.id, 1);
  await onStory(story, { reason: 'It copies a novel.' }, leaving);
  await onAuthor(target.id, { reason: 'Copies novels.' }, leaving);
  const rows = () =>
    db
      .selectFrom('reports')
      .select('reporter_id')
      .where((on) => on.or([on('story_id', '=', story), on('author_id', '=', target.id)]))
      .execute();
  await deleteAccountRow(db, leaving.id);
  assert.deepEqual(await rows(), [{ reporter_id: null }, { reporter_id: null }]);
  await deleteAccountRow(db, target.id);
  assert.deepEqual(await rows(), []);
});
