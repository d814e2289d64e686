import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { mailFollowers } from '#features/follows/service/mailing.ts';
import { mailInboxes } from '#features/inbox/service/mailing.ts';
import { composeIssue, sendIssue } from '#features/newsletter/service/issues.ts';
import type { Delivery } from '#platform/mail/delivery.ts';
import type { ReservedMail } from '#platform/mail/mail-store.ts';
import { createRequester } from './support/api-requester.ts';
import { createMailSender } from './support/mail-sender.ts';
import { type SignedInPerson, signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';

/** Mails that name stories wait for a mail server while those stories change. */
const database = await testDatabase();
const { context } = database;
const { db } = context;
const { runDueJobs, passHours } = createMailSender(database);
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');

const away: Delivery = {
  deliver: async () => ({ codes: 'ECONNECTION', isPermanent: false, isRefusedAddress: false }),
  close: () => undefined,
};
let sent: ReservedMail[] = [];
const back: Delivery = {
  deliver: async (mail) => void sent.push(mail),
  close: () => undefined,
};

let count = 0;
/** A listed story, whose title is found in no other text. */
async function newStory() {
  const title = `Ferrywoman ${++count}.`;
  const story = (await request('POST /stories', { token: author.token, body: { title } })).data;
  const chapter = { title: 'One', content: '<p>The lamp was lit.</p>' };
  await request(`POST /stories/${story.id}/chapters`, { token: author.token, body: chapter });
  return { id: story.id as number, title };
}
type Story = Awaited<ReturnType<typeof newStory>>;

const withhold = (story: Story) =>
  sql`update stories set withheld_at = now() where id = ${story.id}`.execute(db);
const unpublish = (story: Story) =>
  sql`update stories set visibility = 'draft' where id = ${story.id}`.execute(db);
const remove = (story: Story) => sql`delete from stories where id = ${story.id}`.execute(db);
const moveToTrash = (story: Story) =>
  request(`DELETE /stories/${story.id}`, { token: author.token }).then(({ status }) =>
    assert.equal(status, 200),
  );
const hide = async ({ token }: SignedInPerson, { id }: Story) => {
  const { status, text } = await request(`PUT /hidden/stories/${id}`, { token });
  assert.equal(status, 200, text);
};

/** Lets the mails that wait go out now. */
async function mailServerReturns(): Promise<ReservedMail[]> {
  sent = [];
  await passHours();
  await runDueJobs(back);
  return sent;
}

test('a weekly letter that waited names no story that has left the lists, and ends when none is left', async () => {
  const reader = await signedIn(context, 'letter-reader');
  const stories = [await newStory(), await newStory(), await newStory(), await newStory(), await newStory()];
  const [kept, withheld, draft, deleted, hidden] = stories as [Story, Story, Story, Story, Story];
  await db
    .insertInto('newsletter_subscribers')
    .values({
      ...{ email: 'letter-reader@example.org', token_hash: Buffer.from('key') },
      ...{ new_stories: true, featured_authors: true, weekly_updates: true },
      confirmed_at: sql<Date>`now() - interval '1 day'`,
    })
    .execute();
  await composeIssue(context, new Date());
  const { id } = await db.selectFrom('newsletter_issues').select('id').executeTakeFirstOrThrow();
  await sendIssue(context, id);
  await runDueJobs(away);
  await withhold(withheld);
  await unpublish(draft);
  await moveToTrash(deleted);
  await hide(reader, hidden);
  await passHours();
  await runDueJobs(away);
  const [letter, ...others] = await mailServerReturns();
  assert.equal(others.length, 0);
  for (const words of [letter?.text, letter?.html]) {
    assert.ok(words?.includes(kept.title));
    for (const { title } of [withheld, draft, deleted, hidden]) assert.ok(!words?.includes(title), title);
    // The stories taken out are not counted among what there was no room for.
    assert.doesNotMatch(words ?? '', /more new stor/);
  }

  await db.deleteFrom('newsletter_deliveries').execute();
  await db.updateTable('newsletter_issues').set({ finished_at: null }).execute();
  await sendIssue(context, id);
  await runDueJobs(away);
  await withhold(kept);
  assert.deepEqual(await mailServerReturns(), []);
  assert.deepEqual((await db.selectFrom('outbox_mails').select('sent_at').execute()).length, 1);
});

test('a mail about followed stories that waited names those alone that its reader still finds', async () => {
  const reader = await signedIn(context, 'follower');
  const stories = [await newStory(), await newStory(), await newStory()];
  const [kept, withheld, deleted] = stories as [Story, Story, Story];
  await request('PUT /follows/settings', { token: reader.token, body: { titles_in_mails: true } });
  for (const { id } of stories)
    await request('POST /follows', { token: reader.token, body: { kind: 'story', id, mail: 'now' } });
  const post = async () => {
    for (const { id } of stories) {
      const body = { title: `Chapter ${++count}`, content: '<p>The lamp was lit.</p>' };
      await request(`POST /stories/${id}/chapters`, { token: author.token, body });
    }
    await mailFollowers(context, new Date(Date.now() + 120_000));
    await runDueJobs(away);
  };
  await post();
  await withhold(withheld);
  await remove(deleted);
  const [mail, ...others] = await mailServerReturns();
  assert.equal(others.length, 0);
  assert.ok(mail?.text.includes(`${kept.title}, by una-writes: 1 new chapter`));
  for (const { title } of [withheld, deleted]) assert.ok(!mail?.text.includes(title), title);
});

test('a mail about an inbox that waited tells of nothing that is gone or read', async () => {
  const reader = await signedIn(context, 'commenter');
  const stories = [await newStory(), await newStory()];
  const [kept, deleted] = stories as [Story, Story];
  const body = { mail: 'daily', titles_in_mails: true };
  assert.equal((await request('PUT /inbox/settings', { token: author.token, body })).status, 200);
  const post = async () => {
    for (const { id } of stories) {
      const words = { content: `Words ${++count}` };
      await request(`POST /stories/${id}/comments`, { token: reader.token, body: words });
    }
    await sql`update inbox_items set created_at = created_at - interval '2 days'`.execute(db);
    await sql`update inbox_settings set mailed_until = mailed_until - interval '2 days'`.execute(db);
    await mailInboxes(context, new Date());
    await runDueJobs(away);
  };
  await post();
  await moveToTrash(deleted);
  const [mail] = await mailServerReturns();
  assert.ok(mail?.text.includes(kept.title));
  assert.ok(!mail?.text.includes(deleted.title));
  stories.pop();
  await post();
  await request('POST /inbox/read', { token: author.token, body: {} });
  assert.deepEqual(await mailServerReturns(), []);
});
