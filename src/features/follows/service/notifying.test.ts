import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from 'kysely';
import { createLogger } from '#platform/runtime/log.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { newPushBrowser, startPushService } from '#tests/support/push-service.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { notifyFollowers } from './notifying.ts';

const service = await startPushService();
const database = await testDatabase();
const context = {
  ...database.context,
  pushServices: [service.origin],
  log: createLogger({ level: 'silent' }),
};
const { db } = context;
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');

let count = 0;
const newReader = () => signedIn(context, `reader-${++count}`);
type Person = Awaited<ReturnType<typeof newReader>>;

const { id: storyId } = (
  await request('POST /stories', { token: author.token, body: { title: 'The Unmistakable Ferry' } })
).data;

async function publish(): Promise<void> {
  const body = { title: `Chapter ${++count}`, content: '<p>The lamp was lit.</p>' };
  const { status, text } = await request(`POST /stories/${storyId}/chapters`, { token: author.token, body });
  assert.equal(status, 201, text);
}
await publish();

async function follow(reader: Person, mail = 'none') {
  const body = { kind: 'story', id: storyId, mail };
  assert.equal((await request('POST /follows', { token: reader.token, body })).status, 201);
}

async function turnOn(reader: Person) {
  const browser = newPushBrowser(`${service.origin}/${reader.username}-${++count}`);
  const answer = await request('POST /push/browsers', { token: reader.token, body: browser.subscription });
  assert.equal(answer.status, 200, answer.text);
  return browser;
}

/** The job as it runs in two minutes. */
const run = () => notifyFollowers(context, new Date(Date.now() + 2 * 60_000));

/** The waiting notifications, by the address of their browser. */
async function notices(): Promise<Map<string, { title: string; body: string; path: string }>> {
  const { rows } = await sql<{ endpoint: string; notice: { title: string; body: string; path: string } }>`
    select endpoint, payload -> 'notice' as notice from graphile_worker._private_jobs
    join push_browsers on push_browsers.id = (payload ->> 'id')::bigint`.execute(db);
  return new Map(rows.map(({ endpoint, notice }) => [endpoint, notice]));
}

beforeEach(async () => {
  await db.deleteFrom('follows').execute();
  await db.deleteFrom('push_browsers').execute();
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  // The last run was before everything that a test publishes.
  await sql`insert into follow_mail_runs (mail, mailed_until) values ('browser', now() - interval '1 second')
    on conflict (mail) do update set mailed_until = excluded.mailed_until`.execute(db);
});

test('every browser of a follower is notified once, whatever mail they want, and no other', async () => {
  const [reader, both, stranger] = [await newReader(), await newReader(), await newReader()];
  await follow(reader);
  await follow(both, 'daily');
  const browsers = [await turnOn(reader), await turnOn(reader), await turnOn(both)];
  await turnOn(stranger);
  await publish();
  await publish();
  await run();
  const waiting = await notices();
  assert.deepEqual(
    [...waiting.keys()].sort(),
    browsers.map(({ subscription }) => subscription.endpoint).sort(),
  );
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await run();
  assert.equal((await notices()).size, 0);
});

test('a notification names nothing, unless its reader has chosen titles', async () => {
  const [discreet, open] = [await newReader(), await newReader()];
  const body = { titles_in_mails: true };
  assert.equal((await request('PUT /follows/settings', { token: open.token, body })).status, 200);
  await follow(discreet);
  await follow(open);
  const [quiet, named] = [await turnOn(discreet), await turnOn(open)];
  await publish();
  await run();
  const waiting = await notices();
  assert.deepEqual(waiting.get(quiet.subscription.endpoint), {
    title: 'Something new',
    body: '',
    path: '/updates',
  });
  assert.deepEqual(waiting.get(named.subscription.endpoint), {
    title: 'Something new',
    body: 'The Unmistakable Ferry, by una-writes: 1 new chapter',
    path: '/updates',
  });
});

test('chapters that were read, hidden, or new before the last run are not notified', async () => {
  const [fast, averse] = [await newReader(), await newReader()];
  await follow(fast);
  await follow(averse);
  await turnOn(fast);
  await turnOn(averse);
  await publish();
  assert.equal((await request('POST /updates/read', { token: fast.token })).status, 200);
  const hidden = await request(`PUT /hidden/stories/${storyId}`, { token: averse.token });
  assert.equal(hidden.status, 200, hidden.text);
  await run();
  assert.equal((await notices()).size, 0);
});

test('an account that fails keeps no other from being notified, and nobody is notified twice for it', async () => {
  const readers = [await newReader(), await newReader(), await newReader()];
  for (const reader of readers) await follow(reader);
  const browsers = [];
  for (const reader of readers) browsers.push(await turnOn(reader));
  const { rows } = await sql<{ id: number }>`select id from push_browsers order by id`.execute(db);
  const failing = sql.lit(rows[1]?.id ?? 0);
  await sql`create function fail_for_one() returns trigger language plpgsql as $$ begin
    if (new.payload ->> 'id')::bigint = ${failing} then raise exception 'not this one'; end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger fail_for_one before insert on graphile_worker._private_jobs
    for each row execute function fail_for_one()`.execute(db);
  await publish();
  await run();
  const endpoints = browsers.map(({ subscription }) => subscription.endpoint);
  assert.deepEqual([...(await notices()).keys()].sort(), [endpoints[0], endpoints[2]].sort());
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await sql`drop function fail_for_one() cascade`.execute(db);
  await run();
  assert.equal((await notices()).size, 0);
});
