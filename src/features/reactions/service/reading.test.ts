import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { manyStories } from '#tests/support/readers.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { SHARE_PLATFORMS } from '../contract/reading.ts';
import { viewStory } from './views.ts';
import { fingerprintVisit, forgetOldFingerprints } from './visit-fingerprints.ts';

const { context } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const app = await testServer(context);
const author = await signedIn(context, people.mira);
const [fresh = 0, ...more] = await manyStories(context, author.id, 20);

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';

interface Visitor {
  address?: string;
  agent?: string;
  headers?: object;
}

function post(
  path: string,
  payload: unknown,
  { address = '198.51.100.7', agent = FIREFOX, headers }: Visitor,
) {
  return app.inject({
    method: 'POST',
    url: `/api/tracking/stories/${path}`,
    remoteAddress: address,
    headers: { 'user-agent': agent, ...headers },
    ...(payload === undefined ? {} : { payload: payload as object }),
  });
}

async function view(id: number | string, visitor: Visitor = {}, payload?: unknown): Promise<number> {
  const answer = await post(`${id}/view`, payload, visitor);
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json().data.view_count;
}

async function chapterOf(story: number): Promise<number> {
  const row = await db
    .insertInto('chapters')
    .values({ story_id: story, title: 'One', content: '<p>Hm.</p>', cleaner_version: 1, word_count: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

async function readsOf(chapter: number) {
  return db
    .selectFrom('chapter_reads')
    .select(['read_seconds', 'completed_count'])
    .where('chapter_id', '=', chapter)
    .executeTakeFirst();
}

async function trendingOf(id: number): Promise<number | null> {
  const row = await db
    .selectFrom('stories')
    .select('trending')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.trending;
}

// Interface, Stories: A view counts once for each visitor and story in 24 hours, and answers view_count
test('a visitor counts once per story, whatever the request body contains', async () => {
  assert.equal(await view(fresh), 1);
  assert.equal(await view(fresh, {}, { user_agent: 'Another/1.0' }), 1);
  assert.equal(await view(`story-no-1`), 1);
  assert.equal(await view(fresh, { address: '198.51.100.200' }), 1, 'the same network');
  assert.equal(await view(fresh, { agent: 'Another/1.0' }), 2);
  assert.equal(await view(fresh, { address: '198.51.101.7' }), 3);
  assert.equal(await view(more[0] ?? 0), 1, 'another story');
});

test('ten thousand views from one client count once', async () => {
  const story = more[1] ?? 0;
  // A busy machine can't provide connections in time for more requests at once.
  for (let hundred = 0; hundred < 100; hundred += 1) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => view(story)));
    assert.deepEqual(new Set(answers), new Set([1]));
  }
  assert.equal(await view(story), 1);
});

test('concurrent views of many visitors all count', async () => {
  const story = more[2] ?? 0;
  const visitors = Array.from({ length: 250 }, (_, n) => view(story, { address: `203.0.${n}.1` }));
  await Promise.all(visitors);
  assert.equal(await view(story, { address: '203.0.0.9' }), 250);
});

// Interface, Stories: Crawlers are not counted
// Interface, Identity: One’s own views are not counted, under any pen name
test('views by crawlers and by the signed-in author do not count', async () => {
  const story = more[3] ?? 0;
  const agent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
  assert.equal(await view(story, { agent }), 0);
  assert.equal(await view(story, { headers: author.headers }), 0);
  const { headers } = await signedIn(context, 'a-reader');
  assert.equal(await view(story, { headers }), 1);
  const expired = await post(`${story}/view`, undefined, { headers: { authorization: 'Bearer old' } });
  assert.equal(expired.statusCode, 401, 'the client then renews its token and identifies itself');
});

test('a cross-site request cannot count a view', async () => {
  const story = more[10] ?? 0;
  const beacon = await post(`${story}/view`, undefined, { headers: { 'sec-fetch-site': 'cross-site' } });
  assert.equal(beacon.statusCode, 403);
  const form = await app.inject({
    method: 'POST',
    url: `/api/tracking/stories/${story}/view`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'user_agent=x',
  });
  assert.equal(form.statusCode, 415);
  assert.equal(await view(story, { headers: { 'sec-fetch-site': 'same-origin' } }), 1);
});

// Interface, Stories: A view counts once for each visitor and story in 24 hours, and answers view_count
test('a visitor counts again after exactly 24 hours', async () => {
  const caller = { account: undefined, network: '198.51.7', userAgent: FIREFOX, cookies: {} };
  const story = more[4] ?? 0;
  const count = async () => {
    const outcome = await viewStory(context, { id: String(story) }, caller);
    assert.ok(outcome.ok);
    return outcome.data.view_count;
  };
  assert.equal(await count(), 1);
  // Backdates the fingerprint to the previous day, under that day's key.
  const { fingerprint, previousFingerprint } = fingerprintVisit(context.signer, caller, `story ${story}`);
  const moveTo = (age: string) =>
    sql`update visit_marks set mark = ${previousFingerprint}, made_at = now() - ${age}::interval
      where mark in (${fingerprint}, ${previousFingerprint})`.execute(db);
  await moveTo('23 hours 59 minutes');
  assert.equal(await count(), 1);
  await moveTo('24 hours 1 minute');
  assert.equal(await count(), 2);
});

// Interface, Stories: Nothing is kept that names a visitor
// Interface, Stories: Read time and completions are added up for each chapter, without a row for a reader
test('no table stores a visitor’s address, browser or reading history', async () => {
  const address = '2001:db8:cafe:1::77';
  const agent = 'Tell-Tale Browser/7.7';
  const story = more[5] ?? 0;
  const chapter = await chapterOf(story);
  await view(story, { address, agent });
  const body = { chapter_id: chapter, read_time_seconds: 20, completed: true };
  await post(`${story}/read-time`, body, { address, agent });
  const tables = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`.execute(db);
  assert.ok(tables.rows.length > 15);
  const all: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      line: string;
    }>`select entry::text as line from ${sql.raw(name)} as entry`.execute(db);
    all.push(...rows.map((row) => row.line));
  }
  const everything = all.join('\n');
  for (const identifier of ['2001:db8', '20010db8cafe', 'db8:cafe', 'Tell-Tale', '198.51.100']) {
    assert.ok(!everything.includes(identifier), identifier);
  }
  // A visitor's fingerprints have nothing in common, and the key changes every day.
  const caller = { network: '198.51.100', userAgent: FIREFOX };
  const day = Date.UTC(2026, 8, 1);
  const fingerprints = [0, 1, 2].map((n) =>
    fingerprintVisit(context.signer, caller, 'story 1', day + n * 86_400_000),
  );
  assert.equal(new Set(fingerprints.map(({ fingerprint }) => fingerprint.toString('hex'))).size, 3);
  assert.deepEqual(fingerprints[1]?.previousFingerprint, fingerprints[0]?.fingerprint);
  assert.notDeepEqual(
    fingerprintVisit(context.signer, caller, 'story 2', day).fingerprint,
    fingerprints[0]?.fingerprint,
  );
});

test('visit fingerprints are deleted after two days', async () => {
  await sql`update visit_marks set made_at = now() - interval '47 hours'`.execute(db);
  await forgetOldFingerprints(context, 100);
  const stored = await db.selectFrom('visit_marks').select('mark').execute();
  assert.ok(stored.length > 250);
  await sql`update visit_marks set made_at = now() - interval '49 hours'`.execute(db);
  await forgetOldFingerprints(context, 100);
  assert.deepEqual(await db.selectFrom('visit_marks').select('mark').execute(), []);
});

// Interface, Stories: Read time and completions are added up for each chapter, without a row for a reader
test('reading time is summed per chapter and limited to the elapsed time', async () => {
  const story = more[6] ?? 0;
  const chapter = await chapterOf(story);
  const report = async (read_time_seconds: unknown, visitor: Visitor = {}) => {
    const body = { chapter_id: chapter, read_time_seconds, completed: false };
    return (await post(`${story}/read-time`, body, visitor)).json().data?.read_time_seconds;
  };
  assert.equal(await report(12), 12);
  assert.equal(await report(1e9, { address: '203.0.113.1' }), 30);
  assert.equal(await report(1e9, { address: '203.0.113.1' }), 0);
  assert.equal(await report(7.9, { agent: 'Another/1.0' }), 7);
  assert.equal(await report(25, { agent: 'SomeBot/1.0' }), 0);
  assert.equal(await report(25, { headers: author.headers }), 0);
  assert.deepEqual(await readsOf(chapter), { read_seconds: 49, completed_count: 0 });
});

// Interface, Stories: Read time and completions are added up for each chapter, without a row for a reader
// Interface, Ranking: Trending weighs votes, bookmarks, views and completed reads
// Interface, Ranking: Trending has a half-life of 3 days
test('a completed chapter counts once per visitor and day and moves the ranking', async () => {
  const story = more[7] ?? 0;
  const chapter = await chapterOf(story);
  const second = await chapterOf(story);
  const finish = (chapter_id: number, visitor: Visitor = {}) =>
    post(`${story}/read-time`, { chapter_id, read_time_seconds: 0, completed: true }, visitor);
  assert.equal(await trendingOf(story), null);
  await Promise.all(Array.from({ length: 20 }, () => finish(chapter)));
  await finish(chapter, { address: '203.0.113.1' });
  await finish(second);
  assert.deepEqual(await readsOf(chapter), { read_seconds: 0, completed_count: 2 });
  assert.deepEqual(await readsOf(second), { read_seconds: 0, completed_count: 1 });
  const now = Date.now() / 1000 / 86_400 / 3;
  assert.ok(Math.abs(2 ** (((await trendingOf(story)) ?? 0) - now) - 1.5) < 0.01);
  await db.deleteFrom('chapters').where('id', '=', chapter).execute();
  assert.equal(await readsOf(chapter), undefined);
});

test('invalid reading reports are rejected with the field named', async () => {
  const story = more[8] ?? 0;
  const chapter = await chapterOf(story);
  const foreign = await chapterOf(more[9] ?? 0);
  const draft = await chapterOf(story);
  const trashed = await chapterOf(story);
  await db.updateTable('chapters').set({ state: 'draft' }).where('id', '=', draft).execute();
  await db.updateTable('chapters').set({ trashed_at: new Date() }).where('id', '=', trashed).execute();
  const good = { chapter_id: chapter, read_time_seconds: 10, completed: false };
  const table: [object, number, string?][] = [
    [{ read_time_seconds: -1 }, 422, 'read_time_seconds'],
    [{ read_time_seconds: '30' }, 422, 'read_time_seconds'],
    [{ read_time_seconds: null }, 422, 'read_time_seconds'],
    [{ completed: 'yes' }, 422, 'completed'],
    [{ chapter_id: 'one' }, 422, 'chapter_id'],
    [{ chapter_id: 0 }, 422, 'chapter_id'],
    [{ chapter_id: 1e30 }, 422, 'chapter_id'],
    [{ chapter_id: 9_007_199_254_740_991 }, 404],
    [{ chapter_id: foreign }, 404],
    [{ chapter_id: draft }, 404],
    [{ chapter_id: trashed }, 404],
  ];
  for (const [wrong, status, field] of table) {
    const answer = await post(`${story}/read-time`, { ...good, ...wrong }, {});
    assert.equal(answer.statusCode, status, JSON.stringify(wrong));
    if (field !== undefined) assert.ok(answer.json().error.fields[field], JSON.stringify(wrong));
  }
  const infinite = await app.inject({
    method: 'POST',
    url: `/api/tracking/stories/${story}/read-time`,
    headers: { 'content-type': 'application/json' },
    payload: `{"chapter_id":${chapter},"read_time_seconds":1e999}`,
  });
  assert.equal(infinite.statusCode, 422);
  assert.equal((await post('999999/read-time', good, {})).statusCode, 404);
  assert.equal((await post('999999/view', undefined, {})).statusCode, 404);
  assert.equal(await readsOf(chapter), undefined);
});

function share(id: string | number, payload: unknown) {
  return app.inject({ method: 'POST', url: `/api/tracking/stories/${id}/share`, payload: payload as object });
}

// Spec 1: Visitors search, read and share
// Interface, Stories: Shares are added up for each platform
test('shares are summed per platform', async () => {
  for (const shared_platform of SHARE_PLATFORMS) {
    const answer = await share(stories.ferry.id, { shared_platform });
    assert.deepEqual([answer.statusCode, answer.json()], [200, { success: true, data: {} }]);
  }
  await Promise.all(Array.from({ length: 20 }, () => share(stories.ferry.slug, { shared_platform: 'copy' })));
  const rows = await context.db
    .selectFrom('story_shares')
    .selectAll()
    .where('platform', '=', 'copy')
    .execute();
  assert.deepEqual(rows, [{ story_id: stories.ferry.id, platform: 'copy', share_count: 21 }]);
});

test('invalid shares are rejected with the field named', async () => {
  const wrong = await share(stories.ferry.id, { shared_platform: 'myspace' });
  assert.equal(wrong.statusCode, 422);
  assert.equal(
    wrong.json().error.fields.shared_platform,
    'Platform must be twitter, facebook, email or copy',
  );
  assert.equal((await share(stories.ferry.id, {})).statusCode, 422);
  assert.equal((await share(stories.ferry.id, [])).statusCode, 400);
  assert.equal((await share('999999', { shared_platform: 'copy' })).statusCode, 404);
  const form = await app.inject({
    method: 'POST',
    url: `/api/tracking/stories/${stories.ferry.id}/share`,
    headers: { 'content-type': 'text/plain' },
    payload: '{"shared_platform":"copy"}',
  });
  assert.equal(form.statusCode, 415);
  const broken = await app.inject({
    method: 'POST',
    url: `/api/tracking/stories/${stories.ferry.id}/share`,
    headers: { 'content-type': 'application/json' },
    payload: '{"shared_platform":',
  });
  assert.deepEqual([broken.statusCode, broken.json().success], [400, false]);
});
