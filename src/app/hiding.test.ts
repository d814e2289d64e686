import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenTextOf, MAX_HIDDEN_CHARACTERS, parseHiddenSet } from '#features/hidden/rules.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import { urls } from '#urls.ts';
import { builtRenderer } from './built-renderer.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const app = await testServer(context, { renderer: await builtRenderer(installedPath('dist')) });
const author = await context.db
  .selectFrom('stories')
  .innerJoin('pen_names', 'pen_names.id', 'stories.author_id')
  .select(['pen_names.id', 'pen_names.username'])
  .where('stories.id', '=', stories.ferry.id)
  .executeTakeFirstOrThrow();

async function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url: urls.hidden(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  const setCookie = String(response.headers['set-cookie'] ?? '');
  const [cookie = ''] = setCookie.split(';');
  return {
    status: response.statusCode,
    location: response.headers.location,
    setCookie,
    cookie,
    hidden: hiddenTextOf(cookie),
    body: response.body,
  };
}

// Interface, Finding and avoiding: Without script POST /hidden takes kind, name and back
// Interface, Finding and avoiding: Pages apply the cookie in the first HTML, and are then private
test('a form hides items one after another in a cookie, leads back, and the next page is without them', async () => {
  const back = urls.tag('slow burn');
  const tag = await post({ kind: 'tag', name: 'Slow-Burn', back });
  assert.deepEqual([tag.status, tag.location], [303, back]);
  assert.match(tag.setCookie, /^hidden=t%3D\d+; Max-Age=31536000; Path=\/; SameSite=Lax; Secure$/);
  const both = await post({ kind: 'author', name: author.username, back }, { cookie: tag.cookie });
  assert.equal(both.hidden, `${tag.hidden}&a=${author.id}`);
  const all = await post({ kind: 'warning', name: 'grief', back }, { cookie: both.cookie });
  const story = await post({ kind: 'story', name: stories.ferry.slug, back }, { cookie: all.cookie });
  assert.deepEqual(parseHiddenSet(story.hidden), {
    ...parseHiddenSet(tag.hidden),
    ...{ warnings: ['grief'], authors: [author.id], stories: [stories.ferry.id] },
  });
  const page = await app.inject({ url: '/', headers: { cookie: story.cookie } });
  assert.ok(!page.body.includes(urls.story(stories.ferry.slug)));
  assert.match(String(page.headers['cache-control']), /private/);
  assert.ok((await app.inject({ url: '/' })).body.includes(urls.story(stories.ferry.slug)));
});

test('a hidden item is shown again, and the last item takes the cookie with it', async () => {
  const hidden = await post({ kind: 'story', name: stories.ferry.slug, back: '/' });
  const shown = await post(
    { kind: 'story', name: String(stories.ferry.id), back: '/', action: 'show' },
    { cookie: hidden.cookie },
  );
  assert.equal(shown.status, 303);
  assert.match(shown.setCookie, /^hidden=; Max-Age=0;/);
});

test('a tag that has become a synonym can still be shown again by its name', async () => {
  const { db } = context;
  const { id } = await db
    .selectFrom('tags')
    .select('id')
    .where('key', '=', 'slowburn')
    .executeTakeFirstOrThrow();
  const old = await db
    .insertInto('tags')
    .values({ name: 'burning slowly', key: 'burningslowly', canonical_id: id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const shown = await post(
    { kind: 'tag', name: 'burning slowly', back: '/', action: 'show' },
    { cookie: `hidden=t%3D${old.id}` },
  );
  assert.deepEqual([shown.status, shown.hidden], [303, '']);
});

test('unknown names and kinds, other sites and other addresses change nothing', async () => {
  const refused: [Record<string, string>, number][] = [
    [{ kind: 'tag', name: 'nobody has this' }, 404],
    [{ kind: 'author', name: 'nobody-has-this' }, 404],
    [{ kind: 'story', name: 'no-such-story' }, 404],
    [{ kind: 'story', name: '999999999999999' }, 404],
    [{ kind: 'story', name: '9'.repeat(100) }, 404],
    [{ kind: 'warning', name: 'mice' }, 404],
    [{ kind: 'mood', name: 'blue' }, 422],
    [{ kind: 'tag', name: ' ' }, 422],
    [{ kind: 'tag', name: 'a\0b' }, 422],
    [{ kind: 'tag', name: 'x'.repeat(500) }, 422],
    [{}, 422],
  ];
  for (const [fields, status] of refused) {
    const answer = await post({ ...fields, back: '/' });
    assert.deepEqual([answer.status, answer.setCookie], [status, ''], JSON.stringify(fields));
    assert.match(answer.body, /<h1>/);
  }
  for (const site of ['cross-site', 'same-site']) {
    const answer = await post({ kind: 'warning', name: 'grief', back: '/' }, { 'sec-fetch-site': site });
    assert.deepEqual([answer.status, answer.setCookie], [403, '']);
  }
  for (const back of ['https://example.org/', '//example.org', '/%09/example.org', '']) {
    const answer = await post({ kind: 'warning', name: 'grief', back });
    assert.deepEqual([answer.status, answer.location], [303, urls.hidden()], back);
  }
});

// Interface, Finding and avoiding: The cookie hidden has at most 2 kB
test('the cookie stays within its length, however much is hidden', async () => {
  const ids = Array.from({ length: 280 }, (_, at) => 100_000 + at).join();
  const answer = await post(
    { kind: 'warning', name: 'grief', back: '/' },
    { cookie: `hidden=${encodeURIComponent(`s=${ids}`)}` },
  );
  assert.equal(answer.status, 303);
  assert.ok(answer.cookie.length <= MAX_HIDDEN_CHARACTERS + 'hidden='.length);
  assert.deepEqual(parseHiddenSet(answer.hidden).warnings, ['grief']);
});
