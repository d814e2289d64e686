import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { builtRenderer } from '#app/built-renderer.ts';
import { openDatabase } from '#platform/database/database.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { followRenewals } from '../jobs.ts';
import { newsMail } from '../mail/news-mail.ts';
import { mailFollowers } from './mailing.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });
const request = await createRequester(app);
const author = await signedIn(context, 'una-writes');

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const title = 'The Unmistakable Ferry';
let count = 0;
const newReader = (isVerified = true) => signedIn(context, `reader-${++count}`, { isVerified });
type Person = Awaited<ReturnType<typeof newReader>>;

const { id: storyId, slug } = (
  await request('POST /stories', { token: author.token, body: { title, tags: ['unmistakable'] } })
).data;

async function publish(): Promise<void> {
  const body = { title: `Chapter ${++count}`, content: '<p>The lamp was lit.</p>' };
  const { status, text } = await request(`POST /stories/${storyId}/chapters`, { token: author.token, body });
  assert.equal(status, 201, text);
}
await publish();

/** Sets the time of the latest chapter, and the change of its story with it. */
async function publishedAt(at: Date): Promise<void> {
  await sql`update chapters set published_at = ${at}, created_at = ${at} where id = (select max(id) from chapters)`.execute(
    db,
  );
  await sql`update stories set updated_at = ${at} where id = ${storyId}`.execute(db);
}

async function follow(reader: Person, body: object = {}) {
  const { data, status, text } = await request('POST /follows', {
    token: reader.token,
    body: { kind: 'story', id: storyId, mail: 'now', ...body },
  });
  assert.equal(status, 201, text);
  return data;
}

interface SentMail {
  address: string;
  subject: string;
  text: string;
  unsubscribe_url: string;
}

async function mails(): Promise<SentMail[]> {
  const rows = await db
    .selectFrom('outbox_mails')
    .select(['address', 'subject', 'text_part', 'unsubscribe_url'])
    .where('kind', '=', 'follow-news')
    .orderBy('id')
    .execute();
  return rows.map(({ text_part, ...mail }) => ({ ...mail, text: text_part })) as SentMail[];
}
const addresses = async () => (await mails()).map(({ address }) => address).sort();
const addressOf = ({ username }: Person) => `${username}@example.org`;
/** The job as it runs some time from now. */
const run = (after = 2 * 60_000) => mailFollowers(context, new Date(Date.now() + after));

/** Lets ten minutes pass, for everything that has happened. */
async function passTime(): Promise<void> {
  const earlier = sql`- interval '10 minutes'`;
  await sql`update chapters set published_at = published_at ${earlier}, created_at = created_at ${earlier}`.execute(
    db,
  );
  await sql`update stories set listed_since = listed_since ${earlier}`.execute(db);
  await sql`update follows set followed_at = followed_at ${earlier}, mailed_from = mailed_from ${earlier},
    mailed_until = mailed_until ${earlier}`.execute(db);
  await sql`update follow_mail_runs set mailed_until = mailed_until ${earlier}`.execute(db);
}

beforeEach(async () => {
  await db.deleteFrom('follows').execute();
  await db.deleteFrom('follow_mail_runs').execute();
  await db.deleteFrom('outbox_mails').execute();
});

test('chapters that are published together come in one mail, once', async () => {
  const [reader, quiet, unverified] = [await newReader(), await newReader(), await newReader(false)];
  await follow(reader);
  await follow(quiet, { mail: 'none' });
  await follow(unverified);
  await follow(author, { kind: 'author', id: author.id });
  await publish();
  await publish();
  await run();
  assert.deepEqual(await addresses(), [addressOf(reader)]);
  await run(3 * 60_000);
  assert.equal((await mails()).length, 1);
  await passTime();
  await publish();
  await run();
  assert.equal((await mails()).length, 2);
});

test('an Arabic title in a mail leaves the words around it in their places', () => {
  const named = [{ title: 'رسائل!', author: 'أحمد', slug: 'letters', unread: 2 }];
  const { text } = newsMail('https://nightstand.test', { named, allToken: 'a' });
  assert.ok(text.includes('\u2068رسائل!\u2069, by \u2068أحمد\u2069: 2 new chapters:\n'), text);
});

// Interface, Following, feeds, books: Mails link to /updates or an opaque address, never to a slug
// Interface, Following, feeds, books: Mails name titles where their reader has chosen that
test('a mail tells a stranger nothing, unless its reader has chosen titles', async () => {
  const [reader, open] = [await newReader(), await newReader()];
  for (const person of [reader, open]) await follow(person, { kind: 'tag', id: 'unmistakable' });
  const body = { titles_in_mails: true };
  assert.equal((await request('PUT /follows/settings', { token: open.token, body })).status, 200);
  await publish();
  await run();
  const [discreet, named] = await mails();
  assert.ok(discreet !== undefined && named !== undefined);
  // A random token may contain any short word.
  const withoutTokens = (text: string | null) => text?.replaceAll(/token=[\w-]+/g, '') ?? '';
  assert.doesNotMatch(
    `${discreet.subject} ${withoutTokens(discreet.text)}`,
    /unmistakable|ferry|una|chapter|stor(y|ies)\b/i,
  );
  assert.match(discreet.text, /\/updates\n/);
  assert.match(named.text, /The Unmistakable Ferry, by una-writes: 1 new chapter:\n.*\/story\//);
  assert.match(named.unsubscribe_url ?? '', /token=[\w-]{20}/);
  assert.doesNotMatch(`${named.subject} ${withoutTokens(named.unsubscribe_url)}`, /ferry|una/i);
  assert.ok(named.text.includes(slug));
});

// Interface, Following, feeds, books: Mail is none, now, daily or weekly
test('daily and weekly mails go out at the hour of the newsletter, and a chapter comes in one of them', async (t) => {
  const [daily, weekly, both] = [await newReader(), await newReader(), await newReader()];
  await follow(daily, { mail: 'daily' });
  await follow(weekly, { mail: 'weekly' });
  await follow(both, { mail: 'daily' });
  await follow(both, { kind: 'author', id: author.id, mail: 'weekly' });
  // The Friday after a Tuesday to come, whatever day it is: a weekly mail of this week may be due tomorrow.
  const friday = new Date();
  friday.setUTCHours(17, 5, 0, 0);
  while (friday.getUTCDay() !== 5 || friday.getTime() < Date.now() + 4 * DAY)
    friday.setTime(friday.getTime() + DAY);
  await publish();
  await publishedAt(new Date(friday.getTime() - 3 * DAY));
  // Readers who follow later begin after it.
  t.after(() => publishedAt(new Date(Date.now() - HOUR)));
  await mailFollowers(context, new Date(friday.getTime() - DAY));
  assert.deepEqual(await addresses(), [addressOf(daily), addressOf(both)].sort());
  await mailFollowers(context, new Date(friday.getTime() - HOUR));
  assert.equal((await mails()).length, 2);
  await mailFollowers(context, friday);
  assert.deepEqual(await addresses(), [addressOf(daily), addressOf(weekly), addressOf(both)].sort());
});

test('chapters that were read, or new before mail was chosen, are not mailed', async () => {
  const [fast, late] = [await newReader(), await newReader()];
  await follow(fast);
  await follow(late, { mail: 'none' });
  await publish();
  await request('POST /updates/read', { token: fast.token });
  await follow(late, { mail: 'now' });
  await run();
  assert.deepEqual(await addresses(), []);
});

test('after an outage the news of the last 14 days is mailed, and nothing older', async (t) => {
  const reader = await newReader();
  await follow(reader);
  await publish();
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  // Readers who follow later begin after it.
  t.after(() => publishedAt(new Date(Date.now() - HOUR)));
  await sql`update follows set followed_at = ${ago(20)}, mailed_from = ${ago(20)}, mailed_until = ${ago(20)}`.execute(
    db,
  );
  await sql`update stories set listed_since = ${ago(30)} where id = ${storyId}`.execute(db);
  for (const [days, mailed] of [
    [15, []],
    [13, [addressOf(reader)]],
  ] as const) {
    await publishedAt(ago(days));
    await db.deleteFrom('follow_mail_runs').execute();
    await db
      .insertInto('follow_mail_runs')
      .values({ mail: 'now', mailed_until: ago(20) })
      .execute();
    await run();
    assert.deepEqual(await addresses(), mailed, `${days} days`);
  }
});

test('an unfollow that is taken back loses no mail, and brings none twice', async () => {
  const reader = await newReader();
  const followed = await follow(reader);
  await run(0);
  await publish();
  const again = async () => {
    const { data } = await request('GET /follows', { token: reader.token });
    await request(`DELETE /follows/${data.follows[0].id}`, { token: reader.token });
    await follow(reader, { since: followed.since });
  };
  await again();
  await run();
  assert.equal((await mails()).length, 1);
  await passTime();
  await again();
  await run();
  assert.equal((await mails()).length, 1);
});

test('a link in a mail stops one follow or all of them, without signing in and again and again', async () => {
  const reader = await newReader();
  const one = await follow(reader);
  await publish();
  await run();
  const [mail] = await mails();
  const [only, all] = [...(mail?.text.matchAll(/stop-mails\?token=([\w-]+)/g) ?? [])].map(
    ([, token]) => token,
  );
  assert.equal(mail?.unsubscribe_url?.includes(all ?? '?'), true);
  const follows = async () =>
    (await request('GET /follows', { token: reader.token })).data.follows.map(
      (each: { mail: string }) => each.mail,
    );
  await follow(reader, { kind: 'author', id: author.id });
  for (let twice = 0; twice < 2; twice++)
    assert.equal((await request(`POST /follows/stop-mails/${only}`, { body: {} })).status, 200);
  assert.deepEqual(await follows(), ['now', 'none']);
  assert.equal((await mails()).length, 1);
  assert.equal((await request(`POST /follows/stop-mails/${all}`, { body: {} })).status, 200);
  assert.deepEqual(await follows(), ['none', 'none']);
  assert.deepEqual(await mails(), [], 'a mail that waits is not sent after that');
  await request(`DELETE /follows/${one.id}`, { token: reader.token });
  assert.equal((await request(`POST /follows/stop-mails/${only}`, { body: {} })).status, 200);
  for (const wrong of ['x', `${all}A`, 'A'.repeat(54)])
    assert.equal((await request(`POST /follows/stop-mails/${wrong}`, { body: {} })).status, 400);
  await publish();
  await run();
  assert.deepEqual(await mails(), []);
});

test('a mail that waited counts the chapters that are still there, and is dropped without any', async () => {
  const reader = await newReader();
  const body = { titles_in_mails: true };
  assert.equal((await request('PUT /follows/settings', { token: reader.token, body })).status, 200);
  await follow(reader);
  await publish();
  await publish();
  await run();
  const { made_from } = await db.selectFrom('outbox_mails').select('made_from').executeTakeFirstOrThrow();
  const renew = () => followRenewals(context)['follow-news']?.(JSON.parse(made_from ?? '') as object);
  assert.match((await renew())?.text ?? '', /The Unmistakable Ferry.*: 2 new chapters/);
  const latest = await db.selectFrom('chapters').select('id').orderBy('id', 'desc').limit(2).execute();
  const counts: (string | undefined)[] = [];
  for (const { id } of latest) {
    const { status } = await request(`DELETE /stories/${storyId}/chapters/${id}`, { token: author.token });
    assert.equal(status, 200);
    counts.push((await renew())?.text?.match(/\d+ new chapter/)?.[0]);
  }
  assert.deepEqual(counts, ['1 new chapter', undefined]);
  assert.equal(await renew(), undefined);
});

test('the button of a mail program stops the mails, also one that waits', async () => {
  const [reader, another] = [await newReader(), await newReader()];
  for (const each of [reader, another]) await follow(each);
  await publish();
  await run();
  const mail = (await mails()).find(({ address }) => address === addressOf(reader));
  const { pathname, search } = new URL(mail?.unsubscribe_url ?? '');
  const post = (payload: string) =>
    app.inject({
      ...{ method: 'POST', url: pathname + search, payload },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  assert.equal((await post('List-Unsubscribe=Yes')).statusCode, 422);
  const stopped = await post('List-Unsubscribe=One-Click');
  assert.deepEqual([stopped.statusCode, stopped.headers['set-cookie']], [200, undefined]);
  assert.match(stopped.body, /You get no more of these emails/);
  const { data } = await request('GET /follows', { token: reader.token });
  assert.equal(data.follows[0].mail, 'none');
  assert.deepEqual(await addresses(), [addressOf(another)]);
});

test('an account that fails keeps no other from its mail, and gets its own with the next run', async () => {
  const readers = [await newReader(), await newReader(), await newReader()];
  for (const reader of readers) await follow(reader);
  await sql`create function fail_for_one() returns trigger language plpgsql as $$ begin
    if new.address = ${sql.lit(addressOf(readers[1] as Person))} then raise exception 'not this one'; end if;
    return new;
  end $$`.execute(db);
  await sql`create trigger fail_for_one before insert on outbox_mails
    for each row execute function fail_for_one()`.execute(db);
  await publish();
  const quiet = { ...context, log: createLogger({ level: 'silent' }) };
  await assert.rejects(mailFollowers(quiet, new Date(Date.now() + 2 * 60_000)), /^Error: 1 mails/);
  assert.equal((await addresses()).length, 2);
  await sql`drop function fail_for_one() cascade`.execute(db);
  await run();
  assert.deepEqual(await addresses(), readers.map(addressOf).sort());
});

test('every reader gets a mail exactly once, although workers are killed and two run at once', async () => {
  const readers: Person[] = [];
  for (let n = 0; n < 8; n++) readers.push(await newReader());
  for (const reader of readers) await follow(reader);
  const victim = 'killed-worker';
  await sql`create function die_by_chance() returns trigger language plpgsql as $$ begin
    if current_setting('application_name') = ${sql.lit(victim)} and random() < 0.08 then
      perform pg_terminate_backend(pg_backend_pid());
    end if;
    return null;
  end $$`.execute(db);
  for (const table of ['outbox_mails', 'graphile_worker._private_jobs', 'follow_mail_runs'])
    await sql`create trigger die_by_chance after insert on ${sql.table(table)}
      for each row execute function die_by_chance()`.execute(db);
  await sql`create trigger die_by_chance after update on follows for each row execute function die_by_chance()`.execute(
    db,
  );
  const log = createLogger({ level: 'silent' });
  const address = new URL(connectionString);
  address.searchParams.set('application_name', victim);
  let cuts = 0;
  for (let round = 1; round <= 3; round++) {
    await passTime();
    await publish();
    const now = new Date(Date.now() + 2 * 60_000);
    for (let isDone = false; !isDone; ) {
      const database = openDatabase({ connectionString: address.href, size: 4, log });
      const worker = { ...context, db: database.db, log };
      const killer = pause(Math.random() * 400).then(() =>
        sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${victim}`.execute(
          db,
        ),
      );
      const runs = await Promise.allSettled([mailFollowers(worker, now), mailFollowers(worker, now)]);
      isDone = runs.some(({ status }) => status === 'fulfilled');
      if (!isDone) cuts++;
      await killer;
      await database.close();
    }
    await mailFollowers(context, now);
    const counted = Map.groupBy(await addresses(), (each) => each);
    for (const reader of readers)
      assert.equal(counted.get(addressOf(reader))?.length, round, `round ${round}: ${addressOf(reader)}`);
  }
  assert.ok(cuts > 0, 'no worker was killed');
});
