import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { api } from '#app/api.ts';
import { tasks } from '#app/worker.ts';
import { success } from '#base/failure.ts';
import { createRunOnce } from '#platform/http/idempotent-requests.ts';
import { type Asked, asking } from './support/api-requester.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';
import { fillWorld, people } from './world.ts';

/** Repeated submits: a double press, a client that retries because the answer was lost. */
const { context } = await testDatabase();
const { db } = context;
const { stories } = await fillWorld(context);
const ask = await asking(await testServer(context));
const { token, id: accountId } = await signedIn(context, 'mira');
const other = await signedIn(context, 'una');

let keys = 0;
const newKey = () => `key-${keys++}`;
const withKey = (key: string, asked: Asked): Asked => ({ ...asked, headers: { 'idempotency-key': key } });
const fifty = (make: () => ReturnType<typeof ask>) => Promise.all(Array.from({ length: 50 }, make));

async function countOf(table: 'stories' | 'chapters' | 'reports' | 'takedown_requests'): Promise<number> {
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

test('an author who publishes the same story fifty times at once has one, and fifty equal answers', async () => {
  const before = await countOf('stories');
  const key = newKey();
  const body = { title: 'Once', tags: ['once'] };
  const answers = await fifty(() => ask('POST /stories', withKey(key, { token, body })));
  assert.equal(await countOf('stories'), before + 1);
  assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1);
  assert.equal(answers[0]?.status, 201);
  assert.equal(answers[0]?.message, 'Story created successfully!');
  const again = await ask('POST /stories', withKey(`"${key}"`, { token, body }));
  assert.equal(again.text, answers[0]?.text, 'in quotes it is the same key');
  await fifty(() => ask('POST /stories', { token, body }));
  assert.equal(await countOf('stories'), before + 51, 'without a key each is one');
});

test('chapters, reports and requests to take something down are made once as well', async () => {
  const own = (await ask('POST /stories', { token, body: { title: 'With chapters' } })).data;
  const calls = [
    ['chapters', `POST /stories/${own.id}/chapters`, { title: 'One', content: '<p>x</p>' }],
    ['reports', `POST /stories/${stories.ferry.id}/report`, { reason: 'It breaks a rule.' }],
    ['reports', `POST /authors/${mira.id}/report`, { reason: 'They break a rule.' }],
    ['reports', 'POST /reports', { url: `/author/${people.mira}`, reason: 'They break a rule.' }],
    ['takedown_requests', 'POST /account/legal/takedown', takedown()],
  ] as const;
  for (const [table, call, body] of calls) {
    const before = await countOf(table);
    const key = newKey();
    const answers = await fifty(() => ask(call, withKey(key, { token, body })));
    assert.equal(await countOf(table), before + 1, call);
    assert.deepEqual([answers[0]?.status, new Set(answers.map(({ text }) => text)).size], [201, 1], call);
  }
  const keyed = api.map((one) => one.call).filter((call) => call.idempotent);
  assert.deepEqual(keyed.map(({ name }) => name).sort(), [
    ...['createChapter', 'publishStory', 'reportAuthor', 'reportStory', 'sendGuestReport'],
    ...['submitTakedown', 'subscribe'],
  ]);
});

test('another story under the same key is refused, and nothing is made of it', async () => {
  const key = newKey();
  await ask('POST /stories', withKey(key, { token, body: { title: 'First' } }));
  const before = await countOf('stories');
  const { status, error } = await ask('POST /stories', withKey(key, { token, body: { title: 'Second' } }));
  assert.deepEqual([status, error?.code], [422, 'invalid']);
  assert.equal(await countOf('stories'), before);
});

test('the key of one person is nothing to another, signed in or not', async () => {
  const key = newKey();
  const body = { title: 'Ours' };
  const mine = await ask('POST /stories', withKey(key, { token, body }));
  const theirs = await ask('POST /stories', withKey(key, { token: other.token, body }));
  assert.notEqual(mine.data.id, theirs.data.id);
  const notice = takedown();
  const at = (from: string) =>
    ask('POST /account/legal/takedown', { ...withKey(key, { body: notice }), from });
  const first = await at('192.0.2.1');
  assert.equal((await at('192.0.2.9')).data.id, first.data.id, 'of one network');
});

test('what failed may be tried again under its key, and mended', async () => {
  const key = newKey();
  const wrong = await ask('POST /stories', withKey(key, { token, body: { title: '' } }));
  assert.equal(wrong.status, 422);
  const right = await ask('POST /stories', withKey(key, { token, body: { title: 'Mended' } }));
  assert.equal(right.status, 201);
});

test('a key that can’t be one is refused', async () => {
  for (const key of ['', '""', 'two words', 'é', 'x'.repeat(256)]) {
    const { status } = await ask('POST /stories', withKey(key, { token, body: { title: 'No' } }));
    assert.equal(status, 400, key);
  }
});

test('who is cut off between the story and the note of its answer finds no story, and makes one by asking again', async () => {
  // The connection ends when the answer is stored, as after a kill of the process or the database there.
  await sql`create function cut_off() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`.execute(db);
  await sql`create trigger cut_off before update on keyed_requests for each row execute function cut_off()`.execute(
    db,
  );
  const before = await countOf('stories');
  const key = newKey();
  const story = withKey(key, { token, body: { title: 'Cut off', tags: ['sea'] } });
  const make = () => ask('POST /stories', story);
  const cut = await ask('POST /stories', { ...story, isOneTry: true });
  assert.equal(cut.status, 503);
  assert.equal(await countOf('stories'), before);
  await sql`drop trigger cut_off on keyed_requests`.execute(db);
  const made = await make();
  assert.equal(made.status, 201);
  assert.equal((await make()).text, made.text);
  assert.equal(await countOf('stories'), before + 1);
});

test('what a process died over is taken up by the next, and a day later a key is free', async () => {
  const age = (interval: string) =>
    sql`update keyed_requests set begun_at = now() - ${interval}::interval`.execute(db);
  const key = newKey();
  const make = () => ask('POST /stories', withKey(key, { token, body: { title: 'Again' } }));
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

test('a request that lasted so long that another one took its key over keeps nothing', async () => {
  const before = await countOf('stories');
  const [call] = api.map((one) => one.call).filter(({ name }) => name === 'publishStory');
  if (call === undefined) throw new Error('the call has another name');
  const request = { key: newKey(), call, input: {}, accountId, network: '192.0.2' };
  const publish = (to: typeof db, slug: string) =>
    to.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('stories')
        .values({ author_id: accountId, title: slug, slug, published_at: null, featured_at: null })
        .execute();
      return success({ slug });
    });
  const first = await createRunOnce(context)(request, async (own) => {
    const outcome = await publish(own, 'taken-over');
    await sql`update keyed_requests set begun_at = begun_at - interval '2 minutes'`.execute(db);
    const second = await createRunOnce(context)(request, (other) => publish(other, 'taken'));
    assert.equal(second.ok, true);
    return outcome;
  });
  assert.equal(first.ok ? undefined : first.kind, 'unavailable');
  assert.equal(await countOf('stories'), before + 1);
  const again = await createRunOnce(context)(request, () => assert.fail('it was answered already'));
  assert.deepEqual(again.ok && again.data, { slug: 'taken' });
});
