import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { tasks } from '#app/worker.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import type { Referrer } from './contract.ts';
import { dayOf, daysBefore } from './rules.ts';
import { foldOldStatistics, readStatistics } from './service.ts';

const { context } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const app = await testServer(context);
const author = await signedIn(context, people.mira);
const reader = await signedIn(context, 'a-reader');
const { id } = stories.ferry;
const [first, second] = await db
  .selectFrom('chapters')
  .select('id')
  .where('story_id', '=', id)
  .orderBy('order')
  .execute();
assert.ok(first && second);
const today = dayOf(Date.now());

/** A visitor of a network of their own. */
async function post(n: number, call: string, payload: object, headers: object = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/tracking/stories/${id}/${call}`,
    remoteAddress: `203.0.${n}.1`,
    headers: { 'user-agent': 'Firefox/150.0', ...headers },
    payload,
  });
  assert.equal(answer.statusCode, 200, answer.body);
}

const view = (n: number, referrer?: Referrer) => post(n, 'view', { referrer });
const read = (n: number, chapter: { id: number }, completed: boolean) =>
  post(n, 'read-time', { chapter_id: chapter.id, read_time_seconds: 20, completed });

async function statistics(query = '', headers: Record<string, string> = author.headers) {
  const answer = await app.inject({ url: `/api/stories/${id}/statistics${query}`, headers });
  return { status: answer.statusCode, body: answer.json() };
}

test('a story without readers has no figures', async () => {
  const { status, body } = await statistics();
  assert.equal(status, 200);
  const nothing = { views: null, visits: null, completed_reads: null, bookmarks: null };
  assert.deepEqual(body.data.totals, nothing);
  assert.deepEqual([body.data.from, body.data.to, body.data.unit], [today, today, 'day']);
  assert.deepEqual(body.data.periods, [{ start: today, ...nothing }]);
  assert.deepEqual(
    body.data.chapters.map((chapter: { started: null }) => chapter.started),
    [null, null, null],
  );
});

// Interface, Stories and chapters: Statistics are null for groups under ten
test('nine readers stay hidden, the tenth makes a group', async () => {
  for (let n = 0; n < 9; n += 1) await view(n, 'search');
  // Opening the page again is a view, but the same visit.
  await view(0);
  const nine = (await statistics()).body.data;
  assert.deepEqual([nine.totals.views, nine.totals.visits, nine.referrers.search], [10, null, null]);
  await view(9, 'search');
  const ten = (await statistics()).body.data;
  assert.deepEqual([ten.totals.views, ten.totals.visits, ten.referrers.search], [11, 10, 10]);
  assert.equal(ten.referrers.social, null);
  assert.deepEqual([ten.periods[0].views, ten.periods[0].visits], [11, 10]);
});

test('the author and programs are not counted', async () => {
  await post(40, 'view', {}, author.headers);
  await post(41, 'view', {}, { 'user-agent': 'Googlebot/2.1' });
  await post(40, 'read-time', { chapter_id: first.id, read_time_seconds: 20 }, author.headers);
  const { rows } = await sql<{ kind: string; count: number }>`
    select kind, sum(count)::integer as count from story_statistics where story_id = ${id}
    group by kind order by kind`.execute(db);
  assert.deepEqual(rows, [
    { kind: 'from-search', count: 10 },
    { kind: 'view', count: 11 },
    { kind: 'visit', count: 10 },
  ]);
});

test('a chapter counts begun and completed reads, each visitor once', async () => {
  for (let n = 0; n < 12; n += 1) await read(n, first, n < 10);
  for (let n = 0; n < 10; n += 1) await read(n, second, n < 9);
  await read(0, first, true);
  const { chapters, totals } = (await statistics()).body.data;
  assert.deepEqual([chapters[0].chapter_id, chapters[0].started, chapters[1].started], [first.id, 12, 10]);
  assert.equal(totals.completed_reads, 19);
  assert.deepEqual(
    [chapters[0].completed, chapters[1].completed],
    [null, null],
    'the total less the 10 of the first chapter would be the 9 of the second',
  );
  await read(9, second, true);
  const grown = (await statistics()).body.data;
  assert.deepEqual([grown.chapters[0].completed, grown.chapters[1].completed], [10, 10]);
});

test('a small day or source is not what is left of the total', async () => {
  await sql`insert into story_statistics (story_id, day, kind, count)
    values (${id}, ${daysBefore(today, 1)}, 'visit', 25), (${id}, ${daysBefore(today, 1)}, 'from-search', 22),
      (${id}, ${daysBefore(today, 1)}, 'from-other', 3), (${id}, ${daysBefore(today, 2)}, 'visit', 4)`.execute(
    db,
  );
  const { totals, periods, referrers } = (await statistics()).body.data;
  assert.equal(totals.visits, 39);
  assert.deepEqual(
    periods.map(({ visits }: { visits: number | null }) => visits),
    [null, 25, null],
  );
  assert.deepEqual([referrers.search, referrers.other], [null, null]);
  await db.deleteFrom('story_statistics').where('day', '<', today).execute();
});

test('bookmarks count on the day on which they are set, less those taken back', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into accounts (username, display_name) select 'keeper-' || n, '' from generate_series(1, 11) as n
    returning id`.execute(db);
  for (const account of rows) {
    await db.insertInto('bookmarks').values({ account_id: account.id, story_id: id }).execute();
  }
  assert.equal((await statistics()).body.data.totals.bookmarks, 11);
  await db
    .deleteFrom('bookmarks')
    .where('account_id', '=', rows[0]?.id ?? 0)
    .execute();
  assert.equal((await statistics()).body.data.totals.bookmarks, 10);
  await db.deleteFrom('bookmarks').where('story_id', '=', id).execute();
  const left = await db
    .selectFrom('story_statistics')
    .select('count')
    .where('story_id', '=', id)
    .where('kind', '=', 'bookmark')
    .execute();
  assert.deepEqual(left, [], 'a day without any leaves nothing');
});

// Interface, Stories and chapters: GET /stories/{id}/statistics takes from and to, for its author alone
test('a range is cut to the counted days', async () => {
  await sql`insert into story_statistics (story_id, day, kind, count)
    values (${id}, ${daysBefore(today, 400)}, 'visit', 30), (${id}, ${daysBefore(today, 3)}, 'visit', 20)`.execute(
    db,
  );
  const all = (await statistics()).body.data;
  assert.deepEqual([all.from, all.unit, all.totals.visits], [daysBefore(today, 400), 'week', 60]);
  const week = (await statistics(`?from=${daysBefore(today, 6)}&to=${today}`)).body.data;
  assert.deepEqual([week.unit, week.periods.length, week.totals.visits], ['day', 7, 30]);
  assert.deepEqual(week.periods[3].visits, 20);
  const future = (await statistics(`?from=${today}&to=9999-12-31`)).body.data;
  assert.deepEqual([future.from, future.to, future.totals.visits], [today, today, 10]);
  const before = (await statistics('?from=0001-01-01&to=0001-02-01')).body.data;
  assert.equal(before.totals.visits, null);
});

test('days older than a year are added up in weeks, and the sums stay', async () => {
  const before = await readStatistics(db, id, {});
  // The first whole week of a month: charts by month count a week in the month of its Monday.
  await sql`insert into story_statistics (story_id, day, kind, count)
    select ${id}, date_trunc('week', date_trunc('month', now() at time zone 'UTC' - interval '3 years') + interval '6 days')::date + n, 'view', 10
    from generate_series(0, 6) as n`.execute(db);
  const grown = await readStatistics(db, id, {});
  await foldOldStatistics(context);
  assert.deepEqual(await readStatistics(db, id, { from: grown.from }), grown);
  assert.equal(grown.totals.views, Number(before.totals.views) + 70);
  const { rows } = await sql<{ count: number }>`
    select count from story_statistics where story_id = ${id} and kind = 'view' and day < now() - interval '2 years'`.execute(
    db,
  );
  assert.deepEqual(rows, [{ count: 70 }]);
  assert.ok('fold-old-statistics' in tasks(context));
});

// Interface, Stories and chapters: GET /stories/{id}/statistics takes from and to, for its author alone
test('only the author sees statistics', async () => {
  assert.equal((await statistics('', {})).status, 401);
  const stranger = await statistics('', reader.headers);
  assert.deepEqual(
    [stranger.status, stranger.body.error.message],
    [403, 'You do not have permission to see the statistics of this story'],
  );
});

test('a wrong range names its field', async () => {
  for (const [query, field, expected] of [
    ['?from=yesterday', 'from', 400],
    ['?to=2026-02-30', 'to', 400],
    ['?from=2026-11-02&to=2026-11-01', 'from', 422],
  ] as const) {
    const { status, body } = await statistics(query);
    assert.deepEqual([status, Object.keys(body.error.fields)], [expected, [field]]);
  }
});

test('statistics go with their story', async () => {
  await db.deleteFrom('stories').where('id', '=', id).execute();
  const left = await db.selectFrom('story_statistics').selectAll().where('story_id', '=', id).execute();
  assert.deepEqual(left, []);
});
