import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reinstatementDays } from '#features/takedown/rules.ts';
import { deleteForGood } from '#tests/support/delete-for-good.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { runJobsOnce } from '#tests/support/run-jobs-once.ts';
import { PUBLIC_URL, testDatabase } from '#tests/support/test-database.ts';
import { remindOfReinstatements } from './scheduled-tasks.ts';

const database = await testDatabase();
const { context } = database;
const { db } = context;
const site = await moderatedSite(context);
const { author, reader, moderator, second, call, caseOf, decide, newStory, mailsTo } = site;

const CLAIMANT = 'ida@example.org';

let sent = 0;
async function request(contentUrl: string): Promise<number> {
  sent += 1;
  const { status, body } = await call(undefined, 'POST', '/account/legal/takedown', {
    requester_name: 'Ida Marlowe',
    requester_email: CLAIMANT,
    content_url: contentUrl,
    content_description: `The story that begins at chapter one, ${sent}`,
    reason: 'It is my novel, word for word.',
    owner_info: 'Ida Marlowe',
    address: '4 Quay Street',
    electronic_signature: true,
  });
  assert.equal(status, 201);
  return body.data.id;
}

const addressOf = (story: { slug: string }) => `${PUBLIC_URL}/story/${story.slug}`;

function step(
  person: typeof moderator,
  id: number,
  what: string,
  after: string,
  note = 'Looked at with care.',
) {
  return call(person, 'POST', `/moderation/takedowns/${id}/steps`, { step: what, after, note });
}

async function removalOf(story: { id: number }): Promise<number> {
  const { body } = await call(author, 'GET', `/accounts/decisions?story_id=${story.id}`);
  return body.data.decisions.find((one: { action: string }) => one.action === 'takedown-removed').id;
}

const notice = {
  name: 'Ada Writes',
  address: '1 Hill Road\nPortsmouth',
  phone: '+44 20 7946 0000',
  words: 'I wrote it myself, and can show the drafts.',
  electronic_signature: true,
};

/** Backdates the counter-notice. */
async function letPass(requestId: number, from: string, until: string) {
  await db
    .updateTable('takedown_steps')
    .set({ put_back_from: from, put_back_until: until })
    .where('request_id', '=', requestId)
    .where('step', '=', 'counter-notice')
    .execute();
}

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe('a takedown request', () => {
  test('leads to removal, counter-notice and, ten business days later, to putting back', async () => {
    const story = await newStory();
    await site.report(story, 'I know this text from a book');
    const id = await request(addressOf(story));
    const caseDetails = await caseOf(story);
    // The report and the request share one case about the story.
    assert.deepEqual([caseDetails.report_count, caseDetails.takedown_count], [1, 1]);
    assert.equal(caseDetails.takedowns[0].requester_name, 'Ida Marlowe');
    assert.deepEqual(caseDetails.takedowns[0].next_steps, ['removed', 'rejected']);

    const removed = await step(moderator, id, 'removed', 'received', 'Clearly the same text.');
    assert.deepEqual([removed.status, removed.body.data.step], [200, 'removed']);
    assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 404);
    const notification = (await mailsTo('ada-writes@example.org')).at(-1);
    assert.match(
      notification?.text_part ?? '',
      /Ida Marlowe[\s\S]*word for word[\s\S]*Clearly the same[\s\S]*counter-notice/,
    );
    assert.ok(!notification?.text_part?.includes('Quay Street'));
    assert.match(
      (await mailsTo(CLAIMANT)).at(-1)?.text_part ?? '',
      /has been removed[\s\S]*Clearly the same/,
    );
    // The report in the same case is still open.
    assert.deepEqual([(await caseOf(story)).takedown_count, (await caseOf(story)).closed_at], [0, null]);

    assert.equal((await caseOf(story)).author.decision_count, 1);

    const decision = await removalOf(story);
    const path = `/accounts/decisions/${decision}/counter-notice`;
    assert.equal((await call(reader, 'POST', path, notice)).status, 404);
    for (const field of ['name', 'address', 'phone', 'words', 'electronic_signature']) {
      const { status, body } = await call(author, 'POST', path, { ...notice, [field]: undefined });
      assert.deepEqual([status, Object.keys(body.error.fields)], [422, [field]]);
    }
    const countered = await call(author, 'POST', path, notice);
    assert.equal(countered.status, 201);
    const { from, until } = reinstatementDays(dayFromNow(0));
    const { put_back_from, put_back_until, may_counter } = countered.body.data.takedown;
    assert.deepEqual([put_back_from, put_back_until, may_counter], [from, until, false]);
    assert.equal((await call(author, 'POST', path, notice)).status, 422);
    const copy = (await mailsTo(CLAIMANT)).at(-1)?.text_part ?? '';
    for (const words of [notice.words, '1 Hill Road', notice.phone, 'perjury', 'jurisdiction', from, until])
      assert.ok(copy.includes(words), words);

    const early = await step(moderator, id, 'put-back', 'counter-notice');
    assert.deepEqual([early.status, early.body.message.includes(from)], [422, true]);
    assert.deepEqual((await caseOf(story)).takedowns[0].next_steps, ['removed']);
    await letPass(id, dayFromNow(0), dayFromNow(4));
    const back = await step(second, id, 'put-back', 'counter-notice', 'The claimant has told of no suit.');
    assert.equal(back.status, 200);
    assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 200);
    assert.deepEqual(
      back.body.data.steps.map((one: { step: string }) => one.step),
      ['received', 'removed', 'counter-notice', 'put-back'],
    );
    assert.match((await mailsTo('ada-writes@example.org')).at(-1)?.text_part ?? '', /has been reinstated/);
    const actions = (await caseOf(story)).entries.map((one: { action: string }) => one.action);
    assert.deepEqual(actions.slice(0, 2), ['takedown-put-back', 'takedown-removed']);
  });

  test('a claimant who reports a suit keeps the story hidden, and a second counter-notice is refused', async () => {
    const story = await newStory();
    const id = await request(addressOf(story));
    await step(moderator, id, 'removed', 'received');
    const decision = await removalOf(story);
    await call(author, 'POST', `/accounts/decisions/${decision}/counter-notice`, notice);
    const stored = await step(moderator, id, 'removed', 'counter-notice', 'A suit was filed in Dover.');
    assert.equal(stored.status, 200);
    assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 404);
    const { body } = await call(author, 'GET', `/accounts/decisions?story_id=${story.id}`);
    assert.deepEqual(
      body.data.decisions.map((one: { is_in_force: boolean; takedown: { may_counter: boolean } }) => [
        one.is_in_force,
        one.takedown.may_counter,
      ]),
      [
        [true, false],
        [false, false],
      ],
    );
    assert.match((await mailsTo('ada-writes@example.org')).at(-1)?.text_part ?? '', /told us of a lawsuit/);
  });

  test('that is rejected changes nothing for readers; the claimant is told why', async () => {
    const story = await newStory();
    const id = await request(addressOf(story));
    const mails = (await mailsTo('ada-writes@example.org')).length;
    const rejected = await step(moderator, id, 'rejected', 'received', 'It names no work of yours.');
    assert.equal(rejected.status, 200);
    assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 200);
    assert.equal((await mailsTo('ada-writes@example.org')).length, mails);
    assert.match(
      (await mailsTo(CLAIMANT)).at(-1)?.text_part ?? '',
      /will not act on it[\s\S]*no work of yours/,
    );
    assert.ok((await caseOf(story)).closed_at);
  });

  test('that names no story of ours has a case of its own until a moderator says which it is', async () => {
    const story = await newStory();
    const id = await request('somewhere on your site');
    const { body } = await call(moderator, 'GET', '/moderation/cases?limit=100');
    const own = body.data.cases.find(
      (one: { subject: string; subject_id: number }) => one.subject === 'takedown' && one.subject_id === id,
    );
    const caseDetails = (await call(moderator, 'GET', `/moderation/cases/${own.id}`)).body.data;
    assert.deepEqual([caseDetails.actions, caseDetails.takedowns[0].id], [[], id]);
    const refused = await step(moderator, id, 'removed', 'received');
    assert.deepEqual([refused.status, Object.keys(refused.body.error.fields)], [422, ['step']]);
    const path = `/moderation/takedowns/${id}/story`;
    assert.equal((await call(moderator, 'PUT', path, { story: 'nowhere' })).status, 404);
    const linked = await call(moderator, 'PUT', path, { story: story.slug });
    assert.deepEqual([linked.status, linked.body.data.story_id], [200, story.id]);
    assert.ok((await call(moderator, 'GET', `/moderation/cases/${own.id}`)).body.data.closed_at);
    assert.equal((await caseOf(story)).takedown_count, 1);
    assert.equal((await step(moderator, id, 'removed', 'received')).status, 200);
    assert.equal((await call(moderator, 'PUT', path, { story: story.slug })).status, 409);
  });

  test('of two moderators who act at once the second is told', async () => {
    const story = await newStory();
    const id = await request(addressOf(story));
    const answers = await Promise.all([
      step(moderator, id, 'removed', 'received'),
      step(second, id, 'removed', 'received'),
      step(site.admin, id, 'rejected', 'received'),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  });

  test('about a moderator’s own story is for another one', async () => {
    const story = await newStory(moderator);
    const id = await request(addressOf(story));
    assert.equal((await call(moderator, 'GET', `/moderation/takedowns/${id}`)).status, 403);
    assert.equal((await step(moderator, id, 'rejected', 'received')).status, 403);
    const mine = await call(moderator, 'GET', '/moderation/takedowns?state=waiting&limit=100');
    assert.ok(!mine.body.data.requests.some((one: { id: number }) => one.id === id));
    const answer = await call(second, 'GET', '/moderation/takedowns?state=waiting&limit=100');
    assert.ok(answer.body.data.requests.some((one: { id: number }) => one.id === id));
    assert.equal((await call(second, 'GET', `/moderation/takedowns/${id}`)).status, 200);
    const odd = await request('somewhere else');
    const own = await call(moderator, 'PUT', `/moderation/takedowns/${odd}/story`, { story: story.slug });
    assert.equal(own.status, 403);
    assert.equal((await step(second, id, 'removed', 'received')).status, 200);
    const told = await call(moderator, 'GET', `/accounts/decisions?story_id=${story.id}`);
    const path = `/accounts/decisions/${told.body.data.decisions[0].id}/counter-notice`;
    assert.equal((await call(moderator, 'POST', path, notice)).status, 201);
    // Deleting the story changes nothing about whose it was.
    await deleteForGood(call, moderator, `/stories/${story.id}`);
    assert.equal((await step(moderator, id, 'removed', 'counter-notice')).status, 403);
    const found = await db
      .selectFrom('moderation_cases')
      .select('id')
      .where('subject', '=', 'takedown')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    for (const request of [`takedowns/${id}`, `cases/${found.id}`]) {
      assert.equal((await call(moderator, 'GET', `/moderation/${request}`)).status, 403, request);
      assert.equal((await call(second, 'GET', `/moderation/${request}`)).status, 200, request);
    }
    assert.equal((await step(second, id, 'removed', 'counter-notice')).status, 200);
  });
});

test('the case of a comment has no legal request of a story with the same number', async () => {
  const story = await newStory();
  await request(addressOf(story));
  let commentId = 0;
  for (let n = 0; commentId < story.id; n++) {
    const path = `/stories/${(await newStory()).id}/comments`;
    commentId = (await call(reader, 'POST', path, { content: `A word from the quay, ${n}.` })).body.data.id;
  }
  const opened = await call(moderator, 'POST', '/moderation/cases', { comment: String(story.id) });
  assert.equal(opened.status, 201, JSON.stringify(opened.body));
  const { body } = await call(moderator, 'GET', `/moderation/cases/${opened.body.data.id}`);
  assert.deepEqual([body.data.subject, body.data.subject_id], ['comment', story.id]);
  assert.deepEqual(body.data.takedowns, []);
});

test('a story that is also hidden for a rule comes back only when both reasons are gone', async () => {
  const story = await newStory();
  const [one, two] = [await request(addressOf(story)), await request(addressOf(story))];
  await site.report(story, 'The tags promise a gothic tale');
  await step(moderator, one, 'removed', 'received');
  await step(moderator, two, 'removed', 'received');
  await decide(moderator, await caseOf(story), { action: 'hide' });
  const isThere = async () => (await call(undefined, 'GET', `/stories/${story.id}`)).status === 200;
  await decide(second, await caseOf(story), { action: 'restore' });
  assert.equal(await isThere(), false);
  await step(second, one, 'put-back', 'removed');
  assert.equal(await isThere(), false);
  await step(second, two, 'put-back', 'removed');
  assert.equal(await isThere(), true);
});

test('a paper stays when its story is deleted, and still waits', async () => {
  const story = await newStory();
  const id = await request(addressOf(story));
  await deleteForGood(call, author, `/stories/${story.id}`);
  const { body } = await call(moderator, 'GET', '/moderation/cases?limit=100');
  const own = body.data.cases.filter(
    (one: { subject: string; subject_id: number }) => one.subject === 'takedown' && one.subject_id === id,
  );
  assert.equal(own.length, 1);
  assert.equal((await step(moderator, id, 'rejected', 'received', 'It is gone already.')).status, 200);
});

test('an author who has deleted a removed story has nothing to counter', async () => {
  const story = await newStory();
  await step(moderator, await request(addressOf(story)), 'removed', 'received');
  const removal = await removalOf(story);
  await deleteForGood(call, author, `/stories/${story.id}`);
  const { body } = await call(author, 'GET', `/accounts/decisions?story_id=${story.id}`);
  const { is_in_force, takedown } = body.data.decisions[0];
  assert.deepEqual([is_in_force, takedown.may_counter], [false, false]);
  const mails = (await mailsTo(CLAIMANT)).length;
  const refused = await call(author, 'POST', `/accounts/decisions/${removal}/counter-notice`, notice);
  assert.deepEqual([refused.status, (await mailsTo(CLAIMANT)).length], [422, mails]);
});

test('moderators are reminded on the first and the last day on which a story can be put back', async () => {
  const story = await newStory();
  const id = await request(addressOf(story));
  await step(moderator, id, 'removed', 'received');
  await call(author, 'POST', `/accounts/decisions/${await removalOf(story)}/counter-notice`, notice);
  await runJobsOnce(database);
  const reminders = async () =>
    (await mailsTo('dora-keeps@example.org')).filter(({ kind }) => kind === 'put-back-reminder').length;
  await remindOfReinstatements(context, new Date());
  assert.equal(await reminders(), 0);
  await letPass(id, dayFromNow(0), dayFromNow(4));
  await remindOfReinstatements(context, new Date());
  assert.equal(await reminders(), 1);
  await letPass(id, dayFromNow(-2), dayFromNow(2));
  await remindOfReinstatements(context, new Date());
  assert.equal(await reminders(), 1);
  await letPass(id, dayFromNow(-4), dayFromNow(0));
  await remindOfReinstatements(context, new Date());
  assert.equal(await reminders(), 2);
  await letPass(id, dayFromNow(-5), dayFromNow(-1));
  await remindOfReinstatements(context, new Date());
  assert.equal(await reminders(), 3, 'an overdue one is named again and again');
});
