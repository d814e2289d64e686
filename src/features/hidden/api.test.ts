import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Story } from '#features/stories/contract/stories.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import type { HiddenCounts } from './contract.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const cache = createResponseCache({ maxBytes: 2 ** 20, freshMilliseconds: 0 });
const app = await testServer(context, { cache });
const reader = await signedIn(context, 'a-reader');
const { db } = context;

type Headers = Record<string, string>;

async function get(path: string, headers: Headers = {}) {
  const response = await app.inject({ url: `/api${path}`, headers });
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

async function put(path: string, payload: object, method: 'PUT' | 'DELETE' = 'PUT') {
  const response = await app.inject({
    method,
    url: `/api${path}`,
    headers: reader.headers,
    ...(method === 'PUT' ? { payload } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}

async function listed(path: string, headers: Headers = {}) {
  const { status, body } = await get(path, headers);
  assert.equal(status, 200, path);
  const {
    stories: list,
    pagination,
    hidden,
  } = body.data as {
    stories: Story[];
    pagination: { total: number };
    hidden: HiddenCounts;
  };
  return { slugs: list.map((story) => story.slug).sort(), total: pagination.total, hidden };
}

const tagId = async (key: string) =>
  (await db.selectFrom('tags').select('id').where('key', '=', key).executeTakeFirstOrThrow()).id;
const slowBurn = await tagId('slowburn');
const all = await listed('/frontpage');
const withTag = await listed('/frontpage?tag=slow+burn');

// Interface, Finding and avoiding: Calls without a session apply the parameter hidden
// Interface, Finding and avoiding: A list says in data.hidden the total, by what, and is_capped
test('a guest’s hidden tag, author and story are in no list, and the list says why', async () => {
  const { author_id: authorId, author_username: author } = (await get(`/stories/${stories.clocks.id}`)).body
    .data;
  const tagged = await listed(`/frontpage?hidden=${encodeURIComponent(`t=${slowBurn}`)}`);
  assert.deepEqual(
    tagged.slugs,
    all.slugs.filter((slug) => !withTag.slugs.includes(slug)),
  );
  assert.equal(tagged.total, all.total - withTag.total);
  assert.deepEqual(tagged.hidden, {
    total: withTag.total,
    by: [{ kind: 'tag', name: 'slow burn', count: withTag.total }],
    is_capped: false,
  });
  const byAuthor = await listed(`/stories?hidden=${encodeURIComponent(`a=${authorId}`)}`);
  assert.ok(!byAuthor.slugs.includes(stories.clocks.slug));
  assert.deepEqual(
    byAuthor.hidden.by.map(({ kind, name }) => [kind, name]),
    [['author', author]],
  );
  const single = await listed(`/frontpage?sort=new&hidden=${encodeURIComponent(`s=${stories.ferry.id}`)}`);
  assert.deepEqual(
    single.slugs,
    all.slugs.filter((slug) => slug !== stories.ferry.slug),
  );
  assert.deepEqual(single.hidden.by, [{ kind: 'story', name: stories.ferry.slug, count: 1 }]);
});

// Interface, Finding and avoiding: A list says in data.hidden the total, by what, and is_capped
test('a story counts once, by the story itself before its author and its tags', async () => {
  const { author_id } = (await get(`/stories/${stories.ferry.id}`)).body.data;
  const hidden = encodeURIComponent(`t=${slowBurn}&a=${author_id}&s=${stories.ferry.id}`);
  const list = await listed(`/frontpage?hidden=${hidden}`);
  assert.equal(list.total + list.hidden.total, all.total);
  assert.deepEqual(
    list.hidden.by.find(({ kind }) => kind === 'story'),
    { kind: 'story', name: stories.ferry.slug, count: 1 },
  );
});

// Interface, Finding and avoiding: show_hidden=true shows everything
test('hidden stories and authors are neither suggested nor found nor related, and can be shown once', async () => {
  const hidden = encodeURIComponent(`s=${stories.ferry.id}`);
  const { title } = (await get(`/stories/${stories.ferry.id}`)).body.data;
  const query = encodeURIComponent(title);
  const search = async (more = '') => (await get(`/search?query=${query}${more}`)).body.data;
  assert.ok((await search()).stories.some((hit: Story) => hit.id === stories.ferry.id));
  const without = await search(`&hidden=${hidden}`);
  assert.ok(!without.stories.some((hit: Story) => hit.id === stories.ferry.id));
  assert.deepEqual(without.hidden.by, [{ kind: 'story', name: stories.ferry.slug, count: 1 }]);
  const byFilter = (await get(`/search?tags=slow+burn&hidden=${hidden}`)).body.data;
  assert.deepEqual(
    [byFilter.pagination.stories.total, byFilter.hidden.total],
    [withTag.total - 1, 1],
    'a search by a filter alone counts them too',
  );
  const suggested = await get(`/search/suggestions?query=${query}&hidden=${hidden}`);
  assert.ok(!JSON.stringify(suggested.body).includes(stories.ferry.slug));
  const { author_id, author_username } = (await get(`/stories/${stories.ferry.id}`)).body.data;
  const authorsFor = async (more: string) =>
    (await get(`/search/suggestions?query=${author_username}${more}`)).body.data.suggestions;
  assert.equal((await authorsFor('')).length, 1);
  const hiddenAuthor = `&hidden=${encodeURIComponent(`a=${author_id}`)}`;
  assert.deepEqual(await authorsFor(hiddenAuthor), []);
  const tagsFor = async (more: string) =>
    (await get(`/search/suggestions?query=slow-b${more}`)).body.data.suggestions.length;
  assert.deepEqual(
    [await tagsFor(''), await tagsFor(`&hidden=${encodeURIComponent(`t=${slowBurn}`)}`)],
    [1, 0],
  );
  const authorsFound = async (more: string) => {
    const { authors, pagination } = (await get(`/search?query=${author_username}${more}`)).body.data;
    return [authors.length, pagination.authors.total];
  };
  assert.deepEqual(await authorsFound(''), [1, 1]);
  assert.deepEqual(await authorsFound(hiddenAuthor), [0, 0]);
  const shown = await listed(`/frontpage?hidden=${hidden}&show_hidden=true`);
  assert.deepEqual(shown, all);
  for (const slug of all.slugs) {
    const related = await get(`/stories/${slug}/related?hidden=${hidden}`);
    assert.ok(!related.body.data.stories.some((story: Story) => story.id === stories.ferry.id), slug);
  }
});

test('answers to guests who hide something are private, and equal sets share them', async () => {
  const first = await get(`/frontpage?hidden=${encodeURIComponent('s=9,3,3&t=')}`);
  assert.match(String(first.headers['cache-control']), /private/);
  const second = await get(`/frontpage?hidden=${encodeURIComponent('s=3,9')}`);
  assert.equal(second.headers.etag, first.headers.etag);
  assert.match(String((await get('/frontpage')).headers['cache-control']), /public/);
});

test('a hidden story that is opened by its address says why it is hidden', async () => {
  const hidden = encodeURIComponent(`t=${slowBurn}`);
  const [slug = ''] = withTag.slugs;
  const story = await get(`/stories/${slug}?hidden=${hidden}`);
  assert.deepEqual(story.body.data.hidden_by, { kind: 'tag', name: 'slow burn' });
  assert.equal((await get(`/stories/${slug}`)).body.data.hidden_by, undefined);
});

// Interface, Finding and avoiding: GET and PUT /hidden hold a member’s hidden tags, warnings, authors and stories
// Interface, Finding and avoiding: Calls apply the account’s list when signed in
test('an account’s hidden items apply wherever it is signed in, and to nobody else', async () => {
  assert.equal((await get('/hidden')).status, 401);
  const saved = await put('/hidden', {
    tags: ['Slow-Burn', 'no such tag'],
    warnings: ['grief'],
    stories: [stories.ferry.id],
  });
  assert.equal(saved.status, 200);
  assert.deepEqual(saved.body.data.tags, ['slow burn']);
  assert.deepEqual(saved.body.data.warnings, ['grief']);
  assert.deepEqual(saved.body.data.stories, [stories.ferry.id]);
  const list = await listed('/frontpage', reader.headers);
  assert.ok(!list.slugs.includes(stories.ferry.slug));
  assert.equal(list.total + list.hidden.total, all.total);
  assert.deepEqual(await listed('/frontpage'), all);
  // Kinds that are left out stay.
  const changed = await put('/hidden', { warnings: [] });
  assert.deepEqual(changed.body.data.tags, ['slow burn']);
  assert.deepEqual((await put('/hidden', { tags: [], stories: [] })).body.data.hidden, '');
  assert.deepEqual(await listed('/frontpage', reader.headers), all);
});

test('a story that is withheld for a while stays hidden when the list is written back', async () => {
  const { story, author } = await db
    .selectFrom('stories')
    .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
    .select(['stories.id as story', 'pen_names.username as author'])
    .where('stories.slug', '=', stories.angles.slug)
    .executeTakeFirstOrThrow();
  assert.equal((await put('/hidden', { stories: [story], authors: [author] })).status, 200);
  const withhold = (withheld_at: Date | null) =>
    db.updateTable('stories').set({ withheld_at }).where('id', '=', story).execute();
  await withhold(new Date());
  const read = (await get('/hidden', reader.headers)).body.data;
  const written = await put('/hidden', { stories: read.stories, authors: read.authors, warnings: ['grief'] });
  assert.deepEqual(written.body.data.stories, [story]);
  assert.deepEqual(written.body.data.authors, [author]);
  assert.deepEqual((await put('/hidden', { stories: [] })).body.data.stories, []);
  await withhold(null);
  await put('/hidden', { authors: [], warnings: [] });
});

test('a guest’s hidden items count for the account, too, if nobody finds them at the sign-in', async () => {
  const { story, author } = await db
    .selectFrom('stories')
    .select(['id as story', 'author_id as author'])
    .where('slug', '=', stories.angles.slug)
    .executeTakeFirstOrThrow();
  const withhold = async (withheld_at: Date | null) => {
    await db
      .updateTable('accounts')
      .set({ withheld_at, suspended_at: withheld_at, suspended_for: withheld_at && 'decision' })
      .where('id', '=', author)
      .execute();
    await db.updateTable('stories').set({ withheld_at }).where('author_id', '=', author).execute();
  };
  const [tag] = await db.selectFrom('story_tags').select('tag_id').where('story_id', '=', story).execute();
  const theirs = { tags: [tag?.tag_id ?? 0], authors: [author], stories: [story] };
  const none = { tags: [900001], authors: [900002], stories: [900003] };
  await withhold(new Date());
  for (const { tags, authors, stories: ids } of [none, theirs]) {
    const { data } = (await put('/hidden', { tags, authors, stories: ids, warnings: [] })).body;
    const hidden = `t=${tags}&a=${authors}&s=${ids}`;
    assert.deepEqual([data.hidden, data.authors, data.stories, data.story_titles], [hidden, [], ids, []]);
    assert.deepEqual((await get('/hidden', reader.headers)).body.data, data, 'it is stored');
  }
  await put('/hidden', { ...theirs, tags: [], stories: [] });
  await withhold(null);
  assert.deepEqual((await get('/hidden', reader.headers)).body.data.authors.length, 1);
  assert.ok(!(await listed('/frontpage', reader.headers)).slugs.includes(stories.angles.slug));
  assert.equal((await put(`/hidden/authors/${author}`, {}, 'DELETE')).body.data.hidden, '');
});

// Interface, Finding and avoiding: PUT and DELETE /hidden/stories/{id} mean not for me
test('a single story is not for me, until I change my mind', async () => {
  const hidden = await put(`/hidden/stories/${stories.ferry.id}`, {});
  assert.deepEqual(hidden.body.data.stories, [stories.ferry.id]);
  assert.equal((await put('/hidden/stories/999999', {})).status, 404);
  assert.equal((await put('/hidden/tags/nobody-has-this', {})).status, 404);
  assert.equal((await put('/hidden/authors/nobody-has-this', {})).status, 404);
  assert.equal((await put('/hidden/warnings/mice', {})).status, 404);
  assert.equal((await put('/hidden/moods/blue', {})).status, 404);
  const bookmarked = await app.inject({
    method: 'POST',
    url: `/api/tracking/stories/${stories.ferry.id}/bookmark`,
    headers: reader.headers,
  });
  assert.equal(bookmarked.statusCode < 300, true, bookmarked.body);
  const bookmarks = (await get('/tracking/stories/bookmarks', reader.headers)).body.data;
  assert.deepEqual(
    [bookmarks.bookmarks.length, bookmarks.pagination.total, bookmarks.hidden.total],
    [0, 0, 1],
  );
  await put(`/hidden/stories/${stories.ferry.id}`, {}, 'DELETE');
  const again = (await get('/tracking/stories/bookmarks', reader.headers)).body.data;
  assert.deepEqual([again.bookmarks.length, again.pagination.total, again.hidden.total], [1, 1, 0]);
});

test('a hidden author is in no list of authors, and a hidden story is nobody’s top story', async () => {
  const authors = (await get('/authors')).body.data;
  const [first] = authors.authors;
  const hidden = encodeURIComponent(`a=${first.id}`);
  const without = (await get(`/authors?hidden=${hidden}`)).body.data;
  assert.equal(without.pagination.total, authors.pagination.total - 1);
  assert.ok(!without.authors.some((author: { id: number }) => author.id === first.id));
  const top = encodeURIComponent(`s=${(await get(`/stories/${first.top_story.slug}`)).body.data.id}`);
  const profile = (await get(`/accounts/users/${first.username}?hidden=${top}`)).body.data.profile;
  assert.notEqual(profile.top_story?.slug, first.top_story.slug);
});

test('names lead to ids for guests and back, without stories that are not listed', async () => {
  const find = async (payload: object) => {
    const response = await app.inject({ method: 'POST', url: '/api/hidden/names', payload });
    return { status: response.statusCode, body: response.json() };
  };
  const named = {
    tags: ['slow burn', 'no such tag'],
    warnings: ['grief', 'mice'],
    stories: [stories.ferry.slug],
  };
  const found = await find(named);
  assert.equal(found.body.data.hidden, `t=${slowBurn}&w=grief&s=${stories.ferry.id}`);
  await db.updateTable('stories').set({ visibility: 'draft' }).where('id', '=', stories.ferry.id).execute();
  assert.equal((await find(named)).body.data.hidden, `t=${slowBurn}&w=grief`);
  const names = await get(`/hidden/names?hidden=${encodeURIComponent(found.body.data.hidden)}`);
  assert.deepEqual(names.body.data.story_titles, []);
  assert.ok(!JSON.stringify(names.body).includes(stories.ferry.slug));
  assert.equal((await find({ tags: 'slow burn' })).status, 422);
});

test('an id names neither a member who has published nothing nor a tag of a draft', async () => {
  const draft = await app.inject({
    method: 'POST',
    url: '/api/stories',
    headers: reader.headers,
    payload: { title: 'A draft', tags: ['a secret of the draft'], visibility: 'draft' },
  });
  assert.equal(draft.statusCode, 201, draft.body);
  const hidden = encodeURIComponent(`t=${await tagId('asecretofthedraft')}&a=${reader.id}`);
  const { data } = (await get(`/hidden/names?hidden=${hidden}`)).body;
  assert.deepEqual([data.tags, data.authors, data.hidden], [[], [], decodeURIComponent(hidden)]);
});
