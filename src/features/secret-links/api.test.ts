import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequester } from '#tests/support/api-requester.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';

const { context } = await testDatabase();
const { db } = context;
const request = await createRequester(await testServer(context));
let count = 0;

/** An author's draft with a secret link; `token` is the author's session, `secret` the link's token. */
async function sharedDraft() {
  const author = await signedIn(context, `author-${count++}`);
  const { token } = author;
  const body = { title: 'In the Drawer', visibility: 'draft', synopsis: 'Nobody knows it.' };
  const story = (await request('POST /stories', { token, body })).data;
  const chapter = { title: 'One', content: '<p>Unread by anyone.</p>', state: 'draft' };
  const { data } = await request(`POST /stories/${story.id}/chapters`, { token, body: chapter });
  const { status, data: link } = await request(`POST /stories/${story.id}/secret-link`, { token, body: {} });
  assert.equal(status, 200);
  return { author, token, story, chapter: data, url: link.url as string, secret: secretOf(link.url) };
}

const secretOf = (url: string) => /\/draft\/([\w-]{43})$/.exec(url)?.[1] ?? assert.fail(url);
const read = (secret: string) => request(`GET /secret-links/${secret}`);
const readChapter = (secret: string, id: number) => request(`GET /secret-links/${secret}/chapters/${id}`);

// Interface, Stories and chapters: Beta readers read a draft by the link, without an account
test('a beta reader without an account reads a draft and its drafts of chapters', async () => {
  const { token, story, chapter, secret } = await sharedDraft();
  assert.equal((await request(`GET /stories/${story.slug}`)).status, 404);
  const { data } = await read(secret);
  assert.equal(data.story.title, 'In the Drawer');
  assert.deepEqual(
    data.chapters.map(({ title }: { title: string }) => title),
    ['One'],
  );
  const answer = await readChapter(secret, chapter.id);
  assert.equal(answer.data.chapter.content, '<p>Unread by anyone.</p>');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.deepEqual(
    [answer.data.number, answer.data.total, answer.data.previous, answer.data.next],
    [1, 1, null, null],
  );
  const notice = { title: 'Pause', kind: 'notice', content: '<p>Soon.</p>', state: 'draft' };
  const added = await request(`POST /stories/${story.id}/chapters`, { token, body: notice });
  const after = (await readChapter(secret, added.data.id)).data;
  assert.deepEqual([after.number, after.total, after.next], [null, 1, null]);
  assert.deepEqual(after.previous, { id: chapter.id, title: 'One', order: 1 });
  await db.updateTable('chapters').set({ trashed_at: new Date() }).where('id', '=', added.data.id).execute();
  assert.equal((await readChapter(secret, added.data.id)).status, 404);
  assert.equal((await read(secret)).data.chapters.length, 1);
  const other = await sharedDraft();
  assert.equal((await readChapter(secret, other.chapter.id)).status, 404);
});

// Interface, Stories and chapters: POST /stories/{id}/secret-link answers a url, and DELETE ends it
test('an author finds the link again; a renewed or revoked one leads to nothing at once', async () => {
  const { token, story, url, secret, chapter } = await sharedDraft();
  const path = `/stories/${story.id}/secret-link` as const;
  assert.equal((await request(`GET ${path}`, { token })).data.url, url);
  const renewed = secretOf((await request(`POST ${path}`, { token, body: {} })).data.url);
  assert.notEqual(renewed, secret);
  assert.equal((await read(secret)).status, 404);
  assert.equal((await read(renewed)).status, 200);
  for (const _ of ['once', 'twice']) assert.equal((await request(`DELETE ${path}`, { token })).status, 200);
  for (const old of [secret, renewed, 'x', 'x'.repeat(43)]) {
    const gone = await read(old);
    const { error, message } = JSON.parse((await read('never-existed')).text);
    assert.deepEqual([gone.status, gone.error, gone.message], [404, error, message]);
    assert.equal((await readChapter(old, chapter.id)).status, 404);
  }
  assert.equal((await request(`GET ${path}`, { token })).data.url, null);
});

test('a link from before the site had another secret still opens the draft, and its author is shown no other', async () => {
  const { token, story, secret } = await sharedDraft();
  // Another salt leads to another token, as another secret does.
  await db
    .updateTable('secret_links')
    .set({ salt: Buffer.alloc(16) })
    .where('story_id', '=', story.id)
    .execute();
  assert.equal((await request(`GET /stories/${story.id}/secret-link`, { token })).data.url, null);
  assert.equal((await read(secret)).status, 200);
});

test('a link shows nothing of a withheld or trashed story, or of a suspended author', async () => {
  const { author, token, story, secret, chapter } = await sharedDraft();
  const stories = () => db.updateTable('stories').where('id', '=', story.id);
  const accounts = () => db.updateTable('accounts').where('id', '=', author.id);
  const states: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [
      () => stories().set({ withheld_at: new Date() }).execute(),
      () => stories().set({ withheld_at: null }).execute(),
    ],
    [
      () => stories().set({ trashed_at: new Date() }).execute(),
      () => stories().set({ trashed_at: null }).execute(),
    ],
    [
      () => accounts().set({ suspended_at: new Date(), suspended_for: 'x' }).execute(),
      () => accounts().set({ suspended_at: null, suspended_for: null }).execute(),
    ],
  ];
  for (const [hide, show] of states) {
    await hide();
    assert.equal((await read(secret)).status, 404);
    assert.equal((await readChapter(secret, chapter.id)).status, 404);
    await show();
    assert.equal((await read(secret)).status, 200);
  }
  await stories().set({ withheld_at: new Date() }).execute();
  const refused = await request(`POST /stories/${story.id}/secret-link`, { token, body: {} });
  assert.equal(refused.status, 422);
});

test('the database holds no token', async () => {
  const { secret } = await sharedDraft();
  const rows = await db.selectFrom('secret_links').selectAll().execute();
  assert.ok(!rows.some((row) => Object.values(row).some((value) => String(value).includes(secret))));
});
