import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { api } from '#app/api.ts';
import { tasks } from '#app/worker.ts';
import { success } from '#base/failure.ts';
import { createRunOnce } from '#platform/http/idempotent-requests.ts';
import { createRequester, type RequestOptions } from './support/api-requester.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';
import { fillExampleStories, people } from './world.ts';

/** Repeated submits: a double press, a client that retries because the answer was lost. */
const { context } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const request = await createRequester(await testServer(context));
const { token, id: accountId } = await signedIn(context, 'mira');
const other = await signedIn(context, 'una');

let keys = 0;
const newKey = () => `key-${keys++}`;
const withKey = (key: string, options: RequestOptions): RequestOptions => ({
  ...options,
  headers: { 'idempotency-key': key },
});
const repeatFifty = (make: () => ReturnType<typeof request>) => Promise.all(Array.from({ length: 50 }, make));

type Countable =
  | 'notes'
  | 'comments'
  | 'shelves'
  | 'stories'
  | 'chapters'
  | 'corrections'
  | 'invitations'
  | 'reports'
  | 'takedown_requests';

async function countOf(table: Countable): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db);
  return rows[0]?.n ?? 0;
}

const takedown = () => ({
  ...{ requester_name: 'C. Laimant', requester_email: 'claimant@lawyers.example', address: '1 Quay' },
  ...{
    content_description: 'A tale',
    reason: `Mine, ${keys}.`,
    owner_info: 'C. Laimant',
    electronic_signature: true,
  },
});
const mira = await db
  .selectFrom('accounts')
  .select('id')
  .where('username', '=', people.mira)
  .executeTakeFirstOrThrow();

test('fifty simultaneous requests with one key publish one story and get equal responses', async () => {
  const before = await countOf('stories');
  const key = newKey();
  const body = { title: 'Once', tags: ['once'] };
  const answers = await repeatFifty(() => request('POST /stories', withKey(key, { token, body })));
  assert.equal(await countOf('stories'), before + 1);
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  assert.equal(answers[0]?.status, 201);
  assert.equal(answers[0]?.message, 'Story created successfully!');
  const again = await request('POST /stories', withKey(`"${key}"`, { token, body }));
  assert.equal(again.text, answers[0]?.text, 'in quotes it is the same key');
  await repeatFifty(() => request('POST /stories', { token, body }));
  assert.equal(await countOf('stories'), before + 51, 'without a key each is one');
});

test('chapters, corrections, invitations, shelves, reports and takedown requests are created once too', async () => {
  const own = (await request('POST /stories', { token, body: { title: 'With chapters' } })).data;
  const chapter = { title: 'First', content: '<p>She waited.</p>' };
  const ownChapter = (await request(`POST /stories/${own.id}/chapters`, { token, body: chapter })).data;
  const { url } = (await request(`POST /stories/${own.id}/secret-link`, { token, body: {} })).data;
  const linkToken = url.split('/').at(-1);
  const other = await signedIn(context, 'keeps-lists');
  const shelf = { title: 'Ferries', visibility: 'public' };
  const list = (await request('POST /shelves', { token: other.token, body: shelf })).data;
  const said = { token: other.token, body: { content: 'Hers.' } };
  const comment = (await request(`POST /stories/${stories.ferry.id}/comments`, said)).data;
  const welcoming = { title: 'With notes', notes: true };
  const hers = (await request('POST /stories', { token: other.token, body: welcoming })).data;
  await request(`POST /stories/${hers.id}/chapters`, { token: other.token, body: chapter });
  const sent = { token, body: { content: 'To the author.' } };
  const note = (await request(`POST /stories/${hers.id}/notes`, sent)).data;
  const answered = { token: other.token, body: { content: 'Thank you.' } };
  await request(`POST /notes/${note.id}/answers`, answered);
  const correction = { quote: 'She waited.', replacement: 'She was waiting.' };
  const calls = [
    ['corrections', `POST /chapters/${ownChapter.id}/corrections`, correction],
    ['corrections', `POST /secret-links/${linkToken}/chapters/${ownChapter.id}/corrections`, correction],
    ['comments', `POST /stories/${own.id}/comments`, { content: 'Once.' }],
    ['notes', `POST /stories/${hers.id}/notes`, { content: 'Once.' }],
    ['notes', `POST /notes/${note.id}/answers`, { content: 'Once.' }],
    ['reports', `POST /notes/${note.id}/report`, { reason: 'It breaks a rule.' }],
    ['chapters', `POST /stories/${own.id}/chapters`, { title: 'One', content: '<p>x</p>' }],
    ['reports', `POST /stories/${stories.ferry.id}/report`, { reason: 'It breaks a rule.' }],
    ['reports', `POST /authors/${mira.id}/report`, { reason: 'They break a rule.' }],
    ['reports', `POST /comments/${comment.id}/report`, { reason: 'It breaks a rule.' }],
    ['reports', `POST /lists/${list.slug}/report`, { reason: 'It breaks a rule.' }],
    ['reports', 'POST /reports', { url: `/author/${people.mira}`, reason: 'They break a rule.' }],
    ['invitations', 'POST /accounts/invitations', {}],
    ['shelves', 'POST /shelves', { title: 'Harbours' }],
    ['takedown_requests', 'POST /account/legal/takedown', takedown()],
  ] as const;
  for (const [table, call, body] of calls) {
    const before = await countOf(table);
    const key = newKey();
    const answers = await repeatFifty(() => request(call, withKey(key, { token, body })));
    assert.equal(await countOf(table), before + 1, call);
    assert.deepEqual([answers[0]?.status, new Set(answers.map(({ text }) => text)).size], [201, 1], call);
  }
  const keyed = api.map(({ call }) => call).filter((call) => call.idempotent);
  assert.deepEqual(keyed.map(({ name }) => name).sort(), [
    ...[
      'addPenName',
      'answerNote',
      'createChapter',
      'createImport',
      'createInvitation',
      'createSeries',
      'createShelf',
      'publishStory',
      'reportAuthor',
      'reportComment',
      'reportNote',
      'reportReadingList',
      'reportStory',
    ],
    ...[
      'sendComment',
      'sendCorrection',
      'sendGuestReport',
      'sendNote',
      'sendSharedCorrection',
      'submitTakedown',
      'subscribe',
    ],
  ]);
});

test('another story under the same key is refused', async () => {
  const key = newKey();
  await request('POST /stories', withKey(key, { token, body: { title: 'First' } }));
  const before = await countOf('stories');
  const { status, error } = await request(
    'POST /stories',
    withKey(key, { token, body: { title: 'Second' } }),
  );
  assert.deepEqual([status, error?.code], [422, 'invalid']);
  assert.equal(await countOf('stories'), before);
});

test('keys of different users are independent, signed in or not', async () => {
  const key = newKey();
  const body = { title: 'Ours' };
  const mine = await request('POST /stories', withKey(key, { token, body }));
  const otherResponse = await request('POST /stories', withKey(key, { token: other.token, body }));
  assert.notEqual(mine.data.id, otherResponse.data.id);
  const notice = takedown();
  const at = (from: string) =>
    request('POST /account/legal/takedown', { ...withKey(key, { body: notice }), from });
  const first = await at('192.0.2.1');
  assert.equal((await at('192.0.2.9')).data.id, first.data.id, 'of one network');
});

test('a failed request can be repeated under its key, also with other input', async () => {
  const key = newKey();
  const wrong = await request('POST /stories', withKey(key, { token, body: { title: '' } }));
  assert.equal(wrong.status, 422);
  const right = await request('POST /stories', withKey(key, { token, body: { title: 'Mended' } }));
  assert.equal(right.status, 201);
});

test('an invalid key is refused', async () => {
  for (const key of ['', '""', 'two words', 'é', 'x'.repeat(256)]) {
    const { status } = await request('POST /stories', withKey(key, { token, body: { title: 'No' } }));
    assert.equal(status, 400, key);
  }
});

test('a crash between creation and the stored response rolls back, and a repetition creates the story', async () => {
  // The connection ends when the answer is stored, as after a kill of the process or the database there.
  await sql`create function cut_off() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`.execute(db);
  await sql`create trigger cut_off before update on keyed_requests for each row execute function cut_off()`.execute(
    db,
  );
  const before = await countOf('stories');
  const key = newKey();
  const story = withKey(key, { token, body: { title: 'Cut off', tags: ['sea'] } });
  const make = () => request('POST /stories', story);
  const cut = await request('POST /stories', { ...story, isOneTry: true });
  assert.equal(cut.status, 503);
  assert.equal(await countOf('stories'), before);
  await sql`drop trigger cut_off on keyed_requests`.execute(db);
  const created = await make();
  assert.equal(created.status, 201);
  assert.equal((await make()).text, created.text);
  assert.equal(await countOf('stories'), before + 1);
});

test('a repetition takes over the key of a dead process, and keys expire after a day', async () => {
  const age = (interval: string) =>
    sql`update keyed_requests set begun_at = now() - ${interval}::interval`.execute(db);
  const key = newKey();
  const make = () => request('POST /stories', withKey(key, { token, body: { title: 'Again' } }));
  const first = await make();
  await sql`update keyed_requests set answer = null where account_id = ${accountId}`.execute(db);
  await age('2 minutes');
  const second = await make();
  assert.notEqual(second.data.id, first.data.id);
  await age('25 hours');
  assert.notEqual((await make()).data.id, second.data.id);
  await age('25 hours');
  await tasks(context)['forget-keyed-requests']?.({}, {} as never);
  const left = await sql`select 1 from keyed_requests`.execute(db);
  assert.equal(left.rows.length, 0);
});

test('a request whose key was taken over is rolled back', async () => {
  const before = await countOf('stories');
  const [call] = api.map(({ call }) => call).filter(({ name }) => name === 'publishStory');
  if (call === undefined) throw new Error('the call has another name');
  const keyedRequest = { key: newKey(), call, input: {}, accountId, network: '192.0.2' };
  const publish = (to: typeof db, slug: string) =>
    to.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('stories')
        .values({ author_id: accountId, title: slug, slug, published_at: null, featured_at: null })
        .execute();
      return success({ slug });
    });
  const first = await createRunOnce(context)(keyedRequest, async (own) => {
    const outcome = await publish(own, 'taken-over');
    await sql`update keyed_requests set begun_at = begun_at - interval '2 minutes'`.execute(db);
    const second = await createRunOnce(context)(keyedRequest, (other) => publish(other, 'taken'));
    assert.equal(second.ok, true);
    return outcome;
  });
  assert.equal(first.ok ? undefined : first.kind, 'unavailable');
  assert.equal(await countOf('stories'), before + 1);
  const again = await createRunOnce(context)(keyedRequest, () => assert.fail('it was answered already'));
  assert.deepEqual(again.ok && again.data, { slug: 'taken' });
});
