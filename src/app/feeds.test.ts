import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { permanentId } from '#features/feeds/service/entries.ts';
import { REQUESTS_PER_MINUTE } from '#platform/rate-limits/request-limits.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { readAtom, readJsonFeed } from '#tests/support/feed-readers.ts';
import { forbiddenIn, hostileHtml, naughtyTexts } from '#tests/support/hostile-texts.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context } = await testDatabase();
const { db, publicUrl } = context;
const app = await testServer(context);
const call = apiCalls(app);
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'otto-reads');

interface Written {
  id: number;
  slug: string;
  title: string;
}

const ONE = { title: 'One', content: '<p>The lamp was lit at <em>eight</em>.</p>' };

async function write(fields: object = {}, chapters: object[] = [ONE]): Promise<Written> {
  const made = await call(author, 'POST', '/stories', { title: 'Slack Water', ...fields });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  for (const chapter of chapters) {
    const added = await call(author, 'POST', `/stories/${made.body.data.id}/chapters`, chapter);
    assert.equal(added.status, 201);
  }
  return made.body.data;
}

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

/** The titles of the entries of a feed, on which all readers agree. */
async function titlesIn(path: string): Promise<string[]> {
  const answer = await get(path);
  assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
  const { entries } = await readAtom(answer.body);
  const [titles, ...others] = entries.map((list) => list.map(({ title }) => title));
  for (const other of others) assert.deepEqual(other, titles);
  const json = await get(path.replace('.xml', '.json'));
  assert.deepEqual(readJsonFeed(json.body).items?.map(({ title }) => title) ?? [], titles);
  return titles ?? [];
}

describe('the feed of a story', () => {
  // Interface, Running: Mails, canonical links, sitemap and feeds use PUBLIC_URL
  // Interface, Following, feeds, books: Feeds are Atom at feed.xml and JSON Feed 1.1 at feed.json
  // Interface, Following, feeds, books: A story, series, author, tag, list and search has a feed, and the home page one of the newest
  test('has an entry for each published chapter, newest first, named after story and chapter', async () => {
    const { slug, id } = await write(
      {
        title: 'The Ferry & Co',
        synopsis: 'Two keepers.',
        tags: ['slow burn'],
        warnings: ['death'],
        language: 'en-GB',
      },
      [ONE, { ...ONE, title: 'Two', warnings: ['grief'] }, { ...ONE, title: 'Later', state: 'draft' }],
    );
    assert.deepEqual(await titlesIn(`/story/${slug}/feed.xml`), [
      'The Ferry & Co: Two',
      'The Ferry & Co: One',
    ]);
    const { smith, entries, titles } = await readAtom((await get(`/story/${slug}/feed.xml`)).body);
    assert.deepEqual(titles, ['The Ferry & Co', 'The Ferry & Co', 'The Ferry & Co']);
    assert.equal(smith.subtitle?.value, 'Two keepers.');
    assert.equal(smith.authors?.[0]?.name, 'una-writes');
    const entry = smith.entries?.[0];
    assert.deepEqual(
      entry?.categories?.map(({ term }) => term),
      ['slow burn', 'death', 'grief'],
    );
    assert.match(entry?.rights?.value ?? '', /© una-writes\. All rights reserved/);
    assert.equal(entry?.content, undefined);
    const { chapters } = (await call(author, 'GET', `/stories/${id}/chapters`)).body.data;
    assert.ok(
      entries.every((list) => list[0]?.link === `${publicUrl}/story/${slug}/chapter/${chapters[1].id}`),
    );
    assert.ok(entries.every((list) => list[0]?.id.startsWith('urn:uuid:')));
    const answer = await get(`/story/${slug}/feed.json`);
    assert.equal(answer.json().version, 'https://jsonfeed.org/version/1.1');
    const json = readJsonFeed(answer.body);
    assert.equal(json.items?.[0]?.content_text, 'Two keepers.');
    assert.deepEqual(json.items?.[0]?.tags, [
      'slow burn',
      'Content warning: Death',
      'Content warning: Grief and loss',
    ]);
  });

  test('has whole chapters where the author allows it, and never those of a story for members', async () => {
    const chapter = {
      ...{ ...ONE, note_before: '<p>Before.</p>', warnings: ['grief'] },
      content: '<p>The lamp.<img src="https://example.org/a.png" alt="a map"></p>',
    };
    const open = await write({ full_text_feeds: true, licence: 'CC-BY-4.0' }, [chapter]);
    const html = (await readAtom((await get(`/story/${open.slug}/feed.xml`)).body)).smith.entries?.[0];
    assert.match(html?.rights?.value ?? '', /CC BY 4\.0/);
    const expected =
      '<p>Content warnings: Grief and loss</p><blockquote><p>Before.</p></blockquote>' +
      '<p>The lamp.<a href="https://example.org/a.png">a map</a></p>';
    assert.equal(html?.content?.value, expected);
    assert.equal(
      readJsonFeed((await get(`/story/${open.slug}/feed.json`)).body).items?.[0]?.content_html,
      expected,
    );
    const closed = await write({ title: 'Neap', full_text_feeds: true, visibility: 'members' }, [chapter]);
    const answer = await get(`/story/${closed.slug}/feed.xml`);
    assert.doesNotMatch(answer.body, /lamp|One|Before/);
    assert.deepEqual(await titlesIn(`/story/${closed.slug}/feed.xml`), ['Neap: Chapter 1']);
  });

  test('keeps the ids of its entries when its address changes, and moves with it', async () => {
    const { id, slug } = await write({ title: 'Old Harbour' });
    const idsAt = async (path: string) =>
      (await readAtom((await get(path)).body)).smith.entries?.map((entry) => entry.id);
    const before = await idsAt(`/story/${slug}/feed.xml`);
    await call(author, 'PUT', `/stories/${id}`, { title: 'New Harbour', slug: 'new-harbour-feed' });
    const moved = await get(`/story/${slug}/feed.xml?page=1`);
    assert.equal(moved.statusCode, 301);
    assert.equal(moved.headers.location, '/story/new-harbour-feed/feed.xml?page=1');
    assert.deepEqual(await idsAt('/story/new-harbour-feed/feed.xml'), before);
  });

  // Interface, Stories: A story without a chapter is in no public list, search or feed
  // Interface, Stories and chapters: A story by link is absent from lists, feeds, search and sitemap
  test('is that of a listed story alone', async () => {
    const withheld = await write();
    await db.updateTable('stories').set({ withheld_at: new Date() }).where('id', '=', withheld.id).execute();
    const trashed = await write();
    await call(author, 'DELETE', `/stories/${trashed.id}`);
    const slugs = [
      ...[withheld.slug, trashed.slug, (await write({ visibility: 'draft' })).slug],
      ...[(await write({ visibility: 'link' })).slug, (await write({}, [])).slug, 'no-such-story', '%00'],
    ];
    for (const slug of slugs)
      for (const format of ['xml', 'json'])
        assert.equal((await get(`/story/${slug}/feed.${format}`)).statusCode, 404, slug);
  });

  test('continues on further pages', async () => {
    const { slug, id } = await write({ title: 'Long' });
    await db
      .insertInto('chapters')
      .values(
        Array.from({ length: 30 }, (_, at) => ({
          ...{ story_id: id, title: `No. ${at + 2}`, order: at + 2, content: '<p>x</p>', state: 'published' },
          ...{ cleaner_version: 1, word_count: 1 },
        })),
      )
      .execute();
    const first = await readAtom((await get(`/story/${slug}/feed.xml`)).body);
    assert.equal(first.smith.entries?.length, 25);
    assert.equal(first.next, `${publicUrl}/story/${slug}/feed.xml?page=2`);
    const second = await readAtom((await get(`/story/${slug}/feed.xml?page=2`)).body);
    assert.deepEqual([second.smith.entries?.length, second.next], [6, undefined]);
    const json = readJsonFeed((await get(`/story/${slug}/feed.json`)).body);
    assert.equal(json.next_url, `${publicUrl}/story/${slug}/feed.json?page=2`);
    for (const page of ['0', '-1', 'two', '99999']) {
      const answer = await get(`/story/${slug}/feed.xml?page=${page}`);
      assert.deepEqual(
        [answer.statusCode, answer.headers['content-type']],
        [422, 'text/plain; charset=utf-8'],
      );
    }
  });
});

describe('feeds of lists', () => {
  // Interface, Following, feeds, books: A story, series, author, tag, list and search has a feed, and the home page one of the newest
  test('have an entry for each story, with the time of its last chapter', async () => {
    const tagged = { tags: ['estuary'], language: 'de', status: 'complete' };
    const old = await write({ title: 'Ebb', ...tagged });
    const last = await write({ title: 'Flood', ...tagged, tags: ['estuary', 'mud'] });
    const secret = await write({ title: 'Hidden Creek', ...tagged, visibility: 'link' });
    const series = (await call(author, 'POST', '/series', { title: 'The Tides' })).body.data;
    await call(author, 'PUT', `/series/${series.id}/stories`, { story_ids: [old.id, last.id, secret.id] });
    const list = (await call(reader, 'POST', '/shelves', { title: 'By the sea', visibility: 'public' })).body
      .data;
    for (const { id } of [old, last, secret])
      await call(reader, 'PUT', `/shelves/${list.id}/stories/${id}`, {});
    const both = ['Ebb', 'Flood'];
    assert.deepEqual((await titlesIn('/feed.xml')).slice(0, 2), both.toReversed());
    assert.deepEqual(await titlesIn('/tag/estuary/feed.xml'), both.toReversed());
    assert.deepEqual((await titlesIn('/author/una-writes/feed.xml')).slice(0, 2), both.toReversed());
    assert.deepEqual(await titlesIn(`/series/${series.slug}/feed.xml`), both.toReversed());
    assert.deepEqual((await titlesIn(`/list/${list.slug}/feed.xml`)).toSorted(), both);
    assert.deepEqual((await titlesIn('/search/feed.xml?tags=estuary')).toSorted(), both);
    assert.deepEqual(await titlesIn('/search/feed.xml?q=flood'), ['Flood']);
    assert.deepEqual(await titlesIn('/search/feed.xml?tags=estuary&not_tags=mud&language=de'), ['Ebb']);
    assert.deepEqual(await titlesIn('/tag/estuary/feed.xml?status=ongoing'), []);
    assert.deepEqual(await titlesIn(`/tag/estuary/feed.xml?hidden=s%3D${last.id}`), ['Ebb']);
    const { smith } = await readAtom((await get('/tag/estuary/feed.xml')).body);
    await call(author, 'PUT', `/stories/${old.id}`, { title: 'Ebb', slug: old.slug, synopsis: 'Late.' });
    const again = (await readAtom((await get('/tag/estuary/feed.xml')).body)).smith;
    assert.deepEqual(again.entries?.[1]?.updated, smith.entries?.[1]?.updated);
    await call(author, 'POST', `/stories/${old.id}/chapters`, { ...ONE, title: 'Two' });
    const third = (await readAtom((await get('/tag/estuary/feed.xml')).body)).smith;
    assert.ok((third.entries?.[1]?.updated ?? '') > (smith.entries?.[1]?.updated ?? ''));
    assert.equal(third.entries?.[1]?.id, smith.entries?.[1]?.id);
  });

  test('of a long series or reading list begin with what came last', async () => {
    const parts: Written[] = [];
    for (let part = 1; part <= 26; part += 1) parts.push(await write({ title: `Part ${part}` }));
    const series = (await call(author, 'POST', '/series', { title: 'The Long Coast' })).body.data;
    await call(author, 'PUT', `/series/${series.id}/stories`, { story_ids: parts.map(({ id }) => id) });
    const list = (await call(reader, 'POST', '/shelves', { title: 'Coasts', visibility: 'public' })).body
      .data;
    // The one that is added last was written first.
    for (const { id } of parts.toReversed())
      await call(reader, 'PUT', `/shelves/${list.id}/stories/${id}`, {});
    const [first, second] = await titlesIn(`/series/${series.slug}/feed.xml`);
    assert.deepEqual([first, second], ['Part 26', 'Part 25']);
    assert.deepEqual(await titlesIn(`/series/${series.slug}/feed.xml?page=2`), ['Part 1']);
    assert.deepEqual((await titlesIn(`/list/${list.slug}/feed.xml`)).slice(0, 2), ['Part 1', 'Part 2']);
    assert.deepEqual(await titlesIn(`/list/${list.slug}/feed.xml?page=2`), ['Part 26']);
  });

  test('date a story that was a draft for long by its publication', async () => {
    const draft = await write({ title: 'Kept Back', tags: ['kept back'], visibility: 'draft' });
    const then = new Date('2025-01-01T12:00:00Z');
    await db.updateTable('stories').set({ created_at: then }).where('id', '=', draft.id).execute();
    const before = Date.now();
    const { title, slug } = draft;
    await call(author, 'PUT', `/stories/${draft.id}`, { title, slug, visibility: 'public' });
    const [item] = readJsonFeed((await get('/tag/kept%20back/feed.json')).body).items ?? [];
    assert.ok(Date.parse(item?.date_published ?? '') >= before);
  });

  test('have an id of their own for each filter and order, and the same one on every page', async () => {
    const { slug } = await write({ title: 'Reach', tags: ['weir'] });
    const { id } = (await call(author, 'GET', `/stories/${slug}`)).body.data;
    const { tags } = (await call(author, 'GET', '/search/tags?query=weir')).body.data;
    const idAt = async (path: string) => (await readAtom((await get(path)).body)).smith.id;
    const uuidOf = (name: string) => permanentId(context, name);
    assert.equal(await idAt('/feed.xml'), uuidOf('feed of new stories'), 'the one that subscribers know');
    assert.equal(await idAt('/tag/weir/feed.xml'), uuidOf(`feed of tag ${tags[0].id}`));
    const filters = [
      '',
      '&status=ongoing',
      '&not_tags=mud',
      '&min_words=2',
      `&hidden=s%3D${id}`,
      '&sort=trending',
    ];
    const ids = new Set<string | undefined>();
    for (const base of ['/feed.xml?', '/tag/weir/feed.xml?', '/search/feed.xml?q=reach'])
      for (const filter of filters) {
        const found = await idAt(base + filter);
        ids.add(found);
        for (const same of ['page=1', 'unknown=1'])
          assert.equal(await idAt(`${base}${filter}&${same}`), found);
        assert.equal((await get(`${base.replace('.xml', '.json')}${filter}`)).statusCode, 200);
      }
    assert.equal(ids.size, 3 * filters.length);
    assert.equal(await idAt(`/feed.xml?hidden=s%3D${id}&show_hidden=true`), await idAt('/feed.xml'));
  });

  test('are found by one address', async () => {
    const { id } = await write({ tags: ['Brackish Water'] });
    for (const [path, to] of [
      ['/tag/brackish-water/feed.xml?page=1', '/tag/brackish%20water/feed.xml?page=1'],
      ['/author/Una-Writes/feed.json', '/author/una-writes/feed.json'],
      [`/story/${id}/feed.xml`, undefined],
    ] as const) {
      const answer = await get(path);
      assert.equal(answer.statusCode, 301, path);
      if (to !== undefined) assert.equal(answer.headers.location, to);
    }
    for (const path of ['/tag/nobody-uses-this', '/author/nobody', '/series/none', '/list/none'])
      assert.equal((await get(`${path}/feed.xml`)).statusCode, 404, path);
  });

  test('refuse a wrong filter by naming it', async () => {
    const answer = await get('/search/feed.xml?min_words=many');
    assert.equal(answer.statusCode, 422);
    assert.match(answer.body, /whole number/);
    assert.equal((await get('/feed.xml?min_words=9&max_words=2')).statusCode, 422);
    assert.equal((await get('/search/feed.json?page=x')).statusCode, 422);
  });

  test('of a list by link works at its address', async () => {
    const list = (await call(reader, 'POST', '/shelves', { title: 'For Mira', visibility: 'link' })).body
      .data;
    const { id } = await write({ title: 'Spring Tide' });
    await call(reader, 'PUT', `/shelves/${list.id}/stories/${id}`, {});
    assert.deepEqual(await titlesIn(`/list/${list.slug}/feed.xml`), ['Spring Tide']);
    assert.equal((await get(`/list/${list.slug}/feed.xml`)).headers['x-robots-tag'], 'noindex');
    await call(reader, 'PUT', `/shelves/${list.id}`, { visibility: 'private' });
    assert.equal((await get(`/list/${list.slug}/feed.xml`)).statusCode, 404);
  });
});

describe('feeds', () => {
  test('are not sent again to a client that has them, until something changes', async () => {
    const { id, slug } = await write({ tags: ['lock gates'] });
    for (const path of [`/story/${slug}/feed.xml`, '/tag/lock%20gates/feed.json']) {
      const packed = { 'accept-encoding': 'gzip' };
      const first = await get(path, packed);
      const { etag = '', vary, 'last-modified': modified = '' } = first.headers as Record<string, string>;
      const signs: Record<string, string>[] = [{ 'if-none-match': etag }, { 'if-modified-since': modified }];
      assert.ok(Date.parse(modified) <= Date.now());
      for (const headers of signs) {
        const again = await get(path, { ...packed, ...headers });
        assert.deepEqual([again.statusCode, again.body], [304, ''], path);
        assert.deepEqual([again.headers.etag, again.headers.vary], [etag, vary], path);
      }
      await call(author, 'POST', `/stories/${id}/chapters`, { ...ONE, title: 'More' });
      for (const headers of signs) assert.equal((await get(path, headers)).statusCode, 200, path);
    }
  });

  // Interface, Following, feeds, books: Feeds are Atom at feed.xml and JSON Feed 1.1 at feed.json
  test('have their types, are outside search engines’ indexes and answer HEAD', async () => {
    const { slug } = await write();
    for (const [format, type] of [
      ['xml', 'application/atom+xml; charset=utf-8'],
      ['json', 'application/feed+json; charset=utf-8'],
    ]) {
      const { headers } = await get(`/story/${slug}/feed.${format}`);
      assert.equal(headers['content-type'], type);
      assert.equal(headers['x-robots-tag'], 'noindex');
      assert.match(String(headers['cache-control']), /^public/);
      const head = await app.inject({ method: 'HEAD', url: `/story/${slug}/feed.${format}` });
      assert.deepEqual([head.statusCode, head.body, head.headers.etag], [200, '', headers.etag]);
    }
    const hidden = await get('/feed.xml?hidden=s%3D1');
    assert.match(String(hidden.headers['cache-control']), /^private/);
  });

  test('are limited like other reading', async () => {
    const limited = await testServer(context, { rateLimits: true });
    const { slug } = await write();
    const addresses = [`/story/${slug}/feed.xml`, '/series/none/feed.xml'];
    // All at once, because the counter begins anew after a minute.
    const requests = Array.from({ length: REQUESTS_PER_MINUTE.read + 1 }, (_, at) =>
      limited.inject({ url: addresses[at % 2], headers: { 'if-none-match': '*' } }),
    );
    const refused = (await Promise.all(requests)).filter(({ statusCode }) => statusCode === 429);
    assert.deepEqual(
      refused.map(({ headers }) => Number(headers['retry-after']) > 0),
      [true],
    );
  });

  test('show whatever was typed as text, in every reader', async () => {
    for (const [at, text] of naughtyTexts.entries()) {
      if (at % 9 !== 0) continue;
      const title = `A ${text}`.slice(0, 90);
      const made = await call(author, 'POST', '/stories', { title, synopsis: title, full_text_feeds: true });
      if (made.status !== 201) continue;
      const { id, slug, title: stored } = made.body.data;
      const content = `<p>One.</p>${hostileHtml[at % hostileHtml.length]}`;
      const added = await call(author, 'POST', `/stories/${id}/chapters`, { title: 'One', content });
      assert.equal(added.status, 201);
      const answer = await get(`/story/${slug}/feed.xml`);
      const { smith } = await readAtom(answer.body);
      assert.equal(smith.entries?.length, 1, title);
      const json = readJsonFeed((await get(`/story/${slug}/feed.json`)).body);
      assert.equal(json.items?.[0]?.title?.replaceAll(/[\u2068\u2069]/g, ''), `${stored}: One`);
      assert.deepEqual(forbiddenIn(smith.entries?.[0]?.content?.value ?? ''), [], content);
    }
    const sharp = [
      'a ]]> b',
      'Tom &apos;s &amp; <b>',
      '<![CDATA[x]]>',
      '\u202evil',
      '😀 "q" \'a\'',
      '<!-- c -->',
    ];
    const { id } = await write({ tags: ['sharp'] });
    for (const typed of sharp) {
      const changed = await call(author, 'PUT', `/stories/${id}`, { title: typed, slug: `sharp-${id}` });
      const { title } = changed.body.data;
      const { titles, entries } = await readAtom((await get(`/story/sharp-${id}/feed.xml`)).body);
      // A reader of its own takes comments out of texts.
      if (!title.includes('<!--')) assert.equal(titles[0], title);
      assert.equal(titles[1], title);
      // Another one decodes entities twice.
      if (!/&\w+;/.test(title)) assert.equal(titles[2], title);
      assert.equal(entries[1]?.[0]?.title, `${title}: One`);
    }
  });
});

describe('the private feed', () => {
  async function follower(name: string, follows: object[]) {
    const person = await signedIn(context, name);
    for (const follow of follows) {
      const made = await call(person, 'POST', '/follows', { ...follow, mail: 'none' });
      assert.ok(made.status < 300, JSON.stringify(made.body));
    }
    const { token } = (await call(person, 'POST', '/feed-token', {})).body.data;
    return { person, token, path: `/feed/${token}.xml` };
  }

  // Interface, Following, feeds, books: A private feed is at /feed/:token.xml and .json
  test('has the chapters of everything that its owner follows', async () => {
    const followed = await write({ title: 'Followed', full_text_feeds: true });
    const members = await write({ title: 'Neap', visibility: 'members', full_text_feeds: true });
    const other = await write({ title: 'Another' });
    const { path, token } = await follower('follows-much', [
      { kind: 'story', id: followed.id },
      { kind: 'story', id: members.id },
    ]);
    const chapter = { title: 'Two', content: '<p>The second lamp.</p>' };
    for (const { id } of [followed, members, other])
      await call(author, 'POST', `/stories/${id}/chapters`, chapter);
    const titles = await titlesIn(path);
    assert.ok(titles.includes('Followed: Two') && titles.includes('Neap: Two'), titles.join());
    assert.ok(!titles.some((title) => title.startsWith('Another')));
    const answer = await get(path);
    assert.match(answer.body, /second lamp/);
    const { smith } = await readAtom(answer.body);
    const neap = smith.entries?.find(({ title }) => title?.value === 'Neap: Two');
    assert.equal(neap?.content, undefined);
    assert.equal(smith.links?.find(({ rel }) => rel === 'self')?.href, `${publicUrl}/feed/${token}.xml`);
    assert.equal(answer.headers['cache-control'], 'private, no-cache');
    assert.equal(answer.headers['x-robots-tag'], 'noindex');
    const { etag = '' } = answer.headers as Record<string, string>;
    assert.equal((await get(path, { 'if-none-match': etag })).statusCode, 304);
    const json = readJsonFeed((await get(`/feed/${token}.json`)).body);
    assert.equal(json.items?.length, titles.length);
  });

  test('has a story by link that its owner follows, like their updates', async () => {
    const shared = await write({ title: 'Passed On', visibility: 'link' });
    const { person, path } = await follower('follows-a-link', [{ kind: 'story', id: shared.slug }]);
    await call(author, 'POST', `/stories/${shared.id}/chapters`, { ...ONE, title: 'Two' });
    const { stories } = (await call(person, 'GET', '/updates')).body.data;
    assert.deepEqual([stories[0].story.title, stories[0].new_chapters], ['Passed On', 1]);
    assert.deepEqual(await titlesIn(path), ['Passed On: Two', 'Passed On: One']);
    await call(author, 'PUT', `/stories/${shared.id}`, { ...shared, visibility: 'draft' });
    assert.deepEqual(await titlesIn(path), []);
  });

  test('has nothing that its owner hides, nor what has left the lists', async () => {
    const story = await write({ title: 'Soon Gone' });
    const { person, path } = await follower('hides-some', [{ kind: 'story', id: story.id }]);
    await call(author, 'POST', `/stories/${story.id}/chapters`, { ...ONE, title: 'Two' });
    assert.match((await get(path)).body, /Soon Gone/);
    await call(person, 'PUT', '/hidden', { stories: [story.id] });
    assert.doesNotMatch((await get(path)).body, /Soon Gone/);
    await call(person, 'PUT', '/hidden', { stories: [] });
    await call(author, 'PUT', `/stories/${story.id}`, {
      title: 'Soon Gone',
      slug: story.slug,
      visibility: 'draft',
    });
    assert.doesNotMatch((await get(path)).body, /Soon Gone/);
  });

  // Interface, Following, feeds, books: POST /feed-token renews the token
  test('ends where sessions end, and for good', async () => {
    const ends: [string, (person: Awaited<ReturnType<typeof follower>>) => Promise<unknown>][] = [
      ['renewed', ({ person }) => call(person, 'POST', '/feed-token', {})],
      ['removed', ({ person }) => call(person, 'DELETE', '/feed-token')],
      ['signed-out', ({ person }) => call(person, 'POST', '/auth/logout-others', {})],
      [
        'suspended',
        ({ person }) =>
          db
            .updateTable('accounts')
            .set({ suspended_at: new Date(), suspended_for: 'x' })
            .where('id', '=', person.id)
            .execute(),
      ],
      ['deleted', ({ person }) => db.deleteFrom('accounts').where('id', '=', person.id).execute()],
    ];
    const refusals = new Set<string>();
    for (const [name, end] of ends) {
      const reading = await follower(`feed-${name}`, []);
      assert.equal((await get(reading.path)).statusCode, 200, name);
      const head = await app.inject({ method: 'HEAD', url: reading.path });
      assert.deepEqual([head.statusCode, head.body], [200, '']);
      await end(reading);
      const { statusCode, body, headers } = await get(reading.path);
      refusals.add(`${statusCode} ${headers['cache-control']} ${body}`);
      assert.equal(statusCode, 404, name);
    }
    for (const name of ['x.xml', `${'x'.repeat(43)}.xml`, 'x', '%00.xml', '.json']) {
      const { statusCode, body, headers } = await get(`/feed/${name}`);
      refusals.add(`${statusCode} ${headers['cache-control']} ${body}`);
    }
    assert.equal(refusals.size, 1, [...refusals].join());
  });
});
