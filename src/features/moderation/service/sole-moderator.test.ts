import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { ANSWERED_BY_SAME_MODERATOR, moderationMessages } from '../contract/moderation.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, moderator, second, admin, call, caseOf, decide, hiddenStory } = site;

type Appeal = { own_decision: boolean; waits_until: string | null };
type Logged = { action: string; by_same_moderator: boolean };

/** A story hidden by the moderator, with an appeal sent this many days ago. */
async function appealedStory(daysAgo: number) {
  const story = await hiddenStory();
  const { body } = await call(author, 'GET', `/accounts/decisions?story_id=${story.id}`);
  const { id } = body.data.decisions[0];
  const words = 'The tags are right since Monday.';
  assert.equal((await call(author, 'POST', `/accounts/decisions/${id}/appeal`, { words })).status, 201);
  await sql`update appeals set created_at = now() - make_interval(days => ${daysAgo}::integer)
    where entry_id = ${id}`.execute(db);
  return { story, entryId: id };
}

async function setRoles(role: 'user' | 'admin') {
  await db.updateTable('accounts').set({ role }).where('id', 'in', [second.id, admin.id]).execute();
}

test('while there is another moderator nobody answers an appeal against their own decision, however old', async () => {
  const { story } = await appealedStory(30);
  const caseDetails = await caseOf(story);
  assert.deepEqual(caseDetails.actions, ['suspend']);
  assert.deepEqual(
    caseDetails.appeals.map((one: Appeal) => [one.own_decision, one.waits_until]),
    [[true, null]],
  );
  const refused = await decide(moderator, caseDetails, { action: 'uphold' });
  assert.deepEqual([refused.status, refused.body.message], [403, moderationMessages.ownDecision]);
  const others = await caseOf(story, second);
  assert.deepEqual(
    others.appeals.map((one: Appeal) => [one.own_decision, one.waits_until]),
    [[false, null]],
  );
});

test('a site’s only moderator gives in to an appeal at once, and answers otherwise after seven days', async () => {
  await setRoles('user');
  const { story } = await appealedStory(6);
  const early = await caseOf(story);
  assert.deepEqual(early.actions, ['restore', 'suspend']);
  assert.ok(new Date(early.appeals[0].waits_until) > new Date());
  const refused = await decide(moderator, early, { action: 'uphold' });
  assert.deepEqual([refused.status, refused.body.message], [403, moderationMessages.ownDecisionWaits]);

  await sql`update appeals set created_at = created_at - interval '1 day 1 minute' where answered_at is null
    and subject_id = ${story.id}`.execute(db);
  const caseDetails = await caseOf(story);
  assert.deepEqual(caseDetails.actions, ['remove', 'restore', 'suspend', 'uphold']);
  assert.ok(new Date(caseDetails.appeals[0].waits_until) <= new Date());
  // A newly appointed admin is now available to answer.
  await setRoles('admin');
  assert.equal((await decide(moderator, caseDetails, { action: 'restore' })).status, 403);
  await setRoles('user');
  assert.equal((await decide(moderator, caseDetails, { action: 'restore' })).status, 200);

  const { story: another, entryId } = await appealedStory(0);
  const given = await decide(moderator, await caseOf(another), { action: 'restore', note: 'I was wrong.' });
  assert.equal(given.status, 200);
  const [entry] = given.body.data.entries;
  assert.deepEqual([entry.action, entry.answers, entry.by_same_moderator], ['restore', entryId, true]);
  assert.equal((await call(undefined, 'GET', `/stories/${another.id}`)).status, 200);
  const mail = (await site.mailsTo('ada-writes@example.org')).at(-1)?.text_part ?? '';
  assert.ok(mail.includes(ANSWERED_BY_SAME_MODERATOR), mail);
});

test('a site’s only moderator undoes their own spam mark at once, and not while there is another', async () => {
  await setRoles('admin');
  const { username } = site.another;
  const path = `/moderation/accounts/${site.another.id}/spam`;
  assert.equal((await call(moderator, 'POST', path)).status, 200);
  const back = await signedIn(context, username);
  const [{ id }] = (await call(back, 'GET', '/accounts/decisions')).body.data.decisions;
  const words = 'It is a story about a shop.';
  assert.equal((await call(back, 'POST', `/accounts/decisions/${id}/appeal`, { words })).status, 201);
  const refused = await call(moderator, 'DELETE', path);
  assert.deepEqual([refused.status, refused.body.message], [403, moderationMessages.ownDecision]);
  await setRoles('user');
  assert.equal((await call(moderator, 'DELETE', path)).status, 200);
  const mail = (await site.mailsTo(`${username}@example.org`)).at(-1)?.text_part ?? '';
  assert.ok(mail.includes(ANSWERED_BY_SAME_MODERATOR), mail);
});

test('such an answer says by whom it is: in the log, in the mail and on the author’s page', async () => {
  await setRoles('user');
  const { story, entryId } = await appealedStory(8);
  const caseDetails = await caseOf(story);
  const upheld = await decide(moderator, caseDetails, { action: 'uphold', note: 'They still promise it.' });
  assert.equal(upheld.status, 200);
  const [entry] = upheld.body.data.entries;
  assert.deepEqual([entry.action, entry.answers, entry.by_same_moderator], ['uphold', entryId, true]);
  const log = await call(moderator, 'GET', `/moderation/log?story_id=${story.id}`);
  assert.deepEqual(
    log.body.data.entries.map((one: Logged) => [one.action, one.by_same_moderator]),
    [
      ['uphold', true],
      ['hide', false],
    ],
  );
  const mail = (await site.mailsTo('ada-writes@example.org')).at(-1)?.text_part ?? '';
  assert.ok(mail.includes(ANSWERED_BY_SAME_MODERATOR), mail);
  assert.doesNotMatch(mail, /Another moderator/);
  const own = await call(author, 'GET', `/accounts/decisions?story_id=${story.id}`);
  const [answer, appealed] = own.body.data.decisions;
  assert.deepEqual([answer.by_same_moderator, answer.answers], [true, entryId]);
  assert.deepEqual(
    [appealed.appeal.is_answered, appealed.appeal.by_same_moderator, appealed.by_same_moderator],
    [true, true, false],
  );
});

test('an answer by another moderator says nothing of the kind', async () => {
  await setRoles('admin');
  const { story } = await appealedStory(8);
  const answered = await decide(second, await caseOf(story, second), { action: 'uphold' });
  assert.equal(answered.body.data.entries[0].by_same_moderator, false);
  const mail = (await site.mailsTo('ada-writes@example.org')).at(-1)?.text_part ?? '';
  assert.ok(mail.includes('Another admin has read') && !mail.includes(ANSWERED_BY_SAME_MODERATOR), mail);
  const own = await call(author, 'GET', `/accounts/decisions?story_id=${story.id}`);
  assert.equal(own.body.data.decisions[1].appeal.by_same_moderator, false);
});

test('a moderator who was suspended is nobody who could answer', async () => {
  await setRoles('admin');
  await db
    .updateTable('accounts')
    .set({ suspended_at: new Date(), suspended_for: 'Rule 12. Kindness' })
    .where('id', 'in', [second.id, admin.id])
    .execute();
  const { story } = await appealedStory(8);
  assert.ok((await caseOf(story)).actions.includes('uphold'));
  await db.updateTable('accounts').set({ suspended_at: null, suspended_for: null }).execute();
});

test('a legal request about the only moderator’s own story can be answered, and reports about it stay unseen', async () => {
  await setRoles('admin');
  const story = await site.newStory(moderator);
  await site.report(story, 'One of them is sixteen years old');
  const sent = await call(undefined, 'POST', '/account/legal/takedown', {
    ...{ requester_name: 'Ida', requester_email: 'ida@example.org', content_url: `/story/${story.slug}` },
    ...{
      content_description: 'My tale',
      reason: 'It is mine.',
      owner_info: 'I am',
      address: '4 Quay Street',
    },
    electronic_signature: true,
  });
  assert.equal(sent.status, 201);
  const step = `/moderation/takedowns/${sent.body.data.id}/steps`;
  const removal = { step: 'removed', after: 'received', note: 'The claim is in order.' };
  assert.equal((await call(moderator, 'POST', step, removal)).status, 403);
  const inQueue = async () => {
    const { body } = await call(moderator, 'GET', '/moderation/cases');
    return body.data.cases.find((one: { subject_id: number }) => one.subject_id === story.id);
  };
  assert.equal(await inQueue(), undefined);
  const { id, revision } = await caseOf(story, second);
  const together = { action: 'dismiss', rule: 'tags', note: 'They are right.', rows: [{ id, revision }] };
  const dismissed = (await call(second, 'POST', '/moderation/bulk', together)).body.data;
  assert.deepEqual(dismissed.done, [id]);
  await site.report(story, 'One of them is sixteen years old');
  await db.updateTable('moderation_cases').set({ is_trusted: true }).where('id', '=', id).execute();
  assert.equal((await call(moderator, 'GET', `/moderation/cases/${id}`)).status, 403);

  await setRoles('user');
  const undone = (await call(moderator, 'POST', `/moderation/bulk/${dismissed.bulk_id}/undo`, {})).body.data;
  assert.deepEqual([undone.done, undone.failed], [[], [{ id, message: moderationMessages.ownCase }]]);
  const listed = await inQueue();
  const { takedown_count, report_count, is_grave, is_trusted, report_excerpt } = listed;
  assert.deepEqual(
    { takedown_count, report_count, is_grave, is_trusted, report_excerpt },
    { takedown_count: 1, report_count: 0, is_grave: false, is_trusted: false, report_excerpt: null },
  );
  const caseDetails = await caseOf(story);
  assert.deepEqual([caseDetails.actions, caseDetails.reports, caseDetails.takedowns.length], [[], [], 1]);
  assert.deepEqual(
    [caseDetails.report_count, caseDetails.is_grave, caseDetails.is_trusted],
    [0, false, false],
  );
  assert.equal((await decide(moderator, caseDetails, { action: 'dismiss' })).status, 403);
  assert.equal((await call(moderator, 'POST', step, removal)).status, 200);
  assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 404);
  // The case has no legal request left, so it is hidden from them again.
  assert.equal(await inQueue(), undefined);
  assert.equal((await call(moderator, 'GET', `/moderation/cases/${id}`)).status, 403);
});
