import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { z } from 'zod';
import { api } from '#app/api.ts';
import { builtRenderer } from '#app/built-renderer.ts';
import { addressOf } from '#base/contract.ts';
import { feedUrls } from '#features/feeds/rules/feed-urls.ts';
import { mailFollowers } from '#features/follows/service/mailing.ts';
import { openDatabase } from '#platform/database/database.ts';
import { createWebMetrics } from '#platform/metrics/web-metrics.ts';
import { createWorkMetrics } from '#platform/metrics/work-metrics.ts';
import type { Context } from '#platform/runtime/context.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createLogger } from '#platform/runtime/log.ts';
import { staffUrls } from '#staff-urls.ts';
import { fileUrls, urls } from '#urls.ts';
import { apiCalls } from './support/api-calls.ts';
import { newPushBrowser } from './support/push-service.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';
import { fillExampleStories, people } from './world.ts';

/**
 * Plants words that occur nowhere else in everything that a reader keeps for themselves: shelves, notes, tags, history,
 * follows, filters, hidden items, muted names. No page, no answer to anybody else, no line of the log and no metric may
 * contain one of them.
 */

const base = await testDatabase();
const { stories } = await fillExampleStories(base.context);
const lines: string[] = [];
const log = createLogger({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
const database = openDatabase({ connectionString: base.connectionString, log });
after(() => database.close());
const context: Context = { ...base.context, db: database.db, log };
const { db } = context;
const metrics = createWebMetrics();
const work = createWorkMetrics(db);
const app = await testServer(context, { renderer: await builtRenderer(installedPath('dist')), metrics });
const call = apiCalls(app);

const reader = await signedIn(context, 'zenobia-reads');
const others = {
  guest: undefined,
  neighbour: await signedIn(context, 'a-neighbour'),
  author: await signedIn(context, people.mira),
  moderator: await signedIn(context, 'mod-reads', { role: 'moderator' }),
  admin: await signedIn(context, 'ada-admin', { role: 'admin' }),
};

const CANARIES = ['quixotrace', 'vexilmark', 'jumbalnote', 'wyrmtag', 'zephlist', 'fernquill'];
const has = (text: string) =>
  [...CANARIES, 'zenobia-reads'].filter((word) => text.toLowerCase().includes(word));

async function make(method: 'POST' | 'PUT', path: string, body: object) {
  const created = await call(reader, method, path, body);
  assert.ok(created.status < 300, JSON.stringify(created.body));
  return created.body.data;
}

const { ferry, clocks } = stories;
const chapter = await db
  .selectFrom('chapters')
  .select('id')
  .where('story_id', '=', ferry.id)
  .orderBy('id')
  .executeTakeFirstOrThrow();
const shelf = await make('POST', '/shelves', { title: 'Quixotrace', synopsis: 'Vexilmark.' });
// Published once, with a note for its readers, and private again.
const former = await make('POST', '/shelves', { title: 'Zephlist', visibility: 'public' });
const mark = { note: 'Jumbalnote.', tags: ['wyrmtag'], rating: 3 };
await make('PUT', `/shelves/${former.id}/stories/${ferry.id}`, { note: 'Vexilmark for readers.' });
await make('PUT', `/shelves/${former.id}`, { visibility: 'private' });
for (const id of [ferry.id, clocks.id]) {
  await make('PUT', `/shelves/${shelf.id}/stories/${id}`, mark);
  await make('PUT', `/shelves/reading/stories/${id}`, {});
  await make('PUT', `/shelves/bookmarks/stories/${id}`, {});
}
for (const thing of [
  { kind: 'filter', query: 'tags=wyrmtag' },
  { kind: 'story', id: clocks.id },
])
  await make('POST', '/follows', { ...thing, mail: 'now' });
await make('PUT', '/history/choice', { keep: 'account' });
await make('PUT', '/filters/saved', { filters: [{ name: 'Fernquill', query: 'tags=wyrmtag' }] });
await make('PUT', '/hidden', { tags: ['slow burn'], stories: [clocks.id] });
await make('PUT', `/blocks/${people.mira}`, { kind: 'mute' });
const browser = newPushBrowser('https://fcm.googleapis.com/fcm/send/quixotrace').subscription;
await make('POST', '/push/browsers', browser);
const feedToken: string = (await make('POST', '/feed-token', {})).token;
await make('POST', `/tracking/stories/${ferry.id}/read-time`, {
  ...{ chapter_id: chapter.id, read_time_seconds: 12, completed: true },
});

/** Every GET call of the API with every name that could lead to what the reader keeps. */
function paths(): string[] {
  const known: Record<string, (string | number)[]> = {
    id: [ferry.id, ferry.slug, shelf.id, shelf.slug, former.slug, 'reading', 'bookmarks', reader.id, 1],
    slug: [ferry.slug, shelf.slug, former.slug],
    username: [reader.username, people.mira],
    ...{ story_id: [ferry.id], chapterId: [chapter.id], chapter_id: [chapter.id], ids: [ferry.id] },
    ...{ account_id: [reader.id, others.author.id], accountId: [reader.id], tag: ['slow burn'] },
    ...{ query: ['ferry', 'zenobia'], format: ['json'], place: [`story-${ferry.id}`] },
  };
  return api
    .map((one) => one.call)
    .filter(({ method, file }) => method === 'GET' && file === undefined)
    .flatMap((one) => {
      const names = Object.keys((one.input as z.ZodObject).shape).filter((name) => name in known);
      const rounds = Math.max(1, ...names.map((name) => known[name]?.length ?? 0));
      return Array.from({ length: rounds }, (_, round) => {
        const input = names.map((name) => [name, known[name]?.[round % (known[name]?.length ?? 1)]]);
        const { path, rest } = addressOf(one, Object.fromEntries(input));
        const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
        return `/api${path}?${query}`;
      });
    });
}

const pages = [
  ...[urls.home(), urls.allStories(), urls.authors(), urls.tags(), urls.shelves(), urls.history()],
  ...[urls.follows(), urls.updates(), urls.kept(), urls.savedFilters(), urls.hidden()],
  ...[urls.wholeStory(ferry.slug), urls.comments(ferry.slug)],
  ...[ferry, clocks].map(({ slug }) => urls.story(slug)),
  ...[urls.chapter(ferry.slug, chapter.id), urls.author(people.mira), urls.author(reader.username)],
  ...[urls.list('none'), urls.search({ q: 'ferry' }), urls.profile('bookmarks'), staffUrls.people()],
  ...[urls.shelves({ shelf: 'reading' }), fileUrls.sitemap(), fileUrls.robots(), fileUrls.openApi()],
  ...(['pages', 'stories', 'series', 'lists', 'authors', 'tags'] as const).map((kind) =>
    fileUrls.sitemapPart(kind, 1),
  ),
];

test('the reader finds everything that was planted', async () => {
  const own = await Promise.all(
    [
      `/shelves`,
      `/shelves/${shelf.id}/stories`,
      `/shelves/${former.id}/stories`,
      `/stories/${ferry.id}/mark`,
    ].map(async (path) => JSON.stringify((await call(reader, 'GET', path)).body)),
  );
  const filters = await call(reader, 'GET', '/filters/saved');
  own.push(JSON.stringify(filters.body));
  for (const word of CANARIES) assert.ok(own.join('').toLowerCase().includes(word), word);
  assert.equal((await call(reader, 'GET', '/hidden')).body.data.stories[0], clocks.id);
  assert.equal((await call(reader, 'GET', '/blocks')).body.data.blocks.length, 1);
  const history = await call(reader, 'GET', '/history');
  assert.deepEqual(
    history.body.data.entries.map((entry: { chapter_id: number }) => entry.chapter_id),
    [chapter.id],
  );
});

test('no answer to anybody else contains anything of it', async () => {
  let answered = 0;
  for (const [who, person] of Object.entries(others))
    for (const path of paths()) {
      const { statusCode, body } = await app.inject({ url: path, headers: { ...person?.headers } });
      assert.notEqual(statusCode, 500, path);
      if (statusCode === 200) answered++;
      // Staff look an account up by its name; what it keeps they do not see either.
      const isStaff = who === 'moderator' || who === 'admin';
      const found = has(body).filter(
        (word) => !(word === 'zenobia-reads' && (isStaff || path.includes(word))),
      );
      // Typed text returns in the answer about it.
      assert.deepEqual(
        found.filter((word) => !decodeURIComponent(path).toLowerCase().includes(word)),
        [],
        `${who} ${path}`,
      );
    }
  assert.ok(answered > 150, `${answered} answers`);
});

test('states, ratings and histories of others are their own', async () => {
  for (const person of [others.neighbour, others.author, others.moderator]) {
    const { body } = await call(person, 'GET', `/stories/${ferry.id}/mark`);
    assert.deepEqual(body.data, { state: null, rating: null, note: '', tags: [], shelf_ids: [] });
    const shelves = (await call(person, 'GET', '/shelves')).body.data.shelves;
    assert.deepEqual(new Set(shelves.map((each: { story_count: number }) => each.story_count)), new Set([0]));
    assert.deepEqual((await call(person, 'GET', '/history')).body.data.entries, []);
    const states = (await call(person, 'GET', `/tracking/stories/state?ids=${ferry.id}`)).body.data.states;
    assert.deepEqual([states[0].reading_state, states[0].new_chapters], [null, 0]);
    assert.deepEqual((await call(person, 'GET', '/follows')).body.data.follows, []);
    assert.equal((await call(person, 'GET', '/updates')).body.data.unread, 0);
    assert.deepEqual((await call(person, 'GET', '/filters/saved')).body.data.filters, []);
    assert.equal((await call(person, 'GET', '/hidden')).body.data.hidden, '');
    assert.deepEqual((await call(person, 'GET', '/blocks')).body.data.blocks, []);
    assert.deepEqual((await call(person, 'GET', '/push')).body.data.browsers, []);
    // A story that one reader hides stays in the lists of the others.
    assert.match(JSON.stringify((await call(person, 'GET', '/frontpage')).body), new RegExp(clocks.slug));
  }
});

test('no page contains anything of it, whoever asks', async () => {
  for (const person of [undefined, reader])
    for (const url of pages) {
      const { body } = await app.inject({ url, headers: { ...person?.headers } });
      assert.deepEqual(
        has(body).filter((word) => !url.toLowerCase().includes(word)),
        [],
        url,
      );
    }
  for (const slug of [shelf.slug, former.slug]) {
    const page = await app.inject({ url: urls.list(slug) });
    assert.equal(page.statusCode, 404);
    assert.deepEqual(has(page.body.replaceAll(slug, '')), []);
  }
});

test('no line of the log and no metric contains anything of it', async () => {
  await call(reader, 'DELETE', `/shelves/${shelf.id}/stories/${clocks.id}`);
  await mailFollowers(context, new Date());
  await call(reader, 'PUT', `/shelves/${shelf.slug}`, { title: 'x'.repeat(999) });
  for (const url of [feedUrls.privateFeed(feedToken, 'xml'), `${feedUrls.privateCatalogue(feedToken)}/new`])
    assert.equal((await app.inject({ url })).statusCode, 200, url);
  // The list of a guest is in the address of a call, and in a cookie.
  const guestHides = 't=918273645546';
  await app.inject({ url: `/api/frontpage?hidden=${encodeURIComponent(guestHides)}` });
  await app.inject({
    url: urls.home(),
    headers: { cookie: `hidden=${guestHides}; filters=f=Fernquill&q=tags%3Dwyrmtag` },
  });
  const text = (await metrics.text()) + (await work.text());
  assert.ok(text.length > 1000);
  for (const source of [lines.join('\n'), text]) {
    assert.deepEqual(has(source), []);
    assert.ok(!source.includes(shelf.slug) && !source.includes(`/shelves/${shelf.id}`));
    assert.ok(!source.includes(feedToken) && !source.includes('918273645546'));
  }
});
