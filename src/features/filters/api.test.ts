import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Story } from '#features/stories/contract/stories.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { STORY_FILTER_NAMES } from './contract/filters.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const { db } = context;
const app = await testServer(context);

await db
  .updateTable('stories')
  .set({ status: 'complete', language: 'en-GB', word_count: 900, warnings: ['grief'] })
  .where('id', '=', stories.ferry.id)
  .execute();
await db
  .updateTable('stories')
  .set({ status: 'hiatus', language: 'en', word_count: 12_000, updated_at: new Date('2020-05-05') })
  .where('id', '=', stories.clocks.id)
  .execute();

async function get(path: string) {
  const response = await app.inject({ url: `/api${path}` });
  return { status: response.statusCode, body: response.json() };
}

async function listed(path: string): Promise<{ list: Story[]; slugs: string[]; total: number }> {
  const { status, body } = await get(path);
  assert.equal(status, 200, `${path}: ${JSON.stringify(body)}`);
  const list: Story[] = body.data.stories;
  const total = body.data.pagination.total ?? body.data.pagination.stories.total;
  assert.equal(total, list.length, path);
  return { list, slugs: list.map((story) => story.slug).sort(), total };
}

const everything = (await listed('/frontpage')).list;

test('the featured stories of an author are counted without the others', async () => {
  const { id } = stories.ferry;
  await db.updateTable('stories').set({ featured_at: new Date() }).where('id', '=', id).execute();
  const { slugs } = await listed(`/frontpage?sort=featured&authors=${people.mira}`);
  assert.deepEqual(slugs, [stories.ferry.slug]);
  const path = `/frontpage?sort=featured&authors=${people.mira}&limit=1`;
  assert.deepEqual((await get(path)).body.data.pagination, { page: 1, limit: 1, total: 1, pages: 1 });
  await db.updateTable('stories').set({ featured_at: null }).where('id', '=', id).execute();
});

/** Each filter, and whether a story passes it. */
const filters: [string, (story: Story) => boolean][] = [
  ['tags=slow+burn', (story) => story.tags.some((tag) => tag.name === 'slow burn')],
  [
    'tags=Slow-Burn,contemporary',
    (story) => ['slow burn', 'contemporary'].every((name) => story.tags.some((tag) => tag.name === name)),
  ],
  ['tags=nobody-has-this', () => false],
  ['not_tags=slow+burn,nobody-has-this', (story) => !story.tags.some((tag) => tag.name === 'slow burn')],
  ['not_warnings=grief,mice', (story) => !story.warnings?.includes('grief')],
  ['not_authors=mira', (story) => story.author_username !== 'mira'],
  ['authors=MIRA', (story) => story.author_username === 'mira'],
  ['authors=nobody-at-all', () => false],
  ['status=complete', (story) => story.status === 'complete'],
  ['status=complete,hiatus', (story) => story.status === 'complete' || story.status === 'hiatus'],
  ['language=en', (story) => story.language?.startsWith('en') === true],
  ['language=en-GB', (story) => story.language === 'en-GB'],
  ['language=pt-BR,de', () => false],
  ['min_words=1000', (story) => story.word_count >= 1000],
  ['max_words=1000', (story) => story.word_count <= 1000],
  ['min_words=900&max_words=900', (story) => story.word_count === 900],
  ['updated_since=2021-01-01', (story) => story.updated_at >= '2021'],
  ['status=complete&language=en&max_words=1000&not_tags=gothic', (story) => story.id === stories.ferry.id],
];

const lists = [
  ...['trending', 'top', 'new', 'updated'].map((sort) => `/frontpage?limit=100&sort=${sort}&`),
  '/stories?limit=100&',
  '/search?type=stories&limit=100&',
];

// Interface, Stories and chapters: not_warnings looks at a story and all its chapters
// Interface, Finding and avoiding: /frontpage, /search and /stories take filters
// Interface, Finding and avoiding: tags means all of them, not_tags none of them
// Interface, Finding and avoiding: not_warnings and not_authors leave stories out
// Interface, Finding and avoiding: status and language take several values with commas
// Interface, Finding and avoiding: The language en finds en-GB
// Interface, Finding and avoiding: min_words, max_words and updated_since are limits
// Interface, Finding and avoiding: Unknown names match nothing in tags, and are ignored in not_tags
test('every filter leaves the same stories in every list', async () => {
  for (const [filter, passes] of filters) {
    const expected = everything
      .filter(passes)
      .map((story) => story.slug)
      .sort();
    for (const list of lists) assert.deepEqual((await listed(list + filter)).slugs, expected, list + filter);
  }
});

// Interface, Finding and avoiding: The lists of a tag and of an author take filters
test('a filter narrows the lists of a tag, an author and a search by words', async () => {
  const complete = everything.filter((story) => story.status === 'complete');
  const tagged = await listed('/frontpage?tag=slow+burn&status=complete');
  const isTagged = (story: Story) => story.tags.some((tag) => tag.name === 'slow burn');
  assert.deepEqual(
    tagged.slugs,
    complete
      .filter(isTagged)
      .map((story) => story.slug)
      .sort(),
  );
  const [ferry] = complete;
  const author = ferry?.author_username ?? '';
  const byAuthor = await listed(`/accounts/users/${author}/stories?status=complete`);
  assert.deepEqual(
    byAuthor.slugs,
    complete
      .filter((story) => story.author_username === author)
      .map((story) => story.slug)
      .sort(),
  );
  const words = encodeURIComponent(ferry?.title ?? '');
  assert.deepEqual((await listed(`/search?query=${words}&type=stories&status=complete`)).slugs, [
    ferry?.slug,
  ]);
  assert.deepEqual((await listed(`/search?query=${words}&type=stories&status=abandoned`)).slugs, []);
});

// Interface, Finding and avoiding: An invalid filter answers 422, and so does min_words above max_words
test('invalid filters are refused, and the part is named', async () => {
  const names = (length: number) => Array.from({ length }, (_, index) => `name ${index}`).join();
  const invalid: [string, string][] = [
    ['status', 'finished'],
    ['language', 'klingon language'],
    ['min_words', 'many'],
    ['min_words', '-1'],
    ['max_words', '1e3'],
    ['updated_since', 'yesterday'],
    ['updated_since', '2026-02-30'],
    ['max_words', '100000001'],
    ['tags', names(11)],
    ['tags', 'x'.repeat(2001)],
    ['not_tags', names(51)],
    ['authors', names(51)],
    ['not_authors', names(51)],
  ];
  for (const [name, value] of invalid) {
    for (const path of ['/frontpage', '/stories', '/search']) {
      const { status, body } = await get(`${path}?query=lamp&${name}=${encodeURIComponent(value)}`);
      assert.equal(status, 422, `${path} ${name}=${value}`);
      assert.ok(name in body.error.fields, `${path} ${name}=${value}`);
    }
  }
  const crossed = await get('/frontpage?min_words=10&max_words=9');
  assert.equal(crossed.status, 422);
  assert.ok('min_words' in crossed.body.error.fields);
  const valid: Record<string, string> = {
    ...{ tags: `${names(10)}, ,`, not_tags: names(50), authors: names(50), not_authors: names(50) },
    ...{ status: ' complete , ,hiatus', language: 'en , pt-BR', min_words: ' 100000000 ' },
    updated_since: '2026-05-31T10:00:00+02:00',
  };
  for (const [name, value] of Object.entries(valid))
    assert.equal((await get(`/frontpage?${new URLSearchParams({ [name]: value })}`)).status, 200, name);
  for (const name of STORY_FILTER_NAMES) assert.equal((await get(`/frontpage?${name}=`)).status, 200, name);
});

test('a member’s finished stories are left out on request, in every list; for a guest nothing changes', async () => {
  const reader = await signedIn(context, 'a-reader');
  const marked = await app.inject({
    ...{ method: 'PUT', url: `/api/stories/${stories.ferry.id}/mark`, headers: reader.headers },
    payload: { state: 'finished' },
  });
  assert.equal(marked.statusCode, 200, marked.body);
  const author = everything.find(({ id }) => id === stories.ferry.id)?.author_username;
  for (const path of [
    '/frontpage?',
    '/stories?',
    '/search?query=the&',
    `/accounts/users/${author}/stories?`,
  ]) {
    const slugs = async (query: string, headers = {}) => {
      const { statusCode, body } = await app.inject({ url: `/api${path}${query}`, headers });
      assert.equal(statusCode, 200, body);
      const { stories: list, pagination, authors } = JSON.parse(body).data;
      assert.equal(pagination.total ?? pagination.stories.total, list.length, path);
      return { authors, slugs: list.map((story: Story) => story.slug).sort() };
    };
    const all = await slugs('');
    assert.ok(all.slugs.includes(stories.ferry.slug), path);
    assert.deepEqual(await slugs('hide_finished=true'), all, path);
    assert.deepEqual(await slugs('hide_finished=false', reader.headers), all, path);
    const unfinished = all.slugs.filter((slug: string) => slug !== stories.ferry.slug);
    assert.deepEqual(await slugs('hide_finished=true', reader.headers), { ...all, slugs: unfinished }, path);
  }
  assert.equal((await choices('hide_finished=true', reader.headers)).statuses, 'hiatus 1');
  assert.equal((await get('/frontpage?hide_finished=maybe')).status, 422);
});

test('an account saves filters, keeps one default, and finds nothing of another account', async () => {
  const reader = await signedIn(context, 'saves-filters');
  const other = await signedIn(context, 'saves-none');
  const call = async (method: 'GET' | 'PUT', token: string, filters?: unknown) => {
    const response = await app.inject({
      method,
      url: '/api/filters/saved',
      headers: { authorization: `Bearer ${token}` },
      ...(filters === undefined ? {} : { payload: { filters } }),
    });
    return { status: response.statusCode, body: response.json() };
  };
  const saved = [
    { name: '  Letters ', query: 'page=2&tags=letters, post&tags=ignored', is_default: true },
    { name: 'Finished', query: 'status=complete' },
  ];
  const stored = [
    { name: 'Finished', query: 'status=complete', is_default: false },
    { name: 'Letters', query: 'tags=letters%2Cpost', is_default: true },
  ];
  assert.deepEqual((await call('PUT', reader.token, saved)).body.data, { filters: stored });
  assert.deepEqual((await call('GET', reader.token)).body.data, { filters: stored });
  assert.deepEqual((await call('GET', other.token)).body.data, { filters: [] });
  const refused: [string, unknown][] = [
    ['a filter of nothing', [{ name: 'A', query: 'page=2' }]],
    ['an invalid part', [{ name: 'A', query: 'min_words=many' }]],
    ['lengths that no story has', [{ name: 'A', query: 'min_words=9&max_words=5' }]],
    ['a contradiction in names', [saved[1], saved[1]]],
    ['two defaults', [saved[0], { ...saved[1], is_default: true }]],
    ['no name', [{ name: ' ', query: 'status=complete' }]],
    ['a long name', [{ name: 'a'.repeat(41), query: 'status=complete' }]],
    ['too many', Array.from({ length: 21 }, (_, at) => ({ name: `F${at}`, query: 'status=complete' }))],
    [
      'too much together',
      Array.from({ length: 9 }, (_, at) => ({ name: `F${at}`, query: `not_tags=${'a'.repeat(400)}` })),
    ],
  ];
  for (const [title, filters] of refused) {
    const { status, body } = await call('PUT', reader.token, filters);
    assert.equal(status, 422, title);
    assert.ok(Object.keys(body.error.fields).length > 0, title);
  }
  assert.deepEqual((await call('GET', reader.token)).body.data, { filters: stored });
  assert.deepEqual((await call('PUT', reader.token, [])).body.data, { filters: [] });
});

/** The choices in a panel as `name count`. */
async function choices(query: string, headers = {}) {
  const { statusCode, body } = await app.inject({ url: `/api/filters/counts?${query}`, headers });
  assert.equal(statusCode, 200, body);
  const { is_capped, ...lists } = JSON.parse(body).data;
  const worded = Object.entries(lists).map(([kind, list]) => [
    kind,
    (list as { name: string; count: number }[]).map(({ name, count }) => `${name} ${count}`).join(', '),
  ]);
  return { ...Object.fromEntries(worded), is_capped };
}

test('a panel counts the stories of each choice, for status and language as if none were chosen there', async () => {
  await db
    .updateTable('chapters')
    .set({ warnings: ['grief', 'death'] })
    .where('story_id', '=', stories.ferry.id)
    .execute();
  await sql`update tags set kind = 'genre' where name = 'gothic'`.execute(db);
  const all = {
    statuses: 'complete 1, hiatus 1',
    languages: 'en 2',
    warnings: 'death 1, grief 1',
    tags: 'slow burn 2, comedy 1, contemporary 1, gothic 1, novella 1, sea 1',
    is_capped: false,
  };
  assert.deepEqual(await choices(''), all);
  const clocks = { warnings: '', tags: 'gothic 1, novella 1, slow burn 1' };
  assert.deepEqual(await choices('status=hiatus'), { ...all, languages: 'en 1', ...clocks });
  assert.deepEqual(await choices('language=en-GB'), {
    ...{ ...all, statuses: 'complete 1' },
    tags: 'contemporary 1, sea 1, slow burn 1',
  });
  const ofClocks = { ...all, statuses: 'hiatus 1', languages: 'en 1', ...clocks };
  assert.deepEqual(await choices('tag=gothic'), ofClocks);
  const withoutFerry = { ...ofClocks, tags: 'comedy 1, gothic 1, novella 1, slow burn 1' };
  assert.deepEqual(await choices(`hidden=${encodeURIComponent(`s=${stories.ferry.id}`)}`), withoutFerry);
  const nothing = { statuses: '', languages: '', warnings: '', tags: '', is_capped: false };
  assert.deepEqual(await choices('tags=nobody-has-this'), nothing);
  const { tags } = (await get('/filters/counts?tag=gothic')).body.data;
  assert.deepEqual(
    tags.map(({ kind }: { kind: string | null }) => kind),
    ['genre', null, null],
  );
});

test('a panel offers the most frequent first and no synonym, and says when it counts a part of the list', async () => {
  const isCappedAt = async (listed: number) => {
    await sql`update story_totals set listed = ${listed}`.execute(db);
    return (await choices('')).is_capped;
  };
  assert.deepEqual(
    [await isCappedAt(2001), await isCappedAt(2000), await isCappedAt(3)],
    [true, false, false],
  );
  const setStatus = (status: 'hiatus' | null) =>
    db.updateTable('stories').set({ status }).where('id', '=', stories.angles.id).execute();
  await setStatus('hiatus');
  assert.equal((await choices('')).statuses, 'hiatus 2, complete 1');
  await setStatus(null);
  const synonym = (canonical: string | null) =>
    sql`update tags set canonical_id = (select id from tags where name = ${canonical}) where name = 'sea'`.execute(
      db,
    );
  await synonym('contemporary');
  assert.doesNotMatch((await choices('')).tags, /sea/);
  await synonym(null);
});

test('a warning that staff added is a choice, and leaves the story out', async () => {
  const before = (await get('/filters/counts')).body.data.warnings;
  await db
    .updateTable('stories')
    .set({ staff_warnings: ['horror'] })
    .where('id', '=', stories.clocks.id)
    .execute();
  const { warnings } = (await get('/filters/counts')).body.data;
  assert.deepEqual(warnings, [...before, { name: 'horror', count: 1 }]);
  assert.ok(!(await listed('/frontpage?not_warnings=horror')).slugs.includes(stories.clocks.slug));
});

// Interface, Stories and chapters: not_warnings looks at a story and all its chapters
test('without a warning means without it in any chapter, too', async () => {
  const withAngles = async () =>
    (await listed('/frontpage?not_warnings=self_harm')).slugs.includes(stories.angles.slug);
  assert.equal(await withAngles(), true);
  const chapters = db.updateTable('chapters').where('story_id', '=', stories.angles.id);
  await chapters.set({ warnings: ['self_harm'] }).execute();
  assert.equal(await withAngles(), false);
  await chapters.set({ warnings: null }).execute();
  assert.equal(await withAngles(), true);
});

// Interface, Finding and avoiding: The list of a series takes filters
test('a filter narrows the stories of a series', async () => {
  const writer = await signedIn(context, 'mira-quill');
  const send = async (method: 'POST' | 'PUT', path: string, payload: object) =>
    (await app.inject({ method, url: `/api${path}`, headers: writer.headers, payload })).json().data;
  const { id, slug } = await send('POST', '/series', { title: 'Crossings' });
  const both = [stories.ferry, stories.clocks];
  await send('PUT', `/series/${id}/stories`, { story_ids: both.map((story) => story.id) });
  const slugs = async (query: string) =>
    (await get(`/series/${slug}?${query}`)).body.data.stories.map((story: Story) => story.slug);
  assert.deepEqual(
    await slugs(''),
    both.map((story) => story.slug),
  );
  assert.deepEqual(await slugs('status=complete'), [stories.ferry.slug]);
  assert.deepEqual(await slugs('not_tags=sea&min_words=1000'), [stories.clocks.slug]);
  assert.equal((await get(`/series/${slug}?min_words=many`)).status, 422);
});
