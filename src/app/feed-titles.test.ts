import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiCalls } from '#tests/support/api-calls.ts';
import { readAtom } from '#tests/support/feed-readers.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context } = await testDatabase();
const app = await testServer(context);
const call = apiCalls(app);
const author = await signedIn(context, 'una-writes');

const feed = async (path: string) => readAtom((await app.inject({ url: encodeURI(path) })).body);

test('a title from right to left is isolated from the words around it', async () => {
  const made = await call(author, 'POST', '/stories', { title: 'رسائل!', tags: ['ليل'] });
  const { id, slug } = made.body.data;
  const chapter = { title: 'One', content: '<p>The lamp was lit.</p>' };
  assert.equal((await call(author, 'POST', `/stories/${id}/chapters`, chapter)).status, 201);
  const [entry] = (await feed(`/story/${slug}/feed.xml`)).smith.entries ?? [];
  assert.equal(entry?.title?.value, '\u2068رسائل!\u2069: One');
  assert.equal((await feed('/tag/ليل/feed.xml')).titles[0], 'Stories with the tag “\u2068ليل\u2069”');
  assert.equal((await feed('/search/feed.xml?q=رسائل!')).titles[0], 'Search: \u2068رسائل!\u2069');
  const cover = await app.inject({ url: `/story/${slug}/cover.svg` });
  assert.match(cover.body, /<title>\u2068رسائل!\u2069, by una-writes<\/title>/);
});
