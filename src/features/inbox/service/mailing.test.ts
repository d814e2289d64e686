import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { builtRenderer } from '#app/built-renderer.ts';
import { installedPath } from '#platform/runtime/installation.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { setMailedUntil } from '../store/mails.ts';
import { mailInboxes } from './mailing.ts';

const { context } = await testDatabase();
const { db } = context;
const renderer = await builtRenderer(installedPath('dist'));
const app = await testServer(context, { renderer });
const request = await createRequester(app);
const commenter = await signedIn(context, 'rosa-reads');

const DAY = 24 * 3_600_000;
let count = 0;

/** An author with a story, who wants mails. */
async function authorWith(settings: object, isVerified = true) {
  const author = await signedIn(context, `una-${++count}`, { isVerified });
  const story = await commentedStory(author, `The Unmistakable Ferry ${count}`);
  const set = await request('PUT /inbox/settings', { token: author.token, body: settings });
  assert.equal(set.status, 200, set.text);
  return { author, story };
}

async function commentedStory({ token }: SignedInPerson, title: string) {
  const story: { id: number; title: string; slug: string } = (
    await request('POST /stories', { token, body: { title } })
  ).data;
  const chapter = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };
  await request(`POST /stories/${story.id}/chapters`, { token, body: chapter });
  await comment(story);
  return story;
}

async function comment({ id }: { id: number }): Promise<void> {
  const body = { content: `Words ${++count}` };
  const sent = await request(`POST /stories/${id}/comments`, { token: commenter.token, body });
  assert.equal(sent.status, 201, sent.text);
}

/** Lets two days pass for everything that has happened. */
async function passTime(): Promise<void> {
  await sql`update inbox_items set created_at = created_at - interval '2 days'`.execute(db);
  await sql`update inbox_settings set mailed_until = mailed_until - interval '2 days'`.execute(db);
}

const run = (after = 0) => mailInboxes(context, new Date(Date.now() + after));

async function mailsTo({ username }: SignedInPerson) {
  const rows = await db
    .selectFrom('outbox_mails')
    .select(['subject', 'text_part', 'html_part', 'unsubscribe_url'])
    .where('kind', '=', 'inbox-news')
    .where('address', '=', `${username}@example.org`)
    .orderBy('id')
    .execute();
  return rows as { subject: string; text_part: string; html_part: string; unsubscribe_url: string }[];
}

test('an author whose mailbox is gone finds everything in the inbox, and is mailed again once it is back', async () => {
  const { author, story } = await authorWith({ mail: 'daily' });
  const address_key = `${author.username}@example.org`;
  await db.insertInto('refused_addresses').values({ address_key, refused_at: new Date() }).execute();
  await comment(story);
  await passTime();
  await run();
  const [dropped, ...others] = await mailsTo(author);
  assert.deepEqual([dropped?.subject, others], [null, []]);
  assert.equal((await request('GET /inbox', { token: author.token })).data.unread, 2);
  await db.deleteFrom('refused_addresses').execute();
  await comment(story);
  await passTime();
  await run();
  assert.equal((await mailsTo(author))[1]?.subject, 'Something for you');
});

test('an author who wants a daily mail gets one for what is new, without titles, and no second one', async () => {
  const { author, story } = await authorWith({ mail: 'daily' });
  await comment(story);
  await passTime();
  await Promise.all([run(), run()]);
  const [mail, ...others] = await mailsTo(author);
  assert.equal(others.length, 0);
  assert.equal(mail?.subject, 'Something for you');
  for (const part of [mail?.text_part, mail?.html_part, mail?.unsubscribe_url]) {
    assert.ok(part !== undefined);
    assert.doesNotMatch(part, /Unmistakable|unmistakable|rosa/);
  }
  await run();
  await run(DAY);
  assert.equal((await mailsTo(author)).length, 1);
  await comment(story);
  await passTime();
  await run();
  assert.equal((await mailsTo(author)).length, 2);
});

test('nothing is mailed of what was there before, was read, or is gone', async () => {
  const [before, read, gone] = [
    await authorWith({ mail: 'daily' }),
    await authorWith({ mail: 'daily' }),
    await authorWith({ mail: 'daily' }),
  ];
  await comment(read.story);
  await request('POST /inbox/read', { token: read.author.token, body: {} });
  await comment(gone.story);
  await sql`update comments set state = 'removed', removed_as = 'author' where story_id = ${gone.story.id}`.execute(
    db,
  );
  await passTime();
  await run();
  for (const { author } of [before, read, gone]) assert.deepEqual(await mailsTo(author), []);
});

test('a reply that waits while its reader turns mails on is mailed once it is approved', async () => {
  const { author, story } = await authorWith({ mail: 'none' });
  const reader = await signedIn(context, `ida-${++count}`);
  const said = await request(`POST /stories/${story.id}/comments`, {
    token: reader.token,
    body: { content: 'Who lit the lamp?' },
  });
  const rules = { title: story.title, slug: story.slug, comments: 'approved' };
  const held = await request(`PUT /stories/${story.id}`, { token: author.token, body: rules });
  assert.equal(held.status, 200, held.text);
  const answer = await request(`POST /stories/${story.id}/comments`, {
    token: commenter.token,
    body: { content: 'The keeper.', parent_id: said.data.id },
  });
  assert.equal(answer.data.state, 'waiting');
  await request('PUT /inbox/settings', { token: reader.token, body: { mail: 'daily' } });
  await passTime();
  await run();
  assert.deepEqual(await mailsTo(reader), []);
  const approved = await request(`POST /comments/${answer.data.id}/approve`, { token: author.token });
  assert.equal(approved.status, 200, approved.text);
  await passTime();
  await run();
  assert.deepEqual(await mailsTo(reader), [], 'it was there only after the time of that mail');
  await sql`update comments set approved_at = approved_at - interval '1 day' where id = ${answer.data.id}`.execute(
    db,
  );
  await passTime();
  await run();
  assert.equal((await mailsTo(reader)).length, 1);
});

test('no mail goes to an address that is not verified, or to somebody who does not want any', async () => {
  const people = [await authorWith({ mail: 'weekly' }, false), await authorWith({ mail: 'none' })];
  for (const { story } of people) await comment(story);
  await passTime();
  await run(7 * DAY);
  for (const { author } of people) assert.deepEqual(await mailsTo(author), []);
});

test('a reader of weekly mails who chose titles finds them in the text, not in the subject', async () => {
  const { author, story } = await authorWith({ mail: 'weekly', titles_in_mails: true });
  await comment(story);
  await passTime();
  await run(7 * DAY);
  const [mail] = await mailsTo(author);
  assert.equal(mail?.subject, 'Something for you');
  assert.ok(mail?.text_part.includes(`rosa-reads commented on “${story.title}”`), mail?.text_part);
});

test('a mail with titles says when there is more than it names', async () => {
  const { author } = await authorWith({ mail: 'daily' });
  for (let number = 1; number <= 21; number++) await commentedStory(author, `Ferry ${number} of Many`);
  await passTime();
  // Other settings change neither what is mailed nor when.
  const body = { titles_in_mails: true };
  assert.equal((await request('PUT /inbox/settings', { token: author.token, body })).status, 200);
  await run();
  const [mail] = await mailsTo(author);
  assert.equal(mail?.text_part.match(/of Many/g)?.length, 20);
  assert.match(mail.text_part, /And more in your inbox\./);
});

test('one click in a mail program stops the mails, and so does its link, again and again', async () => {
  const { author, story } = await authorWith({ mail: 'daily' });
  await comment(story);
  await passTime();
  await run();
  const [mail] = await mailsTo(author);
  const { pathname, search } = new URL(mail?.unsubscribe_url ?? '');
  const press = () =>
    app.inject({
      method: 'POST',
      url: pathname + search,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  for (const _ of [1, 2]) assert.equal((await press()).statusCode, 200);
  assert.deepEqual(await mailsTo(author), [], 'a mail that waits is not sent after that');
  const settings = await request('GET /inbox/settings', { token: author.token });
  assert.equal(settings.data.mail, 'none');
  const isDue = await setMailedUntil(db, author.id, new Date(Date.now() + DAY));
  assert.equal(isDue, false, 'nor by a run that had begun before');
  const token = new URLSearchParams(search).get('token') ?? '';
  assert.equal((await request(`POST /inbox/stop-mails/${token}`, { body: {} })).status, 200);
  assert.equal((await request(`POST /inbox/stop-mails/${token}x`, { body: {} })).status, 400);
  await comment(story);
  await passTime();
  await run();
  assert.deepEqual(await mailsTo(author), []);
});
