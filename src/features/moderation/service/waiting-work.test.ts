import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setWaiting } from '#features/stories/store/publishing.ts';
import { staffUrls } from '#staff-urls.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { remindOfWaitingWork } from './waiting-work.ts';

const { context } = await testDatabase();
const { db } = context;
const { call, newStory, report, caseOf, author, moderator, second, admin } = await moderatedSite(context);

const MONDAY = new Date('2026-03-02T07:00:00Z');
const TUESDAY = new Date('2026-03-03T07:00:00Z');
const hoursBefore = (moment: Date, hours: number) => new Date(moment.getTime() - hours * 3_600_000);

async function countsOf(person: SignedInPerson) {
  const { status, body } = await call(person, 'GET', '/moderation/counts');
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

/** The text of the mails of one morning by their receivers' names. */
async function remind(now: Date): Promise<Map<string, string>> {
  await db.deleteFrom('outbox_mails').execute();
  await remindOfWaitingWork(context, now);
  const mails = await db
    .selectFrom('outbox_mails')
    .innerJoin('credentials', 'credentials.email', 'outbox_mails.address')
    .innerJoin('accounts', 'accounts.id', 'credentials.account_id')
    .select(['username', 'kind', 'text_part'])
    .execute();
  assert.ok(mails.every(({ kind }) => kind === 'waiting-work'));
  return new Map(mails.map(({ username, text_part }) => [username, text_part ?? '']));
}

const setSince = (since: Date) => db.updateTable('moderation_cases').set({ since }).execute();

test('moderators count open cases and stories that need them, and others count nothing', async () => {
  const nothing = { cases: 0, stories: 0, comments: 0, tags: 0 };
  assert.deepEqual(await countsOf(moderator), nothing);
  const story = await newStory();
  await report(story, 'harassment');
  for (const waitingFor of ['address', 'moderator'] as const) {
    const { id } = await newStory(author);
    await db.transaction().execute((transaction) => setWaiting(transaction, id, waitingFor));
  }
  assert.deepEqual(await countsOf(moderator), { ...nothing, cases: 1, stories: 1 });
  assert.deepEqual(await countsOf(admin), { ...nothing, cases: 1, stories: 1 });
  assert.equal((await call(author, 'GET', '/moderation/counts')).status, 404);
  assert.equal((await call(undefined, 'GET', '/moderation/counts')).status, 401);
});

test('moderators count suggestions about tags, and comments that the site holds', async () => {
  const before = await countsOf(moderator);
  const story = await newStory(author, ['slow burn', 'romance']);
  const proposal = { tag: 'slow burn', parent: 'romance' };
  assert.equal((await call(admin, 'POST', '/tags/proposals', proposal)).status, 201);
  const content = 'More of this, please.';
  const { status, body } = await call(admin, 'POST', `/stories/${story.id}/comments`, { content });
  assert.equal(status, 201, JSON.stringify(body));
  const hold = (held_for: 'link' | 'words') =>
    db.updateTable('comments').set({ state: 'waiting', held_for }).where('id', '=', body.data.id).execute();
  await hold('link');
  assert.deepEqual(await countsOf(moderator), { ...before, comments: 1, tags: 1 });
  await hold('words');
  assert.equal((await countsOf(moderator)).comments, 0, 'the author alone decides about it');
});

test('a case that waits for a day to come is not counted', async () => {
  const before = await countsOf(moderator);
  await db
    .updateTable('moderation_cases')
    .set({ since: new Date(Date.now() + 3_600_000) })
    .execute();
  assert.deepEqual(await countsOf(moderator), { ...before, cases: 0 });
  await setSince(hoursBefore(MONDAY, 1));
});

test('moderators hear in the morning of what is new, and on Mondays of everything', async () => {
  const setAllSince = async (since: Date) => {
    await setSince(since);
    await db
      .updateTable('stories')
      .set({ waiting_since: since })
      .where('waiting_since', 'is not', null)
      .execute();
  };
  await setAllSince(hoursBefore(TUESDAY, 30));
  assert.deepEqual([...(await remind(TUESDAY)).keys()], []);
  await setSince(hoursBefore(TUESDAY, 23));
  const mails = await remind(TUESDAY);
  assert.deepEqual(
    [...mails.keys()].sort(),
    [moderator, second, admin].map(({ username }) => username).sort(),
  );
  const text = mails.get(moderator.username) ?? '';
  assert.match(text, /1 case in the queue, and 1 story with links from new accounts/);
  assert.ok(text.includes(staffUrls.queue()));
  assert.doesNotMatch(text, /Harbour Lights|ada-writes|harassment/);
  await setAllSince(hoursBefore(MONDAY, 24 * 20));
  assert.equal((await remind(MONDAY)).size, 3);
});

test('no count and no mail tells a moderator of a report about their own story', async () => {
  const [before, beforeOfAnother] = [await countsOf(second), await countsOf(moderator)];
  const own = await newStory(second);
  await report(own, 'harassment');
  assert.deepEqual(await countsOf(second), before);
  assert.equal((await countsOf(moderator)).cases, beforeOfAnother.cases + 1);
  const { id } = await caseOf(own);
  await db
    .updateTable('moderation_cases')
    .set({ since: hoursBefore(TUESDAY, 1) })
    .where('id', '=', id)
    .execute();
  const mails = await remind(TUESDAY);
  assert.ok(mails.has(moderator.username));
  assert.ok(!mails.has(second.username));
});

test('a moderator whose address is not verified is not mailed, and nobody is once the work is done', async () => {
  await signedIn(context, second.username, { isVerified: false, role: 'moderator' });
  assert.deepEqual(
    [...(await remind(MONDAY)).keys()].sort(),
    [moderator, admin].map(({ username }) => username).sort(),
  );
  await db.updateTable('moderation_cases').set({ closed_at: new Date() }).execute();
  const onlyStories = (await remind(MONDAY)).get(moderator.username) ?? '';
  assert.match(onlyStories, /moderator: 1 story with links/);
  assert.ok(onlyStories.includes(staffUrls.waiting()));
  await db.updateTable('stories').set({ waiting_since: null, waiting_for: null }).execute();
  assert.equal((await remind(MONDAY)).size, 0);
});
