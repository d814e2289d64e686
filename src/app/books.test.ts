import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { apiCalls } from '#tests/support/api-calls.ts';
import { epubFiles, epubProblems } from '#tests/support/epub-structure.ts';
import { hostileHtml, naughtyTexts } from '#tests/support/hostile-texts.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context } = await testDatabase();
const { db } = context;
const app = await testServer(context);
const call = apiCalls(app);
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'otto-reads');

interface Written {
  id: number;
  slug: string;
}

const ONE = { title: 'One', content: '<p>The lamp was lit at <em>eight</em>.</p>' };

async function write(fields: object = {}, chapters: object[] = [ONE]): Promise<Written> {
  const made = await call(author, 'POST', '/stories', { title: 'Slack Water', ...fields });
  assert.equal(made.status, 201);
  for (const chapter of chapters) {
    const added = await call(author, 'POST', `/stories/${made.body.data.id}/chapters`, chapter);
    assert.equal(added.status, 201);
  }
  return made.body.data;
}

const get = (path: string, by?: SignedInPerson, headers: Record<string, string> = {}) =>
  app.inject({ url: path, headers: { ...by?.headers, ...headers } });
const book = (slug: string | number, by?: SignedInPerson, headers?: Record<string, string>) =>
  get(`/story/${slug}/book.epub`, by, headers);

async function textsOf(path: string, by?: SignedInPerson) {
  const answer = await get(path, by);
  assert.equal(answer.statusCode, 200, path);
  assert.deepEqual(await epubProblems(answer.rawPayload), []);
  const { files } = await epubFiles(answer.rawPayload);
  return new Map([...files].map(([file, bytes]) => [file.replace('OEBPS/', ''), bytes.toString()]));
}

describe('the book of a story', () => {
  // Interface, Following, feeds, books: EPUB 3 is at book.epub of a story, a series and a list
  test('has everything that was published, and nothing else', async () => {
    const { id, slug } = await write(
      {
        ...{
          title: 'The "Ferry" & <More>',
          synopsis: 'Two keepers.\n\nOne lamp.',
          tags: ['sea', 'slow burn'],
        },
        ...{ language: 'en-GB', status: 'hiatus', warnings: ['grief'] },
      },
      [
        {
          ...ONE,
          volume: 'Part A',
          note_before: '<p>Before.</p>',
          note_after: '<p>After.</p>',
          warnings: ['death'],
        },
        { title: 'Two', content: '<p>Night.<img src="https://example.org/a.png" alt="a map"></p>' },
        { title: 'Later', content: '<p>Not yet.</p>', state: 'draft' },
        { title: 'Gone', content: '<p>No more.</p>' },
      ],
    );
    const { chapters } = (await call(author, 'GET', `/stories/${id}/chapters`)).body.data;
    await call(author, 'DELETE', `/stories/${id}/chapters/${chapters.at(-1).id}`);
    const answer = await book(slug);
    assert.equal(answer.headers['content-type'], 'application/epub+zip');
    assert.equal(answer.headers['content-disposition'], `attachment; filename="${slug}.epub"`);
    assert.equal(answer.headers['x-robots-tag'], 'noindex');
    const files = await textsOf(`/story/${slug}/book.epub`);
    const opf = files.get('package.opf') ?? '';
    for (const expected of [
      /<dc:title>The &quot;Ferry&quot; &amp; &lt;More&gt;<\/dc:title>/,
      /<dc:creator>una-writes<\/dc:creator>/,
      /<dc:language>en-GB<\/dc:language>/,
      new RegExp(`<dc:source>http[^<]+/story/${slug}</dc:source>`),
      /<dc:subject>slow burn<\/dc:subject>/,
      /href="cover\.png" media-type="image\/png" properties="cover-image"/,
      /schema:accessibilityFeature">tableOfContents</,
      /schema:accessibilityHazard">none</,
    ])
      assert.match(opf, expected);
    const title = files.get('title.xhtml') ?? '';
    assert.match(title, /Content warnings: Grief and loss|Content warnings: Death, Grief and loss/);
    assert.match(title, /On hiatus\. 2 chapters, /);
    assert.match(title, /Tags: sea, slow burn/);
    const one = files.get('chapter-1.xhtml') ?? '';
    assert.match(one, /lang="en-GB"/);
    assert.match(
      one,
      /<aside class="note-before" dir="auto"><p>Before\.<\/p>[\s\S]*<em>eight<\/em>[\s\S]*<p>After\.<\/p>/,
    );
    assert.match(one, /Content warnings: Death/);
    assert.doesNotMatch(files.get('chapter-2.xhtml') ?? '', /Content warnings/);
    assert.match(files.get('chapter-2.xhtml') ?? '', /<a href="https:\/\/example\.org\/a\.png">a map<\/a>/);
    assert.match(
      files.get('nav.xhtml') ?? '',
      /Part A<\/a>\s*<ol>\s*<li><a href="chapter-1\.xhtml" dir="auto">One/,
    );
    assert.doesNotMatch([...files.values()].join(), /Later|Not yet|Gone|No more/);
  });

  test('stays well-formed whatever was typed', async () => {
    for (const content of hostileHtml.filter((_, at) => at % 40 === 0)) {
      const { slug } = await write({}, [{ ...ONE, content: `<p>One.</p>${content}`, note_before: content }]);
      const answer = await book(slug);
      assert.deepEqual(await epubProblems(answer.rawPayload), [], content);
    }
    const { slug } = await write({ synopsis: naughtyTexts.join(' ').slice(0, 4000) });
    assert.deepEqual(await epubProblems((await book(slug)).rawPayload), []);
  });

  // Interface, Following, feeds, books: A book that its author does not offer answers 403 with a sentence
  // Interface, Following, feeds, books: A book for members answers 401 without a token
  test('is for those who may read the story, and not offered where its author prefers that', async () => {
    const withheld = await write();
    await db.updateTable('stories').set({ withheld_at: new Date() }).where('id', '=', withheld.id).execute();
    const trashed = await write();
    await call(author, 'DELETE', `/stories/${trashed.id}`);
    const link = await write({ visibility: 'link' });
    const rows: [string, string | number, SignedInPerson | undefined, number][] = [
      ['public', (await write()).slug, undefined, 200],
      ['a draft', (await write({ visibility: 'draft' })).slug, reader, 404],
      ['by link', link.slug, undefined, 200],
      ['by link, by number', link.id, undefined, 404],
      ['for members, without a token', (await write({ visibility: 'members' })).slug, undefined, 401],
      ['for members, signed in', (await write({ visibility: 'members' })).slug, reader, 200],
      ['withheld', withheld.slug, undefined, 404],
      ['in the trash', trashed.slug, author, 404],
      ['without chapters', (await write({}, [])).slug, undefined, 404],
      ['with drafts alone', (await write({}, [{ ...ONE, state: 'draft' }])).slug, author, 404],
      ['switched off', (await write({ books: false })).slug, undefined, 403],
      ['switched off, for its author', (await write({ books: false })).slug, author, 403],
      ['unknown', 'no-such-story', undefined, 404],
      ['with a NUL', '%00', undefined, 404],
    ];
    for (const [what, slug, by, status] of rows) {
      const answer = await book(slug, by);
      assert.equal(answer.statusCode, status, what);
      if (status !== 200) assert.match(String(answer.headers['content-type']), /^text\/html/, what);
      if (status === 403) assert.match(answer.body, /prefers this to be read here/);
      if (by !== undefined && status === 200)
        assert.match(String(answer.headers['cache-control']), /^private/, what);
    }
    assert.equal((await book(link.slug, undefined, { authorization: 'Bearer nobody' })).statusCode, 401);
  });

  test('is given by the token of a private catalogue to whom a member may read it', async () => {
    const { token } = (await call(author, 'POST', '/feed-token', {})).body.data;
    const at = (slug: string, by = token) => get(`/opds/${by}/book/${slug}.epub`);
    const members = await write({ visibility: 'members' });
    const answer = await at(members.slug);
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['cache-control']), /^private/);
    assert.deepEqual(await epubProblems(answer.rawPayload), []);
    const own = await write({ visibility: 'draft' });
    for (const slug of [own.slug, 'no-such-story']) assert.equal((await at(slug)).statusCode, 404, slug);
    assert.equal((await get(`/opds/${token}/book/${members.slug}.pdf`)).statusCode, 404);
    assert.equal((await at((await write({ books: false })).slug)).statusCode, 403);
    await call(author, 'PUT', `/stories/${members.id}`, { title: 'Moved', slug: 'moved-by-token' });
    assert.equal((await at(members.slug)).headers.location, `/opds/${token}/book/moved-by-token.epub`);
    await call(author, 'POST', '/feed-token', {});
    const ended = await at('moved-by-token');
    assert.equal(ended.statusCode, 404);
    assert.equal(ended.body, (await at('moved-by-token', 'x'.repeat(43))).body);
  });

  // Interface, Following, feeds, books: A book has ETag and Last-Modified, and answers 304
  test('is not sent again to a client that has it, until something changes', async () => {
    const { id, slug } = await write();
    const first = await book(slug);
    const { etag = '', 'last-modified': modified = '' } = first.headers as Record<string, string>;
    const again = await book(slug, undefined, { 'if-none-match': etag });
    assert.deepEqual([again.statusCode, again.rawPayload.length, again.headers.etag], [304, 0, etag]);
    assert.equal((await book(slug, undefined, { 'if-modified-since': modified })).statusCode, 304);
    assert.deepEqual((await book(slug)).rawPayload, first.rawPayload);
    const two = { title: 'Two', content: '<p>Morning.</p>' };
    await call(author, 'POST', `/stories/${id}/chapters`, two);
    const changed = await book(slug, undefined, { 'if-none-match': etag });
    assert.equal(changed.statusCode, 200);
    const etags = new Set([etag, changed.headers.etag]);
    for (const fields of [{ licence: 'CC-BY-4.0' }, { cover_paper: 'linen' }, { cover_paper: 'moss' }]) {
      const saved = await call(author, 'PUT', `/stories/${id}`, { title: 'Slack Water', slug, ...fields });
      assert.equal(saved.status, 200);
      etags.add((await book(slug)).headers.etag);
    }
    assert.equal(etags.size, 5);
  });

  test('says on its first page what has changed since an earlier edition', async () => {
    const { id, slug } = await write({}, [ONE, { title: 'Two', content: '<p>Noon.</p>' }]);
    const first = await textsOf(`/story/${slug}/book.epub`);
    const [, link = ''] =
      /href="http[^"]+?(\/story\/[^"]+since=[^"]+)"/.exec(first.get('title.xhtml') ?? '') ?? [];
    assert.match((await textsOf(link)).get('title.xhtml') ?? '', /nothing has changed/);
    const { chapters } = (await call(author, 'GET', `/stories/${id}/chapters`)).body.data;
    const changed = { title: 'Two', content: '<p>Long after noon.</p>' };
    await call(author, 'PUT', `/stories/${id}/chapters/${chapters[1].id}`, changed);
    await call(author, 'POST', `/stories/${id}/chapters`, { title: 'Three & last', content: '<p>Dusk.</p>' });
    const title = (await textsOf(link)).get('title.xhtml') ?? '';
    assert.match(title, /new: “Three &amp; last”\./);
    assert.match(title, /revised: “Two”\./);
    for (const wrong of ['yesterday', '2026-13-01', '2026-02-30', ''])
      assert.equal((await get(`/story/${slug}/book.epub?since=${wrong}`)).statusCode, 422, wrong);
  });

  test('names its author and the licence', async () => {
    const { slug } = await write({ licence: 'CC-BY-SA-4.0' });
    const files = await textsOf(`/story/${slug}/book.epub`);
    const address = 'https://creativecommons.org/licenses/by-sa/4.0/';
    const rights = `© una-writes. CC BY-SA 4.0, ${address}`;
    assert.ok(files.get('package.opf')?.includes(`<dc:rights>${rights}</dc:rights>`));
    assert.ok(files.get('title.xhtml')?.includes(`<a href="${address}">${rights}</a>`));
    const kept = await textsOf(`/story/${(await write()).slug}/book.epub`);
    assert.match(kept.get('package.opf') ?? '', /<dc:rights>© una-writes\. All rights reserved</);
  });

  test('brings the house’s letters on request', async () => {
    const { slug } = await write();
    const files = await textsOf(`/story/${slug}/book.epub?fonts=true`);
    assert.ok(files.has('literata-latin-400-italic.woff2'));
    assert.match(files.get('style.css') ?? '', /@font-face/);
    assert.ok(
      ![...(await textsOf(`/story/${slug}/book.epub`)).keys()].some((file) => file.endsWith('.woff2')),
    );
  });

  test('moves with its address', async () => {
    const { id, slug } = await write({ title: 'Old Harbour' });
    await call(author, 'PUT', `/stories/${id}`, { title: 'New Harbour', slug: 'new-harbour-book' });
    const moved = await get(`/story/${slug}/book.epub?since=2026-01-01`);
    assert.equal(moved.statusCode, 301);
    assert.equal(moved.headers.location, '/story/new-harbour-book/book.epub?since=2026-01-01');
  });
});

describe('the book of a series or a list', () => {
  // Interface, Following, feeds, books: EPUB 3 is at book.epub of a story, a series and a list
  test('has its stories in order, without those that may not be taken away', async () => {
    const stories = [
      await write({ title: 'Ebb', language: 'en', tags: ['sea'] }),
      await write({ title: 'Flood', language: 'de', books: false }),
      await write({ title: 'Spring', language: 'fr' }, [
        ONE,
        { title: 'Zwei', content: '<p>Nacht.</p>', volume: 'V' },
      ]),
      await write({ title: 'Neap', visibility: 'members' }),
      await write({ title: 'Rip', visibility: 'members', books: false }),
    ];
    const { id, slug } = (await call(author, 'POST', '/series', { title: 'The Tides' })).body.data;
    await call(author, 'PUT', `/series/${id}/stories`, { story_ids: stories.map((story) => story.id) });
    const files = await textsOf(`/series/${slug}/book.epub`);
    const title = files.get('title.xhtml') ?? '';
    assert.match(
      files.get('package.opf') ?? '',
      /xml:lang="und"[\s\S]*<dc:language>en<[\s\S]*<dc:language>fr</,
    );
    assert.doesNotMatch(files.get('package.opf') ?? '', /<dc:subject>/);
    const part = (await textsOf(`/story/${stories[2]?.slug}/book.epub`)).get('package.opf') ?? '';
    assert.match(part, /The Tides[\s\S]*group-position">3</);
    assert.match(title, /as their authors prefer: “Flood”, “Rip”\./);
    assert.match(title, /For members only: “Neap”\./);
    assert.match(files.get('story-1-title.xhtml') ?? '', /lang="en"[\s\S]*Ebb[\s\S]*Part 1 of /);
    assert.match(files.get('story-2-title.xhtml') ?? '', /lang="fr"[\s\S]*Spring/);
    assert.match(
      files.get('nav.xhtml') ?? '',
      /Spring<\/a>\s*<ol>[\s\S]*One[\s\S]*V<\/a>\s*<ol>\s*<li>[\s\S]*Zwei/,
    );
    assert.ok(!files.has('story-3-title.xhtml'));
    assert.ok((await textsOf(`/series/${slug}/book.epub`, reader)).has('story-3-title.xhtml'));
    assert.equal((await get('/series/none/book.epub')).statusCode, 404);
  });

  test('names the language of every page, and turns Arabic pages to the right', async () => {
    const details = { title: 'الفنار', language: 'ar', warnings: ['grief'] };
    const { slug } = await write(details, [
      { title: 'الأول', content: '<p>أُضيء الفانوس.</p>', volume: 'مجلد' },
    ]);
    const files = await textsOf(`/story/${slug}/book.epub`);
    assert.match(
      files.get('package.opf') ?? '',
      /<package [^>]*xml:lang="ar"[\s\S]*<spine page-progression-direction="rtl">/,
    );
    assert.match(files.get('title.xhtml') ?? '', /<p lang="en" [^>]*>Content warnings/);
    assert.match(
      files.get('chapter-1.xhtml') ?? '',
      /<section [^>]*role="doc-chapter"[\s\S]*<div class="text" dir="auto">/,
    );
    const unknown = await textsOf(`/story/${(await write({ title: 'Somewhere' })).slug}/book.epub`);
    assert.doesNotMatch(unknown.get('package.opf') ?? '', /page-progression/);
    for (const [file, text] of unknown)
      if (file.endsWith('.xhtml')) assert.match(text, /<html [^>]*lang="und" xml:lang="und">/, file);
  });

  test('lets each paragraph of a text with Arabic words run in the direction of its own', async () => {
    const content = '<p>Café Noir</p><p class="align-left">قال لها: مرحبا.</p>';
    const { slug } = await write({ title: 'مقهى', language: 'ar' }, [{ title: 'One', content }]);
    const files = await textsOf(`/story/${slug}/book.epub`);
    assert.match(
      files.get('chapter-1.xhtml') ?? '',
      /<p dir="auto">Café Noir<\/p>\s*<p class="align-left" dir="auto">قال/,
    );
    assert.match(files.get('style.css') ?? '', /\.align-left \{[^}]*text-align: start;/);
    const english = await textsOf(`/story/${(await write({ title: 'Ebb' })).slug}/book.epub`);
    assert.doesNotMatch(english.get('chapter-1.xhtml') ?? '', /<p dir/);
  });

  // Interface, Following, feeds, books: EPUB 3 is at book.epub of a story, a series and a list
  test('leaves out what the reader hides', async () => {
    const stories = [await write({ title: 'Salt' }), await write({ title: 'Rust' })];
    const shelf = (await call(reader, 'POST', '/shelves', { title: 'By the sea', visibility: 'public' })).body
      .data;
    for (const story of stories) await call(reader, 'PUT', `/shelves/${shelf.id}/stories/${story.id}`, {});
    const path = `/list/${shelf.slug}/book.epub`;
    assert.match([...(await textsOf(path)).values()].join(), /Salt[\s\S]*Rust/);
    const cookie = `hidden=${encodeURIComponent(`s=${stories[0]?.id}`)}`;
    const hidden = await get(path, undefined, { cookie });
    assert.match(String(hidden.headers['cache-control']), /^private/);
    const { files } = await epubFiles(hidden.rawPayload);
    assert.doesNotMatch([...files.values()].join(), /Salt/);
  });

  // Interface, Following, feeds, books: A book that its author does not offer answers 403 with a sentence
  test('is refused where nothing of it may be taken away', async () => {
    const only = async (fields: object) => {
      const { id, slug } = (await call(author, 'POST', '/series', { title: 'Alone' })).body.data;
      await call(author, 'PUT', `/series/${id}/stories`, { story_ids: [(await write(fields)).id] });
      return (await get(`/series/${slug}/book.epub`)).statusCode;
    };
    assert.equal(await only({ books: false }), 403);
    assert.equal(await only({ visibility: 'members' }), 401);
    const { slug } = (await call(reader, 'POST', '/shelves', { title: 'Empty', visibility: 'public' })).body
      .data;
    assert.equal((await get(`/list/${slug}/book.epub`)).statusCode, 404);
  });
});
