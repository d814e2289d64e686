import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Fastify from 'fastify';
import { createCoverPictures } from '#features/covers/service/cover-pictures.ts';
import { inProcessApi } from '#platform/http/implemented-call.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { createRequestLimits } from '#platform/rate-limits/request-limits.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { readAtom } from '#tests/support/feed-readers.ts';
import { naughtyTexts } from '#tests/support/hostile-texts.ts';
import { opds2Rules, opdsProblems, publicationRules } from '#tests/support/opds-rules.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { noPages, testServer } from '#tests/support/test-server.ts';
import { api } from './api.ts';
import { registerBooks } from './books.ts';
import { registerCatalogue } from './catalogue.ts';
import { registerFeeds } from './feeds.ts';

const { context } = await testDatabase();
const { publicUrl } = context;
const app = await testServer(context);
const call = apiCalls(app);
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'otto-reads');

const ONE = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };

async function write(fields: object = {}): Promise<{ id: number; slug: string }> {
  const made = await call(author, 'POST', '/stories', { title: 'Slack Water', ...fields });
  assert.equal(made.status, 201);
  assert.equal((await call(author, 'POST', `/stories/${made.body.data.id}/chapters`, ONE)).status, 201);
  return made.body.data;
}

const tagged = { tags: ['estuary'], synopsis: 'Two keepers.' };
const ebb = await write({
  title: 'Ebb',
  ...tagged,
  language: 'en-GB',
  warnings: ['grief'],
  licence: 'CC0-1.0',
});
const flood = await write({ title: 'Flood & Co', ...tagged });
const members = await write({ title: 'Neap', ...tagged, visibility: 'members' });
const noBook = await write({ title: 'Kept Here', ...tagged, books: false });
const byLink = await write({ title: 'Hidden Creek', ...tagged, visibility: 'link' });
const draft = await write({ title: 'Unfinished', ...tagged, visibility: 'draft' });
const all = [ebb, flood, members, noBook, byLink];
const series = (await call(author, 'POST', '/series', { title: 'The Tides' })).body.data;
await call(author, 'PUT', `/series/${series.id}/stories`, { story_ids: all.map(({ id }) => id) });
const shelf = (await call(reader, 'POST', '/shelves', { title: 'By the sea' })).body.data;
for (const { id } of all) await call(reader, 'PUT', `/shelves/${shelf.id}/stories/${id}`, {});
const { token } = (await call(reader, 'POST', '/feed-token', {})).body.data;

const get = (url: string) => app.inject({ url });
const NAVIGATION = ['', '/tags', '/authors', '/series'];
const BOOKS = [
  ...['/new', '/top', '/tag/estuary', '/tag/estuary?sort=top', '/author/una-writes'],
  ...[`/series/${series.slug}`, '/search?q=ebb', '/search?tags=estuary'],
];

async function titlesIn(path: string): Promise<string[]> {
  const answer = await get(`/opds${path}`);
  assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
  const { entries } = await readAtom(answer.body);
  const second = await get(`/opds/v2${path}`);
  assert.equal(second.statusCode, 200, path);
  const { navigation, publications } = second.json();
  const titles = (entries[0] ?? []).map(({ title }) => title);
  assert.deepEqual(
    (navigation ?? publications).map((item: { title: string; metadata?: { title: string } }) =>
      item.metadata === undefined ? item.title : item.metadata.title,
    ),
    titles,
  );
  return titles;
}

describe('the catalogue', () => {
  // Interface, Following, feeds, books: OPDS 1.2 is at /opds, and 2.0 at /opds/v2
  test('keeps the rules of OPDS 1.2 and 2.0 on every page', async () => {
    for (const root of ['', `/${token}`]) {
      const further = root === '' ? [] : [`/shelf/${shelf.id}`, '/shelf/bookmarks'];
      for (const path of NAVIGATION) {
        const answer = await get(`/opds${root}${path}`);
        assert.match(String(answer.headers['content-type']), /profile=opds-catalog;kind=navigation/);
        assert.deepEqual(await opdsProblems(answer.body, 'navigation'), [], path);
      }
      for (const path of [...BOOKS, ...further]) {
        const answer = await get(`/opds${root}${path}`);
        assert.match(String(answer.headers['content-type']), /profile=opds-catalog;kind=acquisition/, path);
        assert.deepEqual(await opdsProblems(answer.body, 'acquisition'), [], path);
      }
      for (const path of [...NAVIGATION, ...BOOKS, ...further]) {
        const answer = await get(`/opds/v2${root}${path}`);
        assert.equal(answer.headers['content-type'], 'application/opds+json', path);
        assert.deepEqual(opds2Rules.safeParse(answer.json()).error?.issues, undefined, path);
      }
    }
  });

  test('offers public stories that their authors let out, in every way to find them', async () => {
    for (const path of ['/new', '/top', '/tag/estuary', '/author/una-writes', `/series/${series.slug}`])
      assert.deepEqual((await titlesIn(path)).toSorted(), ['Ebb', 'Flood & Co'], path);
    assert.deepEqual(await titlesIn('/search?q=flood'), ['Flood & Co']);
    assert.deepEqual(await titlesIn('/search?q=keepers&language=en'), ['Ebb']);
    assert.deepEqual(await titlesIn(`/tag/estuary?hidden=s%3D${ebb.id}`), ['Flood & Co']);
    assert.match((await get('/opds/top')).body, /<title>Top stories</);
    assert.deepEqual(await titlesIn('/tags'), ['estuary']);
    assert.deepEqual(await titlesIn('/authors'), ['una-writes']);
    assert.deepEqual(await titlesIn('/series'), ['The Tides']);
    assert.match((await get('/opds/series')).body, />4 stories</, 'without the one by link');
    assert.equal((await get('/opds/v2/search?query=ebb')).json().publications.length, 1);
  });

  test('says of a book what a reading program shows', async () => {
    const { smith } = await readAtom((await get('/opds/search?q=ebb')).body);
    const entry = smith.entries?.[0];
    const at = `${publicUrl}/story/${ebb.slug}`;
    const hrefOf = (rel: string) => entry?.links?.find((link) => link.rel === rel)?.href;
    assert.equal(hrefOf('http://opds-spec.org/acquisition/open-access'), `${at}/book.epub`);
    assert.equal(hrefOf('http://opds-spec.org/image'), `${at}/cover.png?width=640`);
    assert.equal(hrefOf('http://opds-spec.org/image/thumbnail'), `${at}/cover.png?width=320`);
    assert.equal(hrefOf('related'), `${publicUrl}/opds/series/${series.slug}`);
    assert.deepEqual(entry?.dcterms?.languages, ['en-GB']);
    assert.deepEqual(
      entry?.categories?.map(({ term }) => term),
      ['estuary', 'grief'],
    );
    assert.match(entry?.rights?.value ?? '', /CC0/);
    for (const path of ['/book.epub', '/cover.png?width=320', '/cover.png?width=640'])
      assert.equal((await get(`/story/${ebb.slug}${path}`)).statusCode, 200, path);
    const answer = await get(`/opds/v2/story/${ebb.slug}`);
    assert.equal(answer.headers['content-type'], 'application/opds-publication+json');
    const book = publicationRules.parse(answer.json());
    assert.deepEqual(answer.json(), (await get('/opds/v2/search?query=ebb')).json().publications[0]);
    assert.equal(book.metadata.identifier, entry?.id);
    assert.equal(book.metadata.belongsTo?.series.name, 'The Tides');
    for (const { slug } of [members, noBook, byLink, draft])
      assert.equal((await get(`/opds/v2/story/${slug}`)).statusCode, 404, slug);
  });

  test('describes its search', async () => {
    for (const root of ['/opds', `/opds/${token}`]) {
      const answer = await get(`${root}/opensearch.xml`);
      assert.equal(answer.headers['content-type'], 'application/opensearchdescription+xml');
      assert.ok(answer.body.includes(`template="${publicUrl}${root}/search?q={searchTerms}"`));
    }
  });

  test('continues on further pages', async () => {
    for (let at = 0; at < 30; at += 1) await write({ title: `Many ${at}`, tags: ['many'] });
    const first = await get('/opds/tag/many?sort=top');
    const { next } = await readAtom(first.body);
    assert.equal(next, `${publicUrl}/opds/tag/many?sort=top&page=2`);
    assert.equal((await titlesIn('/tag/many')).length, 25);
    assert.equal((await titlesIn('/tag/many?page=2')).length, 5);
    const { links } = (await get('/opds/v2/tag/many?page=2')).json();
    assert.ok(links.some((link: { rel: string }) => link.rel === 'previous'));
    assert.equal((await get('/opds/new?page=0')).statusCode, 422);
  });

  test('is found by one address, and nothing else is there', async () => {
    const moved = await get('/opds/tag/Estuary');
    assert.deepEqual([moved.statusCode, moved.headers.location], [301, '/opds/tag/estuary']);
    const missing = ['/nothing', '/tag/unused-tag', '/author/nobody', '/series/none', '/shelf/bookmarks'];
    for (const path of [...missing, '/author/%00', '/new/x'])
      for (const root of ['/opds', '/opds/v2'])
        assert.equal((await get(root + path)).statusCode, 404, root + path);
    assert.equal((await get('/opds/search?min_words=x')).statusCode, 422);
  });

  test('is not sent again to a client that has it', async () => {
    for (const path of ['/opds', '/opds/new', '/opds/v2/new', `/opds/${token}`]) {
      const first = await get(path);
      const { etag = '', 'last-modified': modified = '' } = first.headers as Record<string, string>;
      assert.equal(first.headers['x-robots-tag'], 'noindex');
      for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': modified }] as Record<
        string,
        string
      >[])
        assert.equal((await app.inject({ url: path, headers })).statusCode, 304, path);
      const head = await app.inject({ method: 'HEAD', url: path });
      assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', etag]);
    }
  });

  test('shows whatever was typed as text', async () => {
    for (const [at, text] of naughtyTexts.entries()) {
      if (at % 12 !== 0) continue;
      const title = `B ${text}`.slice(0, 90);
      const made = await call(author, 'POST', '/stories', { title, synopsis: title, tags: ['naughty'] });
      if (made.status === 201) await call(author, 'POST', `/stories/${made.body.data.id}/chapters`, ONE);
    }
    assert.deepEqual(await opdsProblems((await get('/opds/tag/naughty')).body, 'acquisition'), []);
    opds2Rules.parse((await get('/opds/v2/tag/naughty')).json());
    assert.ok((await titlesIn('/tag/naughty')).length > 20);
  });
});

describe('the catalogue below a token', () => {
  // Interface, Following, feeds, books: Private shelves are under /opds/:token
  test('has its owner’s shelves and all stories that a member reads, with books by the token', async () => {
    const start = await titlesIn(`/${token}`);
    assert.ok(start.includes('By the sea') && start.includes('Bookmarks'), start.join());
    const path = `/opds/${token}/shelf/${shelf.id}`;
    const answer = await get(path);
    assert.match(String(answer.headers['cache-control']), /^private/);
    const { smith } = await readAtom(answer.body);
    const titles = smith.entries?.map(({ title }) => title?.value).toSorted();
    assert.deepEqual(titles, ['Ebb', 'Flood & Co', 'Neap']);
    for (const { links } of smith.entries ?? []) {
      const book = links?.find(({ rel }) => rel?.includes('acquisition'))?.href ?? '';
      assert.ok(book.startsWith(`${publicUrl}/opds/${token}/book/`), book);
      assert.equal((await get(book.slice(publicUrl.length))).statusCode, 200, book);
    }
    assert.deepEqual((await titlesIn(`/${token}/tag/estuary`)).toSorted(), titles);
    assert.equal((await get(`/opds/v2/${token}/story/${members.slug}`)).statusCode, 200);
  });

  test('leaves out what its owner hides, and their own drafts', async () => {
    await call(reader, 'PUT', '/hidden', { stories: [flood.id] });
    assert.deepEqual((await titlesIn(`/${token}/tag/estuary`)).toSorted(), ['Ebb', 'Neap']);
    assert.deepEqual((await titlesIn(`/${token}/shelf/${shelf.id}`)).toSorted(), ['Ebb', 'Neap']);
    await call(reader, 'PUT', '/hidden', { stories: [] });
    const own = (await call(author, 'POST', '/feed-token', {})).body.data.token;
    await call(author, 'POST', `/tracking/stories/${draft.id}/bookmark`, {});
    assert.deepEqual(await titlesIn(`/${own}/shelf/bookmarks`), []);
    assert.equal((await get(`/opds/v2/${own}/story/${draft.slug}`)).statusCode, 404);
  });

  test('ends with its token, and answers a wrong one like any other', async () => {
    const cache = createResponseCache({ maxBytes: 10_000_000, freshMilliseconds: 3_600_000 });
    const cached = await testServer(context, { cache });
    const get = (url: string) => cached.inject({ url });
    const person = await signedIn(context, 'lena-reads');
    const old = (await call(person, 'POST', '/feed-token', {})).body.data.token;
    for (const path of ['', '/new', '/shelf/bookmarks'])
      assert.equal((await get(`/opds/${old}${path}`)).headers['cache-control'], 'private, no-cache');
    await call(person, 'POST', '/feed-token', {});
    const wrong = ['x'.repeat(43), 'y', old, '%00', 'x'.repeat(400)];
    const answers = await Promise.all(
      wrong.flatMap((each) => ['', '/new', '/shelf/bookmarks'].map((path) => get(`/opds/${each}${path}`))),
    );
    const bodies = new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`));
    assert.deepEqual([...bodies], ['404 There is no such feed\n']);
    const { headers } = answers[0] ?? {};
    assert.equal(headers?.['cache-control'], 'no-store');
  });

  test('is limited by account, together with the private feed and its books, whatever the network', async () => {
    const person = await signedIn(context, 'mara-reads');
    const { token } = (await call(person, 'POST', '/feed-token', {})).body.data;
    const limits = createRequestLimits();
    const limited = Fastify();
    const callApi = inProcessApi(api, context);
    const shared = { context, callApi, limits, cache: undefined };
    registerFeeds(limited, shared);
    registerCatalogue(limited, {
      ...shared,
      callAs: (account) => inProcessApi(api, context, undefined, account),
    });
    registerBooks(limited, { ...shared, pictures: createCoverPictures(), renderer: noPages });
    const paths = [`/opds/${token}`, `/feed/${token}.xml`, `/opds/${token}/book/none.epub`];
    const statuses = () => Promise.all(paths.map(async (url) => (await limited.inject({ url })).statusCode));
    assert.deepEqual(await statuses(), [200, 200, 404]);
    while (limits.takeFor('read', person.id) === undefined);
    assert.deepEqual(await statuses(), [429, 429, 429]);
    limits.stop();
    await limited.close();
  });
});
