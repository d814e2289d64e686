import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JobHelpers, parseCrontab } from 'graphile-worker';
import { sql } from 'kysely';
import { deleteForGood } from '#tests/support/delete-for-good.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { moderationCrontab, moderationJobs } from '../jobs.ts';
import { reinstateAfterDeadline, remindOfReinstatements } from './scheduled-tasks.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, moderator, call, newStory, caseOf, mailsTo } = site;

let sent = 0;
async function request(story: { slug: string }, email?: string): Promise<number> {
  sent += 1;
  const { status, body } = await call(undefined, 'POST', '/account/legal/takedown', {
    ...{
      requester_name: 'Ida Marlowe',
      requester_email: email ?? `ida-${sent}@example.org`,
      owner_info: 'Ida Marlowe',
    },
    content_url: `${context.publicUrl}/story/${story.slug}`,
    content_description: `The story that begins at chapter one, ${sent}`,
    ...{ reason: 'It is my novel.', address: '4 Quay Street', electronic_signature: true },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A removed story with a counter-notice whose last day is so many days from now. */
async function contestedStory(lastDay: number) {
  const story = await newStory();
  const id = await request(story);
  const note = 'Looked at with care.';
  await call(moderator, 'POST', `/moderation/takedowns/${id}/steps`, {
    step: 'removed',
    after: 'received',
    note,
  });
  const { body } = await call(author, 'GET', `/accounts/decisions?story_id=${story.id}`);
  const sentNotice = await call(
    author,
    'POST',
    `/accounts/decisions/${body.data.decisions[0].id}/counter-notice`,
    {
      ...{ name: 'Ada Writes', address: '1 Hill Road', phone: '+44 20 7946 0000' },
      ...{ words: 'I wrote it myself.', electronic_signature: true },
    },
  );
  assert.equal(sentNotice.status, 201, JSON.stringify(sentNotice.body));
  await db
    .updateTable('takedown_steps')
    .set({ put_back_from: dayFromNow(lastDay - 4), put_back_until: dayFromNow(lastDay) })
    .where('request_id', '=', id)
    .where('step', '=', 'counter-notice')
    .execute();
  return { story, id, email: `ida-${sent}@example.org` };
}

const isReadable = async (story: { id: number }) =>
  (await call(undefined, 'GET', `/stories/${story.id}`)).status === 200;

async function putBackOf(story: { id: number }) {
  const { body } = await call(moderator, 'GET', '/moderation/cases?limit=100');
  return body.data.cases.find((one: { subject_id: number }) => one.subject_id === story.id)?.put_back;
}

test('the queue says when a story is to be reinstated, and that it is overdue', async () => {
  const stages: [number, string][] = [
    [9, 'waiting'],
    [3, 'due'],
    [0, 'last-day'],
    [-1, 'overdue'],
  ];
  for (const [lastDay, stage] of stages) {
    const { story, id } = await contestedStory(lastDay);
    assert.deepEqual(await putBackOf(story), {
      ...{ from: dayFromNow(lastDay - 4), until: dayFromNow(lastDay), stage, is_contested: false },
    });
    await call(moderator, 'POST', `/moderation/takedowns/${id}/steps`, {
      ...{ step: 'removed', after: 'counter-notice', note: 'A lawsuit was filed.' },
    });
  }
});

test('a story is reinstated on the last day if nobody told of a lawsuit, and both sides are told', async () => {
  const early = await contestedStory(1);
  const last = await contestedStory(0);
  await reinstateAfterDeadline(context, new Date());
  assert.deepEqual([await isReadable(early.story), await isReadable(last.story)], [false, true]);
  const { body } = await call(author, 'GET', `/accounts/decisions?story_id=${last.story.id}`);
  const [decision] = body.data.decisions;
  assert.deepEqual([decision.action, decision.decided_by], ['takedown-put-back', 'operator']);
  assert.match(decision.note, /Fourteen business days/);
  const mails = (await mailsTo('ada-writes@example.org')).filter(({ kind }) => kind === 'takedown-put-back');
  assert.equal(mails.length, 1);
  assert.equal((await caseOf(last.story)).takedowns[0].step, 'put-back');
  // A second run finds nothing to do.
  await reinstateAfterDeadline(context, new Date());
});

test('a site that was down on the evening of a deadline makes up for it, and only for that day', async () => {
  const missed = await contestedStory(-1);
  const last = await contestedStory(0);
  for (const task of ['put-back-after-deadline', 'remind-of-put-backs', 'remind-of-waiting-work'])
    assert.ok(
      parseCrontab(moderationCrontab).some((item) => item.task === task && item.options.backfillPeriod > 0),
      task,
    );
  const payload = { _cron: { ts: new Date(Date.now() - 86_400_000).toISOString(), backfilled: true } };
  await moderationJobs(context)['put-back-after-deadline']?.(payload, {} as JobHelpers);
  assert.deepEqual([await isReadable(missed.story), await isReadable(last.story)], [true, false]);
  await call(moderator, 'POST', `/moderation/takedowns/${last.id}/steps`, {
    ...{ step: 'removed', after: 'counter-notice', note: 'A lawsuit was filed.' },
  });
});

test('a request whose story is deleted ends without a word of reinstating, and makes no strike', async () => {
  const standing = async () => (await call(author, 'GET', '/accounts/decisions')).body.data.standing.strikes;
  const before = (await standing()).length;
  const gone = await contestedStory(0);
  const claimed = await contestedStory(0);
  for (const { story } of [gone, claimed]) await deleteForGood(call, author, `/stories/${story.id}`);
  const path = `/moderation/takedowns/${claimed.id}`;
  const read = (await call(moderator, 'GET', path)).body.data;
  assert.deepEqual([read.story_id, read.next_steps], [null, ['removed', 'put-back']]);
  const told = (await mailsTo('dora-keeps@example.org')).length;
  await remindOfReinstatements(context, new Date());
  assert.equal((await mailsTo('dora-keeps@example.org')).length, told, 'the law asks for nothing here');
  const kept = await call(moderator, 'POST', `${path}/steps`, {
    ...{ step: 'removed', after: 'counter-notice', note: 'A lawsuit was filed.' },
  });
  assert.deepEqual([kept.status, kept.body.data.step], [200, 'removed'], JSON.stringify(kept.body));
  assert.match((await mailsTo(claimed.email)).at(-1)?.text_part ?? '', /told us of a lawsuit/);
  const reinstated = (await mailsTo('ada-writes@example.org')).length;
  await reinstateAfterDeadline(context, new Date());
  const steps = (await call(moderator, 'GET', `/moderation/takedowns/${gone.id}`)).body.data;
  assert.deepEqual([steps.step, steps.waiting_since, steps.next_steps], ['put-back', null, []]);
  const mail = (await mailsTo(gone.email)).at(-1)?.text_part ?? '';
  assert.match(mail, /has been deleted from our site, and is not reinstated/);
  assert.equal((await mailsTo('ada-writes@example.org')).length, reinstated);
  const { entries } = (await call(moderator, 'GET', '/moderation/log?action=takedown-put-back')).body.data;
  assert.deepEqual([entries[0].takedown_id, entries[0].account_id], [gone.id, author.id]);
  assert.equal((await standing()).length, before + 1, 'the lawsuit keeps the other strike');
});

test('a story that cannot be reinstated does not keep the next one waiting, and a refusal is in the log', async () => {
  const [broken, refused, last] = [await contestedStory(0), await contestedStory(0), await contestedStory(0)];
  await db
    .updateTable('takedown_steps')
    .set({ put_back_from: dayFromNow(1) })
    .where('request_id', '=', refused.id)
    .where('step', '=', 'counter-notice')
    .execute();
  await sql`create function refuse_step() returns trigger language plpgsql as
    'begin raise exception ''no''; end'`.execute(db);
  await sql`create trigger refuse_step before insert on takedown_steps for each row
    when (new.request_id = ${sql.lit(broken.id)}) execute function refuse_step()`.execute(db);
  const warnings: object[] = [];
  const log = { ...context.log, error: () => {}, warn: (facts: object) => warnings.push(facts) };
  await assert.rejects(reinstateAfterDeadline({ ...context, log }, new Date()), /^Error: 1 legal requests/);
  assert.deepEqual(warnings, [{ requestId: refused.id, kind: 'invalid' }]);
  assert.deepEqual(await Promise.all([broken, refused, last].map(({ story }) => isReadable(story))), [
    false,
    false,
    true,
  ]);
  await sql`drop trigger refuse_step on takedown_steps`.execute(db);
  await reinstateAfterDeadline(context, new Date());
  assert.equal(await isReadable(broken.story), true);
});

test('a later request by the claimant keeps the site from acting by itself', async () => {
  const { story, email } = await contestedStory(0);
  await request(await newStory(), email.toUpperCase());
  assert.equal((await putBackOf(story)).is_contested, true);
  await reinstateAfterDeadline(context, new Date());
  assert.equal(await isReadable(story), false);
});

test('a story that is hidden for another reason stays hidden', async () => {
  const { story } = await contestedStory(0);
  const opened = await call(moderator, 'POST', '/moderation/cases', { story: story.slug });
  assert.equal(opened.status, 201);
  await site.decide(moderator, await caseOf(story), { action: 'hide' });
  await reinstateAfterDeadline(context, new Date());
  assert.equal(await isReadable(story), false);
  assert.equal(await putBackOf(story), undefined, 'the request is settled');
});
