import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { ANSWERED_BY_SAME_MODERATOR, moderationMessages } from '../contract/moderation.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, moderator, second, admin, call, newStory, report, caseOf, decide, mailsTo } = site;
await db.updateTable('accounts').set({ role: 'user' }).where('id', '=', admin.id).execute();

const decisionsOf = async (person: SignedInPerson, query = '') =>
  (await call(person, 'GET', `/accounts/decisions${query}`)).body.data.decisions;

/** Appeals against all of these decisions. */
async function appealAgainst(person: SignedInPerson, decisions: { id: number }[]) {
  for (const { id } of decisions) {
    const sent = await call(person, 'POST', `/accounts/decisions/${id}/appeal`, { words: 'Please look.' });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
  }
}

let count = 0;
/** An account that one moderator suspended and the other marked as spam, with appeals against both. */
async function twiceHit() {
  const name = `twice-hit-${++count}`;
  const writer = await signedIn(context, name);
  await newStory(writer);
  const opened = await call(moderator, 'POST', '/moderation/cases', { username: name });
  const read = async (by: SignedInPerson, id: number) =>
    (await call(by, 'GET', `/moderation/cases/${id}`)).body.data;
  const suspension = { action: 'suspend', withhold_stories: true };
  const suspended = await decide(moderator, await read(moderator, opened.body.data.id), suspension);
  assert.equal(suspended.status, 200, JSON.stringify(suspended.body));
  assert.equal((await call(second, 'POST', `/moderation/accounts/${writer.id}/spam`)).status, 200);
  const back = await signedIn(context, name);
  await appealAgainst(back, await decisionsOf(back));
  const { id } = await db
    .selectFrom('moderation_cases')
    .select('id')
    .where('subject', '=', 'author')
    .where('subject_id', '=', writer.id)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow();
  const answered = async () =>
    (await decisionsOf(back))
      .filter((one: { appeal: object | null }) => one.appeal !== null)
      .map((one: { action: string; appeal: { is_answered: boolean; by_same_moderator: boolean } }) => [
        one.action,
        one.appeal.is_answered,
        one.appeal.by_same_moderator,
      ]);
  return { name, writer, caseBy: (by: SignedInPerson) => read(by, id), answered };
}

test('of two moderators who decided about one account, each answers the appeal against the other', async () => {
  const { caseBy, answered } = await twiceHit();
  for (const by of [moderator, second]) {
    const { actions, appeal_count } = await caseBy(by);
    assert.deepEqual([appeal_count, actions], [2, ['reinstate', 'uphold']]);
  }
  const upheld = await decide(moderator, await caseBy(moderator), { action: 'uphold', passage: '' });
  assert.deepEqual([upheld.status, upheld.body.data.appeal_count], [200, 1], JSON.stringify(upheld.body));
  assert.deepEqual(await answered(), [
    ['spam', true, false],
    ['suspend', false, false],
  ]);
  assert.deepEqual(upheld.body.data.actions, [], 'the other appeal is against their own decision');
  const refused = await decide(moderator, await caseBy(moderator), { action: 'uphold', passage: '' });
  assert.deepEqual([refused.status, refused.body.message], [403, moderationMessages.ownDecision]);
  const last = await decide(second, await caseBy(second), { action: 'uphold', passage: '' });
  assert.deepEqual([last.status, last.body.data.appeal_count], [200, 0]);
  assert.notEqual(last.body.data.closed_at, null);
});

test('lifting the suspension answers both, and nobody is told that there was no other moderator', async () => {
  const { name, caseBy, answered } = await twiceHit();
  const lifted = await decide(moderator, await caseBy(moderator), { action: 'reinstate', passage: '' });
  assert.equal(lifted.status, 200, JSON.stringify(lifted.body));
  assert.deepEqual(await answered(), [
    ['spam', true, false],
    ['suspend', true, false],
  ]);
  const mail = (await mailsTo(`${name}@example.org`)).at(-1)?.text_part ?? '';
  assert.match(mail, /has lifted the suspension/);
  assert.ok(!mail.includes(ANSWERED_BY_SAME_MODERATOR));
});

test('a moderator who is alone by now waits with the appeal against their own decision, and only its answer says so', async () => {
  const { caseBy, answered } = await twiceHit();
  const setRole = (role: 'user' | 'moderator') =>
    db.updateTable('accounts').set({ role }).where('id', '=', second.id).execute();
  await setRole('user');
  const found = await caseBy(moderator);
  assert.deepEqual(
    found.appeals.map((one: { own_decision: boolean; waits_until: string | null }) => [
      one.own_decision,
      one.waits_until !== null,
    ]),
    [
      [false, false],
      [true, true],
    ],
  );
  const lifted = await decide(moderator, found, { action: 'reinstate', passage: '' });
  assert.equal(lifted.status, 200, JSON.stringify(lifted.body));
  assert.deepEqual(await answered(), [
    ['spam', true, false],
    ['suspend', true, true],
  ]);
  await setRole('moderator');
});

test('the moderator who suspended an account undoes the other’s spam mark, which answers that appeal alone', async () => {
  const { writer, answered } = await twiceHit();
  const undone = await call(moderator, 'DELETE', `/moderation/accounts/${writer.id}/spam`);
  assert.equal(undone.status, 200, JSON.stringify(undone.body));
  assert.deepEqual(await answered(), [
    ['spam', true, false],
    ['suspend', false, false],
  ]);
});

test('content warnings by one moderator and a hidden story by the other are answered crosswise', async () => {
  const story = await newStory();
  const warn = (by: SignedInPerson, warnings: string[]) =>
    call(by, 'POST', `/moderation/stories/${story.id}/warnings`, { warnings, note: 'He dies.' });
  assert.equal((await warn(moderator, ['death'])).status, 200);
  assert.equal((await warn(second, ['death', 'grief'])).status, 200);
  await report(story, 'The tags promise a gothic tale');
  assert.equal((await decide(second, await caseOf(story, second), { action: 'hide' })).status, 200);
  await appealAgainst(author, await decisionsOf(author, `?story_id=${story.id}`));
  assert.deepEqual((await caseOf(story)).actions, ['remove', 'restore', 'unwarn', 'suspend', 'uphold']);
  const others = (await caseOf(story, second)).actions;
  assert.ok(others.includes('unwarn') && !others.includes('restore'), String(others));
  const lifted = await decide(second, await caseOf(story, second), { action: 'unwarn', passage: '' });
  assert.equal(lifted.status, 200, JSON.stringify(lifted.body));
  const { staff_warnings } = (await call(author, 'GET', `/stories/${story.id}`)).body.data;
  assert.deepEqual(staff_warnings, ['grief'], 'their own warning stays under appeal');
  assert.equal((await caseOf(story)).appeal_count, 2);
  const upheld = await decide(moderator, await caseOf(story), { action: 'uphold', passage: '' });
  assert.deepEqual([upheld.status, upheld.body.data.appeal_count], [200, 0]);
});

test('where the only other moderator is the author, the same one answers after seven days and says so', async () => {
  const story = await newStory(second);
  await report(story, 'The tags promise a gothic tale');
  assert.equal((await decide(moderator, await caseOf(story), { action: 'hide' })).status, 200);
  await appealAgainst(second, await decisionsOf(second, `?story_id=${story.id}`));
  const early = await caseOf(story);
  assert.ok(new Date(early.appeals[0].waits_until) > new Date());
  const refused = await decide(moderator, early, { action: 'uphold', passage: '' });
  assert.deepEqual([refused.status, refused.body.message], [403, moderationMessages.ownDecisionWaits]);
  await sql`update appeals set created_at = created_at - interval '8 days' where subject_id = ${story.id}`.execute(
    db,
  );
  const upheld = await decide(moderator, await caseOf(story), { action: 'uphold', passage: '' });
  assert.equal(upheld.status, 200, JSON.stringify(upheld.body));
  const [answer] = await decisionsOf(second, `?story_id=${story.id}`);
  assert.equal(answer.by_same_moderator, true);

  const warn = (warnings: string[]) =>
    call(moderator, 'POST', `/moderation/stories/${story.id}/warnings`, { warnings, note: 'He dies.' });
  assert.equal((await warn(['death'])).status, 200);
  await appealAgainst(second, (await decisionsOf(second, `?story_id=${story.id}`)).slice(0, 1));
  assert.equal((await warn([])).status, 200, 'nobody else could give in');
});
