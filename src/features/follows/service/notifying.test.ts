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

async function newStory(title: string, tag = 'ferries'): Promise<number> {
  const body = { title, tags: [tag] };
  return (await request('POST /stories', { token: author.token, body })).data.id;
}
const storyId = await newStory('The Unmistakable Ferry');

async function publish(id = storyId): Promise<number> {
  const body = { title: `Chapter ${++count}`, content: '<p>The lamp was lit.</p>' };
  const { status, data, text } = await request(`POST /stories/${id}/chapters`, { token: author.token, body });
  assert.equal(status, 201, text);
  return data.id;
}
await publish();

async function follow(reader: Person, thing: object = {}) {
  const body = { kind: 'story', id: storyId, ...thing };
  assert.equal((await request('POST /follows', { token: reader.token, body })).status, 201);
}

/** A reader with one browser in which notices name titles. */
async function openReader(thing: object = {}) {
  const reader = await newReader();
  const body = { titles_in_mails: true };
  assert.equal((await request('PUT /follows/settings', { token: reader.token, body })).status, 200);
  await follow(reader, thing);
  const { endpoint } = (await turnOn(reader)).subscription;
  return { lines: async () => (await notices()).get(endpoint)?.body.split('\n') ?? [] };
}

const lastRun = (at: Date) => sql`update follow_mail_runs set mailed_until = ${at}`.execute(db);
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

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
  await follow(both, { mail: 'daily' });
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

test('a chapter is notified in one run, whatever is new later, and while it may not be there yet in none', async () => {
  const { lines } = await openReader();
  const only = ['The Unmistakable Ferry, by una-writes: 1 new chapter'];
  await lastRun(ago(0.05));
  await publish();
  await notifyFollowers(context, new Date());
  assert.deepEqual(await lines(), [], 'a minute has to pass');
  await run();
  assert.deepEqual(await lines(), only);
  await lastRun(new Date());
  await publish();
  await run();
  assert.deepEqual(await lines(), only);
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await notifyFollowers(context, ago(1));
  await run();
  assert.deepEqual(await lines(), [], 'nor by a run whose clock is late');
});

test('after an outage the news of the last day is notified, at first start none, and four stories at most are named', async () => {
  const { lines } = await openReader({ kind: 'filter', query: 'tags=storms' });
  await sql`update follows set followed_at = ${ago(48)}`.execute(db);
  for (const [index, hours] of [25, 23, 22, 21, 20, 19].entries()) {
    const id = await newStory(`Storm ${index}`, 'storms');
    await publish(id);
    await sql`update chapters set created_at = ${ago(hours)}, published_at = ${ago(hours)} where story_id = ${id}`.execute(
      db,
    );
    await sql`update stories set listed_since = ${ago(hours)}, updated_at = ${ago(hours)} where id = ${id}`.execute(
      db,
    );
    if (index === 1) {
      await lastRun(ago(48));
      await run();
      assert.deepEqual(await lines(), ['Storm 1, by una-writes: 1 new chapter']);
    }
  }
  await lastRun(ago(48));
  await run();
  assert.deepEqual(
    (await lines()).map((line) => line.slice(0, 7)),
    ['Storm 5', 'Storm 4', 'Storm 3', 'Storm 2'],
  );
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await db.deleteFrom('follow_mail_runs').execute();
  for (const _ of [1, 2]) await run();
  assert.deepEqual(await lines(), []);
});

test('every kind of follow notifies, a tag also once it is a synonym, and so does a story put on a list', async () => {
  const other = await newStory('The Other Ferry');
  await publish(other);
  const series = await request('POST /series', { token: author.token, body: { title: 'Ferries' } });
  const body = { story_ids: [storyId] };
  await request(`PUT /series/${series.data.id}/stories`, { token: author.token, body });
  const keeper = await newReader();
  const lists: { id: number; slug: string }[] = [];
  for (const title of ['Boats', 'Rafts']) {
    const list = { title, visibility: 'public' };
    lists.push((await request('POST /shelves', { token: keeper.token, body: list })).data);
  }
  const put = (list: number | undefined, story: number) =>
    request(`PUT /shelves/${list}/stories/${story}`, { token: keeper.token, body: {} });
  await put(lists[0]?.id, storyId);
  const [former] = (
    await sql<{ id: number }>`insert into tags (name, key) values ('boats', 'boats') returning id`.execute(db)
  ).rows;
  const things = [
    { kind: 'series', id: series.data.id },
    { kind: 'author', id: author.id },
    { kind: 'list', id: lists[0]?.slug },
    { kind: 'tag', id: 'ferries' },
    { kind: 'filter', query: 'tags=ferries' },
    { kind: 'list', id: lists[1]?.slug },
    { kind: 'tag', id: 'ferries' },
  ];
  const readers = await Promise.all(things.map((thing) => openReader(thing)));
  // The last of them followed the tag before it became a synonym.
  await sql`update tags set canonical_id = (select id from tags where name = 'ferries') where id = ${former?.id}`.execute(
    db,
  );
  await sql`update follows set tag_id = ${former?.id} where id = (select max(id) from follows where tag_id is not null)`.execute(
    db,
  );
  await lastRun(new Date());
  await publish();
  await put(lists[1]?.id, other);
  await run();
  for (const [index, { lines }] of readers.entries())
    assert.equal((await lines()).length, 1, JSON.stringify(things[index]));
});
