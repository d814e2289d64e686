import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { strikesOf, suggestedMeasure } from '../rules.ts';
import { openReviews } from './strikes.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, reader, moderator, second, call, newStory, report, caseOf, decide, hiddenStory } = site;

const DAY = 86_400_000;
const now = new Date('2026-11-24T12:00:00Z');
const hidden = (id: number, daysAgo: number) => ({
  ...{ id, action: 'hide', liftedAt: null, takedownId: null },
  decidedAt: new Date(now.getTime() - daysAgo * DAY),
});

test('a decision counts for a year, unless it was lifted, and a suspension is none', () => {
  const decisions = [
    hidden(1, 400),
    hidden(2, 300),
    { ...hidden(3, 20), liftedAt: now },
    { ...hidden(4, 10), action: 'suspend' },
    { ...hidden(5, 5), action: 'warn' },
    hidden(6, 1),
  ];
  const strikes = strikesOf(decisions, [], now);
  assert.deepEqual(
    strikes.map(({ entryId }) => entryId),
    [2, 6],
  );
  assert.equal(strikes[0]?.expiresAt.toISOString(), new Date(now.getTime() + 65 * DAY).toISOString());
});

test('a legal request makes one strike, and none while a counter-notice waits', () => {
  const removed = (id: number, takedownId: number) => ({
    ...hidden(id, 3),
    ...{ action: 'takedown-removed', takedownId },
  });
  const decisions = [removed(1, 7), removed(2, 7), removed(3, 8)];
  assert.deepEqual(
    strikesOf(decisions, [8], now).map(({ entryId }) => entryId),
    [1],
  );
});

test('the suggested measure grows, and a person decides', () => {
  assert.equal(suggestedMeasure(1), 'none yet');
  assert.match(suggestedMeasure(2), /^warn/);
  assert.match(suggestedMeasure(3), /^decide about suspending/);
});

const ownStanding = async (person: typeof author) =>
  (await call(person, 'GET', '/accounts/decisions')).body.data.standing;

async function reviewsOf(id: number) {
  const { body } = await call(moderator, 'GET', '/moderation/cases?limit=100');
  return body.data.cases.filter(
    (one: { subject: string; subject_id: number }) => one.subject === 'author' && one.subject_id === id,
  );
}

test('the third strike asks the queue for a decision about the account, once, and suspends nobody', async () => {
  const stories = [await hiddenStory(), await hiddenStory()];
  await openReviews(context);
  assert.equal((await reviewsOf(author.id)).length, 0);
  assert.equal((await ownStanding(author)).strikes.length, 2);
  const third = await hiddenStory();
  assert.equal((await caseOf(third)).author_strikes, 3);
  await openReviews(context);
  await openReviews(context);
  const [review, ...more] = await reviewsOf(author.id);
  assert.deepEqual([review.author_strikes, more.length], [3, 0]);
  const { body } = await call(moderator, 'GET', `/moderation/cases/${review.id}`);
  assert.equal(body.data.author.suspended_at, null);
  assert.ok(body.data.author.strike_ends);
  await decide(moderator, body.data, { action: 'dismiss', passage: '' });
  await openReviews(context);
  assert.equal((await reviewsOf(author.id)).length, 0, 'the same strikes ask once');

  const { body: told } = await call(author, 'GET', `/accounts/decisions?story_id=${stories[0]?.id}`);
  const decisionId = told.data.decisions[0].id;
  await call(author, 'POST', `/accounts/decisions/${decisionId}/appeal`, { words: 'Both are sixty.' });
  assert.ok(stories[0]);
  await decide(second, await caseOf(stories[0], second), { action: 'restore', passage: '' });
  assert.equal((await ownStanding(author)).strikes.length, 2, 'an appeal takes a strike back');
});

test('an account whose review fails does not keep the next one waiting', async () => {
  const writers = [await signedIn(context, 'strikes-first'), await signedIn(context, 'strikes-next')];
  const [first, next] = writers;
  assert.ok(first && next);
  for (const writer of writers)
    for (let times = 0; times < 3; times++) {
      const story = await newStory(writer);
      await report(story, 'The tags promise a gothic tale');
      assert.equal((await decide(moderator, await caseOf(story), { action: 'hide' })).status, 200);
    }
  await sql`create function refuse_review() returns trigger language plpgsql as
    'begin raise exception ''no''; end'`.execute(db);
  await sql`create trigger refuse_review before insert on moderation_cases for each row
    when (new.author_id = ${sql.lit(first.id)}) execute function refuse_review()`.execute(db);
  const log = { ...context.log, error: () => {} };
  await assert.rejects(openReviews({ ...context, log }), /^Error: 1 accounts/);
  await sql`drop trigger refuse_review on moderation_cases`.execute(db);
  const opened = async () => [(await reviewsOf(first.id)).length, (await reviewsOf(next.id)).length];
  assert.deepEqual(await opened(), [0, 1]);
  await openReviews(context);
  assert.deepEqual(await opened(), [1, 1]);
});

test('manifestly unfounded reports are counted for their sender, shown to both sides, and reviewed', async () => {
  for (const time of [1, 2, 3]) {
    const story = await newStory();
    await report(story, `I do not like the ending ${time}`);
    const found = await caseOf(story);
    const answer = await decide(moderator, found, {
      ...{ action: 'dismiss', passage: '' },
      unfounded_reports: found.reports.map(({ id }: { id: number }) => id),
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
  }
  assert.equal((await ownStanding(reader)).unfounded_notices, 3);
  const story = await newStory();
  await report(story, 'I do not like this one, either');
  assert.equal((await caseOf(story)).reports[0].reporter_unfounded, 3);
  const ageOldest = (interval: string) =>
    sql`update reports set unfounded_at = now() - ${interval}::interval
      where id = (select min(id) from reports where reporter_id = ${reader.id} and unfounded_at is not null)`.execute(
      db,
    );
  await ageOldest('366 days');
  await openReviews(context);
  assert.equal((await reviewsOf(reader.id)).length, 0, 'one is too old to count');
  await ageOldest('1 day');
  await openReviews(context);
  assert.equal((await reviewsOf(reader.id)).length, 1);
  const { suspended_at } = await db
    .selectFrom('accounts')
    .select('suspended_at')
    .where('id', '=', reader.id)
    .executeTakeFirstOrThrow();
  assert.equal(suspended_at, null);
});
