import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSavedFilters, savedFiltersText } from '#features/filters/rules/saved-filters.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories } from '#tests/world.ts';
import { urls } from '#urls.ts';
import { builtRenderer } from './built-renderer.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });

async function post(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url: urls.savedFilters(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  });
  const [cookie = ''] = String(response.headers['set-cookie'] ?? '').split(';');
  return {
    ...{ status: response.statusCode, location: response.headers.location, cookie },
    ...{ filters: parseSavedFilters(savedFiltersText(cookie)), body: response.body },
  };
}

const page = (url: string, cookie: string) => app.inject({ url, headers: { cookie } });

test('a guest without script saves filters by a form, and lists follow the default one', async () => {
  const query = 'tags=slow+burn';
  const one = await post({ name: 'Slow', query, default: 'on', back: '/stories' });
  assert.deepEqual([one.status, one.location], [303, '/stories']);
  const two = await post({ name: 'Short', query: 'max_words=500' }, { cookie: one.cookie });
  assert.deepEqual(two.filters, [
    { name: 'Short', query: 'max_words=500', is_default: false },
    { name: 'Slow', query, is_default: true },
  ]);
  const home = await page('/', two.cookie);
  assert.deepEqual(
    [home.statusCode, home.headers.location, home.headers['cache-control'], home.headers.vary],
    [302, `/?${query}&default_filter=applied`, 'private, no-store', 'cookie'],
  );
  const filtered = await page(String(home.headers.location), two.cookie);
  assert.equal(filtered.statusCode, 200);
  assert.ok(filtered.body.includes('Remove the filter: slow burn'));
  const cleared = await page('/?default_filter=applied', two.cookie);
  assert.equal(cleared.statusCode, 200);
  assert.ok(cleared.body.includes(urls.story(stories.ferry.slug)));
  const list = await page(urls.savedFilters(), two.cookie);
  assert.ok(list.body.includes('Slow') && list.body.includes('Short'));
  assert.match(String(list.headers['cache-control']), /private/);
  const others = await page(urls.savedFilters(), '');
  assert.ok(!others.body.includes('Short') && others.body.includes('You have saved no filter.'));
  // Other pages are the same for everyone.
  const about = await page(urls.help(), two.cookie);
  assert.match(String(about.headers['cache-control']), /public/);
  const form = await page(urls.savedFilters({ rename: 'Slow' }), two.cookie);
  assert.match(form.body, /<input[^>]* name="name"[^>]* value="Slow"/);
  const renamed = await post({ name: 'Unhurried', former_name: 'Slow', query }, { cookie: two.cookie });
  assert.deepEqual(
    renamed.filters.map(({ name, is_default }) => [name, is_default]),
    [
      ['Short', false],
      ['Unhurried', false],
    ],
  );
  const deleted = await post({ action: 'delete', name: 'Slow' }, { cookie: two.cookie });
  assert.deepEqual([deleted.location, deleted.filters.length], [urls.savedFilters(), 1]);
  assert.equal((await page('/', deleted.cookie)).statusCode, 200);
});

test('a form that saves nothing usable is refused with the reason, and one of another site at all', async () => {
  const refused: [Record<string, string>, string][] = [
    [{ name: '', query: 'tags=a' }, 'Name is required'],
    [{ name: 'A', query: 'page=2' }, 'Choose something to filter by first'],
    [{ name: 'A', query: 'updated_since=yesterday' }, 'This filter can’t be read'],
    [
      { name: 'A', query: 'min_words=9&max_words=5' },
      'The smallest number of words must not exceed the largest',
    ],
  ];
  for (const [fields, reason] of refused) {
    const { status, body, cookie } = await post(fields);
    assert.deepEqual([status, cookie], [422, ''], reason);
    assert.ok(body.includes(reason), reason);
  }
  const foreign = await post({ name: 'A', query: 'tags=a' }, { 'sec-fetch-site': 'cross-site' });
  assert.deepEqual([foreign.status, foreign.cookie], [403, '']);
  const away = await post({ name: 'A', query: 'tags=a', back: '//elsewhere.example' });
  assert.equal(away.location, urls.savedFilters());
});

test('a cached page with saved filters is for nobody else', async () => {
  const cache = createResponseCache({ maxBytes: 10_000_000, freshMilliseconds: 3_600_000 });
  const cached = await testServer(context, { renderer, cache });
  const { cookie } = await post({ name: 'Slow', query: 'tags=slow+burn' });
  const others = await post({ name: 'Short', query: 'max_words=500' });
  const pageOf = async (own?: string) =>
    (await cached.inject({ url: urls.savedFilters(), headers: own === undefined ? {} : { cookie: own } }))
      .body;
  for (const [own, names] of [
    [cookie, ['Slow']],
    [others.cookie, ['Short']],
    [undefined, []],
  ] as const) {
    const body = await pageOf(own);
    assert.deepEqual(
      ['Slow', 'Short'].filter((name) => body.includes(name)),
      names,
    );
  }
});
