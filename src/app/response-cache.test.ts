import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { addChapter } from '#features/chapters/service/chapters.ts';
import { listenForInvalidation } from '#platform/database/cache-invalidation.ts';
import type { RunPublicRead } from '#platform/database/public-reads.ts';
import { createResponseCache } from '#platform/http/response-cache.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { api } from './api.ts';

const { context, connectionString } = await testDatabase();
const { db, log } = context;
const { stories } = await fillExampleStories(context);
const cache = createResponseCache({ maxBytes: 10_000_000, freshMilliseconds: 3_600_000 });
let renderCount = 0;
const reads: RunPublicRead = (_tags, work) => {
  renderCount += 1;
  return work(context);
};
const app = await testServer(context, { cache, reads });
let changes = 0;
const listener = listenForInvalidation(
  connectionString,
  [cache, { purge: () => changes++, clear: () => changes++ }],
  log,
);
after(() => listener.stop());
await until(() => changes > 0);
const reader = await signedIn(context, 'rosalind');

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

const get = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api${path}`, headers });

/** The number of rendered responses for these requests. */
async function rendersFor(...paths: string[]): Promise<number> {
  const before = renderCount;
  for (const path of paths) await get(path);
  return renderCount - before;
}

test('a second client gets the list that was made for the first, in the encoding it likes', async () => {
  const before = renderCount;
  const plain = await get('/frontpage?sort=new');
  const brotli = await get('/frontpage?sort=new', { 'accept-encoding': 'gzip, br' });
  const gzip = await get('/frontpage?sort=new', { 'accept-encoding': 'gzip' });
  assert.equal(renderCount - before, 1);
  assert.equal(plain.json().success, true);
  assert.ok(plain.json().data.stories.length > 0);
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body);
  assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body);
  for (const { headers } of [plain, brotli, gzip]) {
    assert.equal(headers['cache-control'], 'public, max-age=0, s-maxage=20');
    assert.equal(headers.vary, 'accept-encoding, authorization');
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    assert.match(String(headers.etag), /^"[\w-]+"$/);
  }
  assert.equal(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size, 3);
  const again = await get('/frontpage?sort=new', { 'if-none-match': String(plain.headers.etag) });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
});

test('names that a call does not know make no answer of their own, nor does a default that is spelt out', async () => {
  const { slug } = stories.clocks;
  const same = [`/stories/${slug}`, `/stories/${slug}?utm_source=letter`, `/stories/${slug}?page=7`];
  assert.equal(await rendersFor(...same), 1);
  assert.equal(
    await rendersFor('/authors', '/authors?page=1', '/authors?sort=trending&x=%00', '/authors?y[]=1'),
    1,
  );
  assert.equal(await rendersFor('/authors?sort=top', '/authors?page=2'), 2);
});

test('clients who ask at once for the same wait for one making', async () => {
  const before = renderCount;
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/search/tags?sort=popularity')));
  assert.equal(renderCount - before, 1);
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
});

test('a request with a token bypasses the cache, and its answer is not cached', async () => {
  await get('/stories');
  const before = renderCount;
  const known = await get('/stories', reader.headers);
  assert.deepEqual([known.headers['cache-control'], known.headers.etag], ['no-store', undefined]);
  const garbled = await get('/stories', { authorization: 'Bearer nonsense' });
  assert.equal(garbled.statusCode, 401);
  assert.equal((await get('/frontpage', reader.headers)).headers['cache-control'], 'no-store');
  assert.equal(renderCount, before);
});

test('a mistake is told each time, and kept for nobody', async () => {
  for (const path of [
    '/stories/no-such-story',
    '/authors?page=x',
    '/accounts/users/nobody-here',
    '/stories/1%00',
  ]) {
    const first = await get(path);
    assert.ok(first.statusCode >= 400 && first.statusCode < 500, path);
    assert.deepEqual((await get(path)).json(), first.json());
    assert.equal(first.headers['cache-control'], 'no-store', path);
  }
  assert.equal(await rendersFor('/stories/no-such-story', '/stories/no-such-story'), 2);
});

test('a former address leads on, also from a kept answer’s place', async () => {
  const { id, slug } = stories.angles;
  await get(`/stories/${slug}`);
  const earlierChanges = changes;
  await db.updateTable('stories').set({ slug: 'other-angles' }).where('id', '=', id).execute();
  await until(() => changes >= earlierChanges + 4);
  const moved = await get(`/stories/${slug}`);
  assert.deepEqual([moved.statusCode, moved.headers.location], [301, '/api/stories/other-angles']);
});

test('a change is seen under every address of the story, by slug and by id, at once', async () => {
  const { id, slug } = stories.ferry;
  const { id: chapter } = await db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', id)
    .orderBy('order')
    .executeTakeFirstOrThrow();
  const paths = [
    `/stories/${slug}`,
    `/stories/${id}`,
    `/stories/${id}/chapters`,
    `/stories/${slug}/chapters/${chapter}`,
  ];
  await rendersFor('/authors', ...paths, `/stories/${id}/chapters/${chapter}`);
  assert.equal(await rendersFor(...paths, `/stories/${id}/chapters/${chapter}`), 0);
  const earlierChanges = changes;
  await db.updateTable('chapters').set({ title: 'Newly Named' }).where('id', '=', chapter).execute();
  await until(() => changes >= earlierChanges + 2);
  assert.equal(await rendersFor(...paths), 4);
  const { data } = (await get(`/stories/${id}/chapters/${chapter}`)).json();
  assert.equal(data.title, 'Newly Named');
  // No list contains a chapter.
  assert.equal(await rendersFor('/authors'), 0);

  const toldSince = changes;
  await db.updateTable('stories').set({ status: 'complete' }).where('id', '=', id).execute();
  await until(() => changes >= toldSince + 3);
  await rendersFor(...paths);
  for (const path of paths.slice(0, 2)) assert.equal((await get(path)).json().data.status, 'complete', path);
});

test('a search quotes no words that an author took out of a chapter', async () => {
  const search = async () => (await get('/search?query=laughed')).json().data.stories.length;
  assert.equal(await search(), 1);
  const earlierChanges = changes;
  await db
    .updateTable('chapters')
    .set({ content: '<p>Other words.</p>' })
    .where('story_id', '=', stories.angles.id)
    .execute();
  await until(() => changes >= earlierChanges + 3);
  assert.equal(await search(), 0);
});

test('a list shows a new chapter at once', async () => {
  const count = async () => {
    const { stories: listed } = (await get('/frontpage?sort=updated')).json().data;
    return listed.find(({ id }: { id: number }) => id === stories.angles.id).chapter_count;
  };
  assert.equal(await count(), 1);
  const earlierChanges = changes;
  await addChapter(db, { story_id: stories.angles.id, title: 'Two', order: 2, html: '<p>More.</p>' });
  await until(() => changes >= earlierChanges + 3);
  assert.equal(await count(), 2);
});

test('a profile is gone at once when its owner makes it private again', async () => {
  const path = `/accounts/users/${reader.username}`;
  const save = async (profile_public: boolean) => {
    const earlierChanges = changes;
    const payload = { profile_public };
    await app.inject({ method: 'PUT', url: '/api/accounts/profile', headers: reader.headers, payload });
    await until(() => changes >= earlierChanges + 2);
  };
  assert.equal((await get(path)).statusCode, 404);
  await save(true);
  assert.equal((await get(path)).statusCode, 200);
  assert.equal(await rendersFor(path), 0);
  await save(false);
  assert.equal((await get(path)).statusCode, 404);
});

test('a reader finds an author’s new name on all their stories at once, however many these are', async () => {
  const mira = await signedIn(context, people.mira);
  await db
    .insertInto('stories')
    .values(
      Array.from({ length: 60 }, (_, at) => ({
        slug: `a-letter-in-the-drawer-${at}`,
        title: `Letter ${at}`,
        synopsis: '',
        author_id: mira.id,
      })),
    )
    .execute();
  const { slug } = stories.clocks;
  const paths = [`/stories/${slug}`, `/stories/${stories.clocks.id}`];
  const names = async () =>
    Promise.all(paths.map(async (path) => (await get(path)).json().data.author_display_name));
  assert.deepEqual(await names(), [people.mira, people.mira]);
  const earlierChanges = changes;
  const save = (display_name: string) =>
    app.inject({
      method: 'PUT',
      url: '/api/accounts/profile',
      headers: mira.headers,
      payload: { display_name, bio: 'Writes on ferries.' },
    });
  assert.equal((await save('Mira Q.')).statusCode, 200);
  await until(() => changes >= earlierChanges + 6);
  assert.deepEqual(await names(), ['Mira Q.', 'Mira Q.']);
  // 62 stories in four messages, besides those of the account.
  assert.ok(changes - earlierChanges <= 8, `${changes - earlierChanges} messages`);

  // Saving the same name again renders no story again.
  assert.equal((await save('Mira Q.')).statusCode, 200);
  assert.equal(await rendersFor(...paths), 0);
});

test('only reading calls are cached, and of those without access control only personal ones are not', () => {
  const cachedCalls = api.filter(({ call }) => call.cacheTags !== undefined).map(({ call }) => call);
  for (const { name, method, access, file } of cachedCalls) {
    assert.deepEqual([method, file], ['GET', undefined], name);
    assert.ok(access === 'anyone' || access === 'optional-auth', name);
  }
  const others = api
    .filter(({ call }) => call.method === 'GET' && call.access === 'anyone' && call.cacheTags === undefined)
    .map(({ call }) => call.name);
  // Each is personal: names of what a guest hides, Google's sign-in, the sign-in methods, links in mails and to drafts.
  assert.deepEqual(others.sort(), [
    'nameHidden',
    'readByLink',
    'readPreferences',
    'readSharedChapter',
    'readSharedStory',
    'signInWays',
    'startGoogle',
    'verifyEmail',
  ]);
});
