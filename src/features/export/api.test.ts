import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import yauzl from 'yauzl';
import { signedIn } from '#tests/support/signed-in.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillWorld, people } from '#tests/world.ts';

const { services } = await testDatabase();
const { stories } = await fillWorld(services);
const app = await testServer(services);

async function filesIn(zip: Buffer): Promise<Map<string, string>> {
  const archive = await yauzl.fromBufferPromise(zip, { strictFileNames: true });
  const files = new Map<string, string>();
  for await (const entry of archive.eachEntry()) {
    files.set(entry.fileName, await text(await archive.openReadStreamPromise(entry)));
  }
  return files;
}

async function exportFor(headers: Record<string, string>): Promise<Map<string, string>> {
  const answer = await app.inject({ url: '/api/accounts/export', headers });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'application/zip');
  assert.equal(answer.headers['content-disposition'], 'attachment; filename="nightstand-export.zip"');
  return filesIn(answer.rawPayload);
}

test('an author takes everything along: account, stories, chapters', async () => {
  const mira = await signedIn(services, people.mira);
  const files = await exportFor(mira.headers);
  const account = JSON.parse(files.get('account.json') ?? '');
  assert.equal(account.username, people.mira);
  assert.equal(account.email, 'mira-quill@example.org');
  const story = JSON.parse(files.get(`stories/${stories.ferry.id}/story.json`) ?? '');
  assert.equal(story.title, 'The Ferry at Dusk');
  assert.deepEqual(story.tags, ['slow burn', 'contemporary', 'sea']);
  const chapter = files.get(`stories/${stories.ferry.id}/02-${story.chapters[1].id}.html`) ?? '';
  assert.match(chapter, /<h1>Missed Again<\/h1>/);
  assert.match(chapter, /He had brought two coffees &#x26; no excuse\.|two coffees &amp; no excuse\./);
  assert.equal([...files.keys()].filter((name) => name.endsWith('.html')).length, 5);
});

test('an author with an unfinished story takes it along, and nothing of others', async () => {
  const una = await signedIn(services, people.una);
  const files = await exportFor(una.headers);
  assert.deepEqual(
    [...files.keys()].sort(),
    [
      'README.txt',
      'account.json',
      'bookmarks.json',
      'reports.json',
      `stories/${stories.unfinished.id}/story.json`,
      'votes.json',
    ].sort(),
  );
  assert.ok(![...files.values()].join('').includes('mira'));
});

test('a reader takes along what they voted on, bookmarked and reported', async () => {
  const { id, headers } = await signedIn(services, 'a-reader');
  const story = { account_id: id, story_id: stories.ferry.id };
  await services.db
    .insertInto('votes')
    .values({ ...story, value: -1 })
    .execute();
  await services.db.insertInto('bookmarks').values(story).execute();
  const reason = 'It copies a novel.';
  await services.db
    .insertInto('reports')
    .values({ reporter_id: id, story_id: stories.ferry.id, reason })
    .execute();
  const files = await exportFor(headers);
  const [vote] = JSON.parse(files.get('votes.json') ?? '');
  assert.deepEqual([vote.story, vote.vote], ['the-ferry-at-dusk', 'downvote']);
  const [bookmark] = JSON.parse(files.get('bookmarks.json') ?? '');
  assert.equal(bookmark.title, 'The Ferry at Dusk');
  const [report] = JSON.parse(files.get('reports.json') ?? '');
  assert.deepEqual([report.story, report.author, report.reason], ['the-ferry-at-dusk', null, reason]);
});

test('nobody exports without being signed in', async () => {
  const answer = await app.inject({ url: '/api/accounts/export' });
  assert.deepEqual([answer.statusCode, answer.json().error.code], [401, 'unauthenticated']);
});
