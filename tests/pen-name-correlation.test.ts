import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { z } from 'zod';
import { api } from '#app/api.ts';
import { builtRenderer } from '#app/built-renderer.ts';
import { addressOf } from '#base/contract.ts';
import { markSuspended, unmarkSuspended } from '#features/accounts/service/account-status.ts';
import { EXPORT_FORMATS } from '#features/export/contract.ts';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { fileUrls, urls } from '#urls.ts';
import { apiCalls } from './support/api-calls.ts';
import { epubFiles } from './support/epub-structure.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

/**
 * Two accounts with two pen names each. Whatever the public gets about two names of one account may have no more in
 * common than what it gets about names of two accounts: answers of the API, pages, feeds, headers and the sitemap.
 */

const { context } = await testDatabase();
const { db } = context;
const app = await testServer(context, { renderer: await builtRenderer(installedPath('dist')) });
const call = apiCalls(app);
// Stories of an author without a verified address wait, and are listed together when it is verified.
const author = await signedIn(context, 'zara-one', { isVerified: false });
const stranger = await signedIn(context, 'other-hand', { isVerified: false });

interface Published {
  username: string;
  display_name: string;
  id: number;
  storyId: number;
  chapterId: number;
  seriesId: number;
  slug: string;
  seriesSlug: string;
  tag: string;
}

type Subject = { person: typeof author; username: string; display_name: string; title: string; tag: string };

async function publish({ person, username, display_name, title, tag }: Subject): Promise<Published> {
  const make = async (path: string, body: object) => {
    const created = await call(person, 'POST', path, body);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    return created.body.data;
  };
  const details = { display_name, bio: `${display_name} writes.`, profile_public: true };
  if (username === person.username)
    assert.equal((await call(person, 'PUT', '/accounts/profile', details)).status, 200);
  else await make('/pen-names', { username, ...details });
  const author_username = username;
  const story = await make('/stories', { title, tags: [tag], synopsis: `${title}.`, author_username });
  await sql`update stories set waiting_since = now(), waiting_for = 'address' where id = ${story.id}`.execute(
    db,
  );
  const content = `<p>${title} was lit.</p>`;
  const chapter = await make(`/stories/${story.id}/chapters`, { title: 'One', content });
  for (const content of ['Thank you for reading.', 'More soon.'])
    await make(`/stories/${story.id}/comments`, { content, author_username });
  const series = await make('/series', { title: `${title} Again`, author_username });
  const story_ids = [story.id];
  assert.equal((await call(person, 'PUT', `/series/${series.id}/stories`, { story_ids })).status, 200);
  return {
    ...{ username, display_name, id: story.author_id, tag },
    ...{ storyId: story.id, chapterId: chapter.id, slug: story.slug },
    ...{ seriesId: series.id, seriesSlug: series.slug },
  };
}

/** Sets the times of everything about a name back by some days, as if it had been made then. */
async function setBack({ id, storyId }: Published, days: number): Promise<void> {
  const ago = sql`make_interval(days => ${days}, secs => ${days * 7})`;
  await sql`update pen_names set created_at = created_at - ${ago} where id = ${id}`.execute(db);
  await sql`update accounts set created_at = created_at - ${ago} where id = ${id}`.execute(db);
  await sql`update series set created_at = created_at - ${ago}, updated_at = updated_at - ${ago}
    where author_id = ${id}`.execute(db);
  await sql`update chapters set created_at = created_at - ${ago}, updated_at = updated_at - ${ago},
    published_at = published_at - ${ago} where story_id = ${storyId}`.execute(db);
  await sql`update comments set created_at = created_at - ${ago} where author_id = ${id}`.execute(db);
  await sql`update stories set created_at = created_at - ${ago}, updated_at = updated_at - ${ago},
    first_published_at = first_published_at - ${ago}, listed_since = listed_since - ${ago}
    where id = ${storyId}`.execute(db);
}

const names = [
  { person: author, username: 'zara-one', display_name: 'Zara', title: 'The Lamp', tag: 'wicks' },
  { person: stranger, username: 'other-hand', display_name: 'Oswin', title: 'The Stair', tag: 'steps' },
  { person: author, username: 'Quite-Another', display_name: 'Quill', title: 'The Moth', tag: 'wings' },
  { person: stranger, username: 'Third-Voice', display_name: 'Thea', title: 'The Gate', tag: 'hinges' },
];
const published: Published[] = [];
for (const [index, name] of names.entries()) {
  published.push(await publish(name));
  await setBack(published[index] as Published, 40 - 9 * index);
}
const [first, between, second, last] = published as [Published, Published, Published, Published];

// The names of an account that is suspended, and free again, must not share a time of that.
for (const person of [author, stranger]) {
  await signedIn(context, person.username);
  await markSuspended(db, person.id, { reason: 'spam', isWithheld: true });
  await unmarkSuspended(db, person.id);
}
await updateRankings(
  context,
  published.map(({ storyId }) => storyId),
);

/** Every public GET call with what it says about one name, and every page and file about it. The order is fixed. */
function addressesOf(about: Published): string[] {
  const { username, id, storyId, chapterId, slug, seriesSlug, tag } = about;
  const known: Record<string, string | number> = {
    ...{ username, id: storyId, account_id: id, query: username, slug, tag, chapterId },
  };
  const calls = api
    .map((one) => one.call)
    .filter(({ method, access }) => method === 'GET' && (access === 'anyone' || access === 'optional-auth'))
    .map((one) => {
      const fields = Object.keys((one.input as z.ZodObject).shape).filter((name) => name in known);
      const input = Object.fromEntries(fields.map((name) => [name, known[name]]));
      const { path, rest } = addressOf(one, input);
      const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]));
      return `/api${path}?${query}`;
    })
    .filter((path) => !path.includes('undefined'));
  const pages = [urls.author(username), urls.story(slug), urls.series(seriesSlug), urls.tag(tag)];
  return [
    ...calls,
    `/api/series/${seriesSlug}`,
    `/api/series/${about.seriesId}`,
    `/api/stories?account_id=${id}`,
    `/api/search?query=${username}&type=authors`,
    `/api/search/suggestions?query=${username}`,
    ...pages,
    urls.chapter(slug, chapterId),
    urls.search({ q: username }),
    urls.search({ q: about.display_name, type: 'authors' }),
    ...pages.flatMap((page) => [`${page}/feed.xml`, `${page}/feed.json`, `/opds${page}`, `/opds/v2${page}`]),
    ...['book.epub', 'cover.svg', 'all'].map((file) => `${urls.story(slug)}/${file}`),
  ];
}

/** The addresses that name nobody. */
const GENERAL_ADDRESSES = [
  ...[
    urls.home(),
    urls.allStories(),
    urls.authors(),
    urls.tags(),
    fileUrls.sitemap(),
    '/feed.xml',
    '/feed.json',
  ],
  ...['/opds/new', '/opds/authors', '/opds/series', '/opds/v2/authors', '/opds/v2/series'],
  ...(['pages', 'stories', 'series', 'authors', 'tags'] as const).map((kind) =>
    fileUrls.sitemapPart(kind, 1),
  ),
];

async function textAt(url: string): Promise<string> {
  const { statusCode, headers, payload, rawPayload } = await app.inject({ url });
  const { date: _, etag: __, 'content-length': ___, ...rest } = headers;
  assert.notEqual(statusCode, 500, url);
  const isBook = headers['content-type'] === 'application/epub+zip';
  const body = isBook ? await textOfBook(rawPayload) : payload;
  return `${statusCode}\n${JSON.stringify(rest)}\n${body}`;
}

async function textOfBook(epub: Buffer): Promise<string> {
  const { files } = await epubFiles(epub);
  return [...files].map(([name, content]) => `${name}\n${content.toString('latin1')}`).join('\n');
}

async function said(about: Published): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const url of addressesOf(about)) texts.set(url, await textAt(url));
  return texts;
}

type Said = Awaited<ReturnType<typeof said>>;

const namesIn = (text: string) =>
  published.filter(({ username }) => text.toLowerCase().includes(username.toLowerCase()));
/** Lists of everybody's stories and authors name all of them. */
const isGeneral = (text: string) => namesIn(text).length === published.length;

/** Times to the second, long numbers and tokens. */
function valuesOf(texts: Said): Set<string> {
  const all = [...texts.values()].filter((text) => !isGeneral(text)).join('\n');
  return new Set(all.match(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|\d{6,}|[\w-]{30,}/g) ?? []);
}

/** Where the public texts about one name contain the other, or a value that only the two share. */
function findLinks(
  [one, ofOne]: [Published, Said],
  [other, ofOther]: [Published, Said],
  rest: Said[],
): string[] {
  const links: string[] = [];
  for (const [texts, foreign] of [
    [ofOne, other],
    [ofOther, one],
  ] as const) {
    const { username, display_name, id, slug, seriesSlug } = foreign;
    const traces = [username, display_name, String(id), slug, seriesSlug];
    // A short number may be anything's. Tags belong to everybody: many pages list them.
    const telling = traces.filter((trace) => !/^\d{1,5}$/.test(trace));
    for (const [url, text] of texts) {
      if (isGeneral(text)) continue;
      for (const trace of telling)
        if (new RegExp(`(?<![\\w-])${trace}(?![\\w-])`, 'i').test(text)) links.push(`${url}: ${trace}`);
    }
  }
  const everybodys = new Set(rest.flatMap((texts) => [...valuesOf(texts)]));
  const others = valuesOf(ofOther);
  for (const value of valuesOf(ofOne))
    if (others.has(value) && !everybodys.has(value)) links.push(`shared: ${value}`);
  return links;
}

/** The form of a text without what it says: the fields of JSON with their types, the elements of a page. */
function shapeOf(text: string): string {
  const [status, headers = '{}', ...lines] = text.split('\n');
  const body = lines.join('\n');
  const headerNames = Object.keys(JSON.parse(headers)).sort().join();
  // The files of a book have forms of their own.
  if (/application\/epub/.test(headers)) return `${status}\n${headerNames}`;
  const form = /^[{[]/.test(body)
    ? JSON.stringify(shapeOfValue(JSON.parse(body)))
    : [...new Set(body.match(/<[a-z][a-z0-9]*(?: class="[^"]*")?/g) ?? [])].sort().join('\n');
  return `${status}\n${headerNames}\n${form}`;
}

function shapeOfValue(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((one) => JSON.stringify(shapeOfValue(one))))].sort();
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOfValue(one)]));
}

const texts = await Promise.all(published.map(said));
const [ofFirst, ofBetween, ofSecond, ofLast] = texts as [Said, Said, Said, Said];

// Interface, Identity: author_username, author_id, /author/:username and /accounts/users/{username} refer to pen names
test('nothing in any public answer, page or header links two pen names of one account', () => {
  const about = [...ofFirst].filter(([, text]) => /zara-one/i.test(text) && !isGeneral(text));
  const kinds = ['/api/', '/author/', '/story/', '/series/', '/tag/', '/search'];
  for (const kind of kinds)
    assert.ok(
      about.some(([url, text]) => url.startsWith(kind) && text.startsWith('200')),
      kind,
    );
  assert.match(ofFirst.get(`${urls.story(first.slug)}/book.epub`) ?? '', /The Lamp was lit/);
  assert.deepEqual(findLinks([first, ofFirst], [second, ofSecond], [ofBetween, ofLast]), []);
  assert.deepEqual(findLinks([between, ofBetween], [last, ofLast], [ofFirst, ofSecond]), []);
});

test('a story that its author exports, to pass it on, has one name alone', async () => {
  for (const format of EXPORT_FORMATS) {
    const url = `/api/stories/${second.storyId}/export?format=${format}`;
    const { statusCode, rawPayload } = await app.inject({ url, headers: author.headers });
    const isArchive = rawPayload.toString('latin1', 0, 2) === 'PK';
    const text = isArchive ? await textOfBook(rawPayload) : rawPayload.toString();
    assert.deepEqual([statusCode, text.includes('The Moth was lit')], [200, true], format);
    assert.doesNotMatch(text, /zara/i, format);
  }
});

test('names of two accounts have as little in common', () => {
  assert.deepEqual(findLinks([first, ofFirst], [between, ofBetween], [ofSecond, ofLast]), []);
  assert.deepEqual(findLinks([second, ofSecond], [last, ofLast], [ofFirst, ofBetween]), []);
});

test('the form of what is public is the same for every name', () => {
  const [reference, ...others] = texts.map((map) => [...map]);
  for (const [index, [url, text]] of (reference ?? []).entries())
    for (const other of others) {
      const [otherUrl = '', otherText = ''] = other[index] ?? [];
      assert.equal(shapeOf(otherText), shapeOf(text), `${otherUrl} and ${url}`);
    }
});

test('public output about all accounts names every pen name in the same way', async () => {
  for (const url of GENERAL_ADDRESSES) {
    const text = await textAt(url);
    const named = namesIn(text).length;
    assert.ok(named === 0 || named === published.length, `${url} names ${named}`);
  }
});

test('stories that are listed together keep the order in which they were published', async () => {
  const { stories } = (await call(undefined, 'GET', '/frontpage?sort=new')).body.data;
  assert.deepEqual(
    stories.map((story: { slug: string }) => story.slug),
    [last, second, between, first].map(({ slug }) => slug),
  );
});

// Interface, Identity: GET /pen-names lists one’s own in data.pen_names
test('a guest and another author get nothing from the calls that tell names apart', async () => {
  assert.equal((await call(undefined, 'GET', '/pen-names')).status, 401);
  const { body } = await call(stranger, 'GET', '/pen-names');
  assert.ok(!/zara|another/i.test(JSON.stringify(body)));
  for (const { id } of [first, second])
    assert.equal((await call(stranger, 'PUT', `/pen-names/${id}`, {})).status, 404);
});

test('the search for links finds planted ones', () => {
  const planted = (map: Said, leak: string): Said => new Map([...map, ['/planted', leak]]);
  const rest = [ofBetween, ofLast];
  const find = (one: Said, other: Said) => findLinks([first, one], [second, other], rest);
  assert.notDeepEqual(find(planted(ofFirst, 'see quite-another'), ofSecond), []);
  assert.notDeepEqual(find(ofFirst, planted(ofSecond, 'also by Zara')), []);
  assert.notDeepEqual(find(planted(ofFirst, `"account":${second.id}`), ofSecond), []);
  const time = (milliseconds: string) => `"created_at":"2026-11-22T10:11:12.${milliseconds}Z"`;
  assert.notDeepEqual(find(planted(ofFirst, time('131')), planted(ofSecond, time('977'))), []);
  assert.notEqual(shapeOf('200\n{}\n{"a":1}'), shapeOf('200\n{}\n{"a":1,"b":2}'));
});

// Interface, Identity: Every other id is random, and never adjacent to another
test('ids of pen names neither follow each other nor that of the account', async () => {
  const added: number[] = [];
  for (let count = 0; count < 5; count += 1)
    added.push((await call(author, 'POST', '/pen-names', { username: `many-${count}` })).body.data.id);
  for (const [index, id] of added.entries())
    for (const other of [author.id, ...added.slice(0, index)]) assert.ok(Math.abs(id - other) > 1000);
});
