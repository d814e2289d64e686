import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, isBlank, normalizeLine } from '#base/plain-text.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { naughtyTexts } from '#tests/support/hostile-texts.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context } = await testDatabase();
const cache = createResponseCache({ maxBytes: 10_000_000, freshMilliseconds: 60_000 });
const app = await testServer(context, { cache });
const call = apiCalls(app);
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'otto-reads');
const moderator = await signedIn(context, 'mod-reads', { role: 'moderator' });

async function write(fields: object): Promise<{ id: number; slug: string }> {
  const made = await call(author, 'POST', '/stories', { title: 'Slack Water', ...fields });
  assert.equal(made.status, 201);
  const { id } = made.body.data;
  const chapter = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };
  assert.equal((await call(author, 'POST', `/stories/${id}/chapters`, chapter)).status, 201);
  return made.body.data;
}

const get = (path: string, by?: SignedInPerson, headers: Record<string, string> = {}) =>
  app.inject({ url: path, headers: { ...by?.headers, ...headers } });
const drawing = (slug: string | number, by?: SignedInPerson) => get(`/story/${slug}/cover.svg`, by);
const picture = (slug: string | number, query = '', by?: SignedInPerson) =>
  get(`/story/${slug}/cover.png${query}`, by);

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

// Interface, Following, feeds, books: A story has a cover as SVG, and as PNG of 320, 640 or 1280
// Interface, Following, feeds, books: Another width of a cover answers 422
test('a story has a cover: a drawing that needs nothing else, and a picture in three widths', async () => {
  const { slug } = await write({ title: 'The Left Side of the Bed', tags: ['slow burn'] });
  const svg = await drawing(slug);
  assert.equal(svg.statusCode, 200);
  assert.equal(svg.headers['content-type'], 'image/svg+xml; charset=utf-8');
  assert.match(svg.body, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 640 960"/);
  assert.match(svg.body, /<title>The Left Side of the Bed, by una-writes<\/title>/);
  assert.doesNotMatch(svg.body, /href|url\(|<style|<image|<text|<script|@import| on\w+=/);
  for (const [query, width] of [
    ['', 640],
    ['?width=320', 320],
    ['?width=640', 640],
    ['?width=1280', 1280],
  ] as const) {
    const png = await picture(slug, query);
    assert.deepEqual([png.statusCode, png.headers['content-type']], [200, 'image/png'], query);
    assert.deepEqual(png.rawPayload.subarray(0, 8), PNG);
    assert.deepEqual(
      [png.rawPayload.readUInt32BE(16), png.rawPayload.readUInt32BE(20)],
      [width, width * 1.5],
    );
  }
  for (const wrong of ['?width=641', '?width=', '?width=640&width=640', '?width=big', '?width=0640'])
    assert.equal((await picture(slug, wrong)).statusCode, 422, wrong);
});

test('a client that has a cover is told so, until it changes', async () => {
  const { id, slug } = await write({ title: 'Spring Tide' });
  for (const path of [`/story/${slug}/cover.svg`, `/story/${slug}/cover.png?width=320`]) {
    const first = await get(path);
    // A browser shows it again without asking, and a shared cache forgets what is withheld.
    assert.match(String(first.headers['cache-control']), /^public, max-age=300, s-maxage=20$/);
    const etag = String(first.headers.etag);
    const again = await get(path, undefined, { 'if-none-match': etag });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
  }
  const before = (await picture(slug)).headers.etag;
  const changes = { title: 'Spring Tide', slug, cover_paper: 'linen', cover_ornament: 'gate' };
  assert.equal((await call(author, 'PUT', `/stories/${id}`, changes)).status, 200);
  cache.clear();
  assert.notEqual((await picture(slug)).headers.etag, before);
  assert.match((await drawing(slug)).body, /#e9dcc4/);
});

test('covers are found by those who find the story', async () => {
  const open = await write({});
  const draft = await write({ visibility: 'draft' });
  const link = await write({ visibility: 'link' });
  const members = await write({ visibility: 'members' });
  const withheld = await write({});
  const trashed = await write({});
  const { db } = context;
  await db.updateTable('stories').set({ withheld_at: new Date() }).where('id', '=', withheld.id).execute();
  await call(author, 'DELETE', `/stories/${trashed.id}`);
  const rows: [string, string | number, SignedInPerson | undefined, number][] = [
    ['public', open.slug, undefined, 200],
    ['public by number', open.id, undefined, 200],
    ['a draft', draft.slug, undefined, 404],
    ['a draft of somebody else', draft.slug, reader, 404],
    ['one’s own draft', draft.slug, author, 200],
    ['by link', link.slug, undefined, 200],
    ['by link, by number', link.id, undefined, 404],
    ['for members, whose title is public', members.slug, undefined, 200],
    ['a draft that its author has just seen', draft.slug, undefined, 404],
    ['withheld', withheld.slug, undefined, 404],
    ['withheld, for a moderator', withheld.slug, moderator, 200],
    ['in the trash', trashed.slug, author, 404],
    ['unknown', 'no-such-story', undefined, 404],
    ['far too long', 'x'.repeat(400), undefined, 404],
    ['with a NUL', '%00', undefined, 404],
  ];
  for (const [what, slug, by, status] of rows) {
    const svg = await drawing(slug, by);
    assert.equal(svg.statusCode, status, what);
    const png = await picture(slug, '?width=320', by);
    assert.equal(png.statusCode, status, what);
    if (status === 200)
      for (const { headers } of [svg, png]) {
        assert.match(String(headers.vary), /authorization/, what);
        assert.equal(headers['cache-control'] === 'private, max-age=0', by !== undefined, what);
      }
    if (status === 404) assert.equal(svg.headers['cache-control'], 'no-store');
  }
  const stranger = { authorization: 'Bearer nobody' };
  assert.equal((await get(`/story/${open.slug}/cover.svg`, undefined, stranger)).statusCode, 401);
});

test('a former address of a story leads to the cover at the new one', async () => {
  const { id, slug } = await write({ title: 'Old Harbour' });
  await call(author, 'PUT', `/stories/${id}`, { title: 'New Harbour', slug: 'new-harbour' });
  const svg = await drawing(slug);
  assert.deepEqual([svg.statusCode, svg.headers.location], [301, '/story/new-harbour/cover.svg']);
  const png = await picture(slug, '?width=320');
  assert.deepEqual([png.statusCode, png.headers.location], [301, '/story/new-harbour/cover.png?width=320']);
});

// Interface, Following, feeds, books: A series has covers in the same way
test('a series has a cover once it has a story, and its place is on the spines of the others', async () => {
  const made = await call(author, 'POST', '/series', { title: 'The Harbour' });
  const { id, slug } = made.body.data;
  assert.equal((await get(`/series/${slug}/cover.svg`)).statusCode, 404);
  const stories = [await write({ title: 'Ebb' }), await write({ title: 'Flood' })];
  const before = (await picture(stories[1]?.slug ?? '')).headers.etag;
  await call(author, 'PUT', `/series/${id}/stories`, { story_ids: stories.map((story) => story.id) });
  assert.match((await get(`/series/${slug}/cover.svg`)).body, /<title>The Harbour, by una-writes/);
  for (const [width, status] of [
    [320, 200],
    [640, 200],
    [1280, 200],
    [641, 422],
  ])
    assert.equal((await get(`/series/${slug}/cover.png?width=${width}`)).statusCode, status);
  assert.notEqual((await picture(stories[1]?.slug ?? '')).headers.etag, before);
});

test('every title can be set, whatever was typed', async () => {
  const titles = [
    ...[
      'O',
      'Đêm Hà Nội',
      'Ночь над городом',
      '夜の灯台守とその手紙',
      'ليلة في المدينة',
      '🌙',
      '🌙 Night Train',
    ],
    ...['Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft', 'W'.repeat(100)],
    ...['अनुच्छेद', 'ราตรีในกรุงเทพ', '𝕭𝖑𝖆𝖈𝖐', 'e\u0301'.repeat(50), '\u202egnirts', '\ufffd'],
    ...naughtyTexts.map(normalizeLine).filter((text) => !isBlank(text) && fits(text, 100)),
  ];
  const { id, slug } = await write({});
  for (const title of titles) {
    await context.db.updateTable('stories').set({ title }).where('id', '=', id).execute();
    const svg = await drawing(slug, author);
    assert.equal(svg.statusCode, 200, title);
    assert.doesNotMatch(svg.body, /<script|="[^"]*(?:NaN|undefined|Infinity)/, title);
    assert.equal(svg.body.match(/</g)?.length, svg.body.match(/>/g)?.length, title);
  }
});

test('the plain cover tells nothing about a story', async () => {
  const plain = await get('/cover.png?width=320');
  assert.deepEqual([plain.statusCode, plain.headers['content-type']], [200, 'image/png']);
  assert.equal((await get('/cover.png?width=7')).statusCode, 422);
});

test('an author sees the cover that choices would give; nobody else does', async () => {
  const { id } = await write({ title: 'Ebb', visibility: 'draft' });
  const path = `/stories/${id}/cover-preview`;
  const chosen = await call(author, 'GET', `${path}?cover_paper=ash&cover_setting=ranged&title=Neap`);
  assert.equal(chosen.status, 200);
  const { width, height, shapes, cover_paper, cover_setting, cover_foil } = chosen.body.data;
  assert.deepEqual([width, height, cover_paper, cover_setting], [640, 960, 'ash', 'ranged']);
  assert.ok(shapes.length > 4 && typeof cover_foil === 'string');
  assert.deepEqual((await call(author, 'GET', `${path}?title=夜`)).body.data.texts[0].text, '夜');
  const untitled = await call(author, 'GET', `${path}?title=%20`);
  assert.deepEqual(untitled.body.data, (await call(author, 'GET', path)).body.data);
  assert.equal((await call(author, 'GET', `${path}?cover_paper=pink`)).status, 422);
  assert.equal((await call(reader, 'GET', path)).status, 404);
  assert.equal((await call(undefined, 'GET', path)).status, 401);
});

test('a preview follows tags and pen name as the saved story does, and refused ones leave the stored ones', async () => {
  await write({ tags: ['Blue Hour', 'Dusk'] });
  const canonical = context.db.selectFrom('tags').select('id').where('key', '=', 'bluehour');
  await context.db.updateTable('tags').set({ canonical_id: canonical }).where('key', '=', 'dusk').execute();
  const made = await call(author, 'POST', '/pen-names', {
    username: 'una-by-night',
    display_name: 'Una Night',
  });
  assert.equal(made.status, 201);
  const given = await call(author, 'POST', '/pen-names', { username: 'una-no-more' });
  assert.equal((await call(author, 'DELETE', `/pen-names/${given.body.data.id}`)).status, 200);
  const { id, slug } = await write({ title: 'Ebb', tags: ['sea'] });
  const series = await call(author, 'POST', '/series', { title: 'Ebbing' });
  await call(author, 'PUT', `/series/${series.body.data.id}/stories`, { story_ids: [id] });
  const preview = async (query: Record<string, string>) => {
    const answer = await call(author, 'GET', `/stories/${id}/cover-preview?${new URLSearchParams(query)}`);
    assert.equal(answer.status, 200, JSON.stringify(query));
    return answer.body.data;
  };
  const stored = await preview({});
  const tooMany = Array.from({ length: 31 }, (_, n) => `tag ${n}`).join();
  const same: Record<string, string>[] = [
    { tags: tooMany },
    { tags: 'x'.repeat(60) },
    { author_username: reader.username },
    { author_username: 'nobody-at-all' },
    { author_username: 'una-no-more' },
    { author_username: 'not a name!' },
    { tags: ' SEA,,sea, ' },
    { author_username: author.username.toUpperCase() },
  ];
  for (const query of same) assert.deepEqual(await preview(query), stored, JSON.stringify(query));
  const typed = { tags: 'blue-hour, ,BLUE HOUR,Dusk,new to the house', author_username: 'una-by-night' };
  const previewed = await preview(typed);
  assert.notDeepEqual(previewed, stored);
  const none = await preview({ tags: '' });
  const changes = { title: 'Ebb', slug };
  await call(author, 'PUT', `/stories/${id}`, { ...changes, tags: [] });
  assert.deepEqual(await preview({}), none);
  const { tags, author_username } = typed;
  const saved = await call(author, 'PUT', `/stories/${id}`, {
    ...changes,
    author_username,
    tags: tags.split(','),
  });
  assert.equal(saved.status, 200);
  assert.deepEqual(await preview({}), previewed);
});

test('words from right to left begin at the right edge of a cover', async () => {
  const { slug } = await write({ title: 'الفنار في الليل', cover_setting: 'ranged' });
  const lines = [
    ...(await drawing(slug)).body.matchAll(
      /<text x="(\d+)"[^>]*text-anchor="(\w+)" unicode-bidi="plaintext">/g,
    ),
  ];
  assert.ok(lines.length > 0);
  for (const [, x, anchor] of lines) assert.deepEqual([x, anchor], ['598', 'end']);
});

test('all lines of a title run in the direction of its first letter, in pictures too', async () => {
  const linesOf = async (title: string) => {
    const { slug } = await write({ title, cover_setting: 'ranged' });
    return [...(await drawing(slug)).body.matchAll(/<text x="(\d+)"[^>]*>([^<]*)</g)].map(
      ([, x, line = '']) => ({
        x,
        line: line.replace('\u202a', '(from the left)').replace('\u202b', '(from the right)'),
      }),
    );
  };
  const mixed = await linesOf('Noir: رسائل إلى Layla');
  assert.ok(mixed.length > 1);
  for (const { x, line } of mixed) {
    assert.notEqual(x, '598');
    assert.match(line, /^\(from the left\).*\u202c$/);
  }
  for (const { x, line } of await linesOf('«إلى Layla، مرحبا!»')) {
    assert.equal(x, '598');
    assert.match(line, /^\(from the right\).*\u202c$/);
  }
  for (const { line } of await linesOf('旧咖啡馆的来信')) assert.doesNotMatch(line, /from|\u202c/);
});

test('a picture leaves a title out that is nothing but emoji', async () => {
  const options = {
    cover_paper: 'linen',
    cover_foil: 'amber',
    cover_ornament: 'leaf',
    cover_setting: 'ranged',
  };
  const [one, other] = [await write({ title: '🔥', ...options }), await write({ title: '❤️‍🔥', ...options })];
  assert.match((await drawing(one.slug)).body, /<text[^>]*>🔥<\/text>/u);
  assert.deepEqual((await picture(one.slug)).rawPayload, (await picture(other.slug)).rawPayload);
});
