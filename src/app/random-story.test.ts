import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manyStories } from '#tests/support/readers.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fileUrls, urls } from '#urls.ts';

const { context } = await testDatabase();
const app = await testServer(context);
const chance = () => app.inject({ method: 'GET', url: urls.random() });

test('chance leads home in an empty library, and otherwise to any of the stories that everyone may read', async () => {
  assert.equal((await chance()).headers.location, urls.home());
  const author = await signedIn(context, 'an-author');
  const [hidden = 0, forMembers = 0, ...open] = await manyStories(context, author.id, 5);
  const { db } = context;
  await db.updateTable('stories').set({ visibility: 'link' }).where('id', '=', hidden).execute();
  await db.updateTable('stories').set({ visibility: 'members' }).where('id', '=', forMembers).execute();
  const wanted = await db.selectFrom('stories').select('slug').where('id', 'in', open).execute();
  const found = new Set<unknown>();
  for (let times = 0; times < 80; times++) {
    const answer = await chance();
    assert.equal(answer.statusCode, 302);
    assert.equal(answer.headers['cache-control'], 'no-store');
    assert.equal(answer.headers['x-robots-tag'], 'noindex');
    found.add(answer.headers.location);
  }
  assert.deepEqual([...found].sort(), wanted.map(({ slug }) => urls.story(slug)).sort());
});

test('search engines are asked to leave chance, calls, private feeds and catalogues alone', async () => {
  const robots = await app.inject({ method: 'GET', url: fileUrls.robots() });
  const everyone = /^User-agent: \*\n((?:Disallow: .+\n)+)/m.exec(robots.body)?.[1] ?? '';
  for (const path of ['/random', '/api/', '/feed/', '/opds'])
    assert.ok(everyone.split('\n').includes(`Disallow: ${path}`), robots.body);
});
