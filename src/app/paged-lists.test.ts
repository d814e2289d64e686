import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installedPath } from '#platform/runtime/installation.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { urls } from '#urls.ts';
import { builtRenderer } from './built-renderer.ts';

const { context } = await testDatabase();
const { stories } = await fillExampleStories(context);
const app = await testServer(context, { renderer: await builtRenderer(installedPath('dist')) });
const request = await createRequester(app);

test('a page past the end of a list leads to the first one, and no search engine lists it', async () => {
  const { token } = await signedIn(context, 'keeps-a-list');
  const list = await request('POST /shelves', { token, body: { title: 'Short', visibility: 'public' } });
  await request(`PUT /shelves/${list.data.id}/stories/${stories.ferry.id}`, { token, body: {} });
  const author = people.mira;
  const table = [
    [urls.home('trending', 99), urls.home()],
    [urls.home('new', 99), urls.home('new')],
    [urls.allStories(99), urls.allStories()],
    [urls.tag('sea', 'new', 99), urls.tag('sea', 'new')],
    [urls.tags({ page: 99 }), urls.tags()],
    [urls.authors('top', 3), urls.authors('top')],
    [urls.author(author, 99), urls.author(author)],
    [urls.list(list.data.slug, 99), urls.list(list.data.slug)],
    [urls.search({ tags: ['sea'], page: 99 }), urls.search({ tags: ['sea'] })],
  ] as const;
  for (const [past, first] of table) {
    const { statusCode, body } = await app.inject(past);
    assert.equal(statusCode, 200, past);
    assert.ok(body.includes('<meta name="robots" content="noindex">'), past);
    const links = [...body.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)</g)];
    const back = links.find(([, , text]) => /^(?:First page|Go to the first page)$/.test(text ?? ''));
    assert.equal(back?.[1]?.replaceAll('&amp;', '&'), first, past);
  }
});

// Interface, Finding and avoiding: The pages of these lists take filters (note 1)
test('a list is there although nothing in its filter is valid', async () => {
  const lists = [urls.home(), urls.allStories(), urls.tag('sea'), urls.author(people.mira), urls.search()];
  for (const list of lists)
    for (const filter of ['status=finished', 'language=english', 'min_words=many', 'min_words=9&max_words=5'])
      assert.equal((await app.inject(`${list}?${filter}`)).statusCode, 200, `${list}?${filter}`);
  assert.equal((await app.inject('/search?q=ferry&page=-1')).statusCode, 404);
});
