import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { setWaiting } from '#features/stories/service/publishing.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { urls } from '#urls.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { reader, another, moderator, second, admin, call, newStory, report, caseOf, decide, mailsTo } = site;

const mark = (id: number, by = moderator) => call(by, 'POST', `/moderation/accounts/${id}/spam`);
const unmark = (id: number, by = second) => call(by, 'DELETE', `/moderation/accounts/${id}/spam`);
const spamOf = (person: SignedInPerson) => `${person.username}@example.org`;

/** Everything in moderation that a spam mark can change. */
async function matters(accountId: number) {
  const stories = await db.selectFrom('stories').select('id').where('author_id', '=', accountId).execute();
  const ids = [0, ...stories.map(({ id }) => id)];
  const account = await db
    .selectFrom('accounts')
    .select(['suspended_at', 'suspended_for', 'withheld_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const reports = await db
    .selectFrom('reports')
    .selectAll()
    .where((on) => on.or([on('author_id', '=', accountId), on('story_id', 'in', ids)]))
    .orderBy('id')
    .execute();
  const cases = await db
    .selectFrom('moderation_cases')
    .select(['id', 'subject', 'subject_id', 'report_count', 'closed_at'])
    .select(sql<boolean>`by_hand_at is not null`.as('is_by_hand'))
    .where('author_id', '=', accountId)
    .orderBy('id')
    .execute();
  const withheld = await db
    .selectFrom('story_withholdings')
    .selectAll()
    .where('story_id', 'in', ids)
    .execute();
  const notification = await db
    .selectFrom('stories')
    .select(['id', 'published_at', 'withheld_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  return { account, reports, cases, withheld, told: notification };
}

async function openByHand(username: string) {
  const { body } = await call(moderator, 'POST', '/moderation/cases', { username });
  return body.data.id as number;
}

describe('a moderator marks an account as spam', () => {
  test('which suspends it, withholds all its stories and closes its cases; undoing restores exactly that', async () => {
    const spammer = await signedIn(context, 'pill-shop');
    const [one, two, judged] = [await newStory(spammer), await newStory(spammer), await newStory(spammer)];
    await report(one, 'Nothing but advertising');
    await report(one, 'The same shop again and again', another);
    await report(two, 'Links to a shop');
    await report(judged, 'The tags promise a gothic tale');
    await decide(moderator, await caseOf(judged), { action: 'hide' });
    const about = { reason: 'An account of a shop' };
    assert.equal((await call(reader, 'POST', `/authors/${spammer.id}/report`, about)).status, 201);
    const caseId = await openByHand(spammer.username);
    const before = await matters(spammer.id);

    const marked = await mark(spammer.id);
    assert.equal(marked.status, 200, JSON.stringify(marked.body));
    assert.deepEqual(marked.body.data, {
      id: spammer.id,
      is_spam: true,
      stories: 3,
      cases: before.cases.filter((each) => each.closed_at === null).length,
    });
    const after = await matters(spammer.id);
    assert.ok(after.account.suspended_at !== null && after.account.withheld_at !== null);
    assert.ok(after.told.every((story) => story.withheld_at !== null && story.published_at === null));
    assert.ok(after.reports.every((each) => each.decided_at !== null));
    assert.ok(after.cases.every((each) => each.closed_at !== null));
    assert.equal((await call(spammer, 'GET', '/accounts/profile')).status, 401);
    const again = await signedIn(context, spammer.username);
    assert.equal((await call(again, 'POST', '/stories', { title: 'Once more' })).status, 403);
    const [mail] = (await mailsTo(spamOf(spammer))).slice(-1);
    assert.match(
      mail?.text_part ?? '',
      /suspended your account as spam.*You can appeal once, within 180 days/s,
    );
    const { body: log } = await call(moderator, 'GET', `/moderation/log?account_id=${spammer.id}&limit=1`);
    assert.deepEqual(
      [log.data.entries[0].action, log.data.entries[0].actor_name],
      ['spam', moderator.username],
    );
    // A second mark changes nothing and adds no log entry.
    assert.equal((await mark(spammer.id, second)).body.data.stories, 0);

    const undone = await unmark(spammer.id);
    assert.equal(undone.status, 200, JSON.stringify(undone.body));
    const restored = await matters(spammer.id);
    assert.deepEqual(restored, {
      ...before,
      reports: before.reports.map((each, at) => ({ ...each, updated_at: restored.reports[at]?.updated_at })),
    });
    assert.equal((await call(moderator, 'GET', `/moderation/cases/${caseId}`)).body.data.closed_at, null);
    assert.equal((await call(again, 'POST', '/stories', { title: 'A Real One' })).status, 201);
    assert.equal((await unmark(spammer.id)).status, 422);
    const entries = await call(moderator, 'GET', `/moderation/log?account_id=${spammer.id}&action=not-spam`);
    assert.equal(entries.body.data.entries.length, 1);
  });

  test('and a guest is told once of all that they reported: a story, a list and a comment', async () => {
    const spammer = await signedIn(context, 'lamp-oil-outlet');
    const story = await newStory(spammer);
    const place = await newStory();
    const fields = { title: 'Lamp Oil', synopsis: 'Buy now.', visibility: 'public' };
    const { slug } = (await call(spammer, 'POST', '/shelves', fields)).body.data;
    const said = await call(spammer, 'POST', `/stories/${place.id}/comments`, { content: 'Buy lamp oil.' });
    const comment = `${urls.comments(place.slug)}#comment-${said.body.data.id}`;
    const numbers: number[] = [];
    for (const url of [urls.story(story.slug), urls.list(slug), comment]) {
      const email = numbers.length === 0 ? 'guest@example.org' : 'Guest@Example.org';
      const sent = await call(undefined, 'POST', '/reports', {
        url,
        reason: 'It only sells lamp oil',
        email,
      });
      assert.equal(sent.status, 201, JSON.stringify(sent.body));
      numbers.push(sent.body.data.number);
    }
    assert.equal((await mark(spammer.id)).body.data.cases, 3);
    const [mail, ...others] = await mailsTo('guest@example.org');
    assert.equal(others.length, 0);
    for (const number of numbers) assert.ok(mail?.text_part?.includes(String(number)), mail?.text_part ?? '');
    assert.match(mail?.text_part ?? '', /The account has been suspended/);
  });

  test('and a suspension from before stays when that is undone, with or without what it withheld', async () => {
    for (const withhold_stories of [false, true]) {
      const writer = await signedIn(context, `was-suspended-${withhold_stories}`);
      const story = await newStory(writer);
      await call(writer, 'PUT', '/accounts/profile', { profile_public: true });
      const caseId = await openByHand(writer.username);
      const caseDetails = (await call(moderator, 'GET', `/moderation/cases/${caseId}`)).body.data;
      await decide(moderator, caseDetails, { action: 'suspend', withhold_stories });
      const before = await matters(writer.id);
      assert.equal((await mark(writer.id)).status, 200);
      for (const path of [`/stories/${story.id}`, `/accounts/users/${writer.username}`])
        assert.equal((await call(undefined, 'GET', path)).status, 404, path);
      assert.equal((await unmark(writer.id)).status, 200);
      const after = await matters(writer.id);
      assert.deepEqual([after.account, after.told], [before.account, before.told]);
    }
  });

  test('and a case that was opened by hand without any report is open again afterwards', async () => {
    const writer = await signedIn(context, 'by-hand');
    await newStory(writer);
    const caseId = await openByHand(writer.username);
    await mark(writer.id);
    assert.notEqual((await call(moderator, 'GET', `/moderation/cases/${caseId}`)).body.data.closed_at, null);
    await unmark(writer.id);
    assert.equal((await call(moderator, 'GET', `/moderation/cases/${caseId}`)).body.data.closed_at, null);
  });

  test('but never their own, nor that of a moderator or an admin, nor one that is not there', async () => {
    for (const [id, status] of [
      [moderator.id, 403],
      [second.id, 403],
      [admin.id, 403],
      [999_999, 404],
    ] as const) {
      assert.equal((await mark(id)).status, status);
      assert.equal((await unmark(id, moderator)).status, id === second.id || id === admin.id ? 422 : status);
    }
    assert.equal((await mark(moderator.id, admin)).status, 403);
  });

  test('and two who do so at once do it once', async () => {
    const spammer = await signedIn(context, 'marked-twice');
    await newStory(spammer);
    const answers = await Promise.all([mark(spammer.id), mark(spammer.id, second), mark(spammer.id, admin)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    const { body } = await call(moderator, 'GET', `/moderation/log?account_id=${spammer.id}&action=spam`);
    assert.equal(body.data.entries.length, 1);
  });

  test('and the account may appeal; when another moderator lifts the suspension the mark is gone as well', async () => {
    const writer = await signedIn(context, 'no-spammer');
    const story = await newStory(writer);
    await mark(writer.id);
    const back = await signedIn(context, writer.username);
    const [decision] = (await call(back, 'GET', '/accounts/decisions')).body.data.decisions;
    assert.deepEqual([decision.action, decision.is_in_force, decision.may_appeal], ['spam', true, true]);
    const words = { words: 'It is a story about an advertising agency.' };
    assert.equal((await call(back, 'POST', `/accounts/decisions/${decision.id}/appeal`, words)).status, 201);
    const caseId = await openByHand(writer.username);
    const results = async (by: SignedInPerson) =>
      (await call(by, 'GET', `/moderation/cases/${caseId}`)).body.data;
    assert.equal((await decide(moderator, await results(moderator), { action: 'reinstate' })).status, 403);
    assert.equal((await decide(second, await results(second), { action: 'reinstate' })).status, 200);
    assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 200);
    assert.equal((await unmark(writer.id)).status, 422);
    const [, lifted] = (await call(back, 'GET', '/accounts/decisions')).body.data.decisions;
    assert.equal(lifted.is_in_force, false);
  });

  test('and the mark brings no suspension back into force that was lifted before it', async () => {
    const writer = await signedIn(context, 'suspended-once');
    const caseId = await openByHand(writer.username);
    const found = async () => (await call(second, 'GET', `/moderation/cases/${caseId}`)).body.data;
    for (const action of ['suspend', 'reinstate'])
      assert.equal((await decide(second, await found(), { action })).status, 200);
    await mark(writer.id);
    const back = await signedIn(context, writer.username);
    const { decisions } = (await call(back, 'GET', '/accounts/decisions')).body.data;
    assert.deepEqual(
      decisions.map((one: Record<string, unknown>) => [one.action, one.is_in_force, one.may_appeal]),
      [
        ['spam', true, true],
        ['reinstate', false, false],
        ['suspend', false, false],
      ],
    );
  });

  test('and undoing an appealed mark answers the appeal and reopens the case, but not by the same moderator', async () => {
    const writer = await signedIn(context, 'no-shop');
    await newStory(writer);
    const caseId = await openByHand(writer.username);
    await mark(writer.id);
    const back = await signedIn(context, writer.username);
    const own = async () => (await call(back, 'GET', '/accounts/decisions')).body.data.decisions;
    const [{ id }] = await own();
    const words = { words: 'It is a story about a shop.' };
    assert.equal((await call(back, 'POST', `/accounts/decisions/${id}/appeal`, words)).status, 201);
    assert.equal((await unmark(writer.id, moderator)).status, 403);
    assert.equal((await unmark(writer.id)).status, 200);
    const [answer, appealed] = await own();
    assert.deepEqual(
      [answer.action, answer.answers, appealed.id, appealed.appeal.is_answered],
      ['not-spam', id, id, true],
    );
    const { cases } = await matters(writer.id);
    assert.deepEqual(
      cases.map((one) => [one.id === caseId, one.closed_at === null]),
      [
        [true, true],
        [false, false],
      ],
    );
  });

  test('and nothing of the mark stays when the account is deleted', async () => {
    const spammer = await signedIn(context, 'leaves-at-once');
    await newStory(spammer);
    await mark(spammer.id);
    await db.deleteFrom('accounts').where('id', '=', spammer.id).execute();
    assert.deepEqual(
      await db.selectFrom('spam_marks').selectAll().where('account_id', '=', spammer.id).execute(),
      [],
    );
  });
});

describe('the newest accounts', () => {
  test('are listed for moderators with what they have done, and without any address', async () => {
    const writer = await signedIn(context, 'newest-of-all', { isVerified: false });
    const story = await newStory(writer);
    await call(writer, 'POST', `/stories/${story.id}/chapters`, {
      title: 'Two',
      content: '<p>See https://pills.example now.</p>',
    });
    const other = await newStory();
    await call(writer, 'POST', `/tracking/stories/${other.id}/vote`, { vote_type: 'upvote' });
    await report(story, 'Nothing but advertising');
    const { body } = await call(moderator, 'GET', '/moderation/accounts');
    const [first] = body.data.accounts;
    const { created_at, latest_stories, ...facts } = first;
    assert.deepEqual(facts, {
      ...{ id: writer.id, username: writer.username, display_name: '', role: 'user' },
      ...{ is_verified: false, suspended_at: null, is_spam: false },
      ...{ story_count: 1, listed_count: 1, waiting_count: 0, chapter_count: 2, link_count: 1 },
      ...{ report_count: 1, vote_count: 1 },
    });
    assert.equal(latest_stories[0].slug, story.slug);
    assert.ok(created_at.startsWith('20'));
    assert.ok(!JSON.stringify(body).includes('@'));
    const authors = (await call(moderator, 'GET', '/moderation/accounts?show=authors')).body.data.accounts;
    assert.ok(authors.every((one: { story_count: number }) => one.story_count > 0));
    await mark(writer.id);
    const spam = (await call(moderator, 'GET', '/moderation/accounts?show=spam')).body.data.accounts;
    assert.deepEqual([spam[0].id, spam[0].is_spam], [writer.id, true]);
    const page = await call(moderator, 'GET', '/moderation/accounts?limit=1&page=2');
    assert.notEqual(page.body.data.accounts[0].id, writer.id);
  });
});

describe('waiting stories', () => {
  const queue = async (by = moderator) => (await call(by, 'GET', '/moderation/waiting')).body.data.stories;
  const waiting = (id: number, what: 'address' | 'moderator') =>
    db.transaction().execute((transaction) => setWaiting(transaction, id, what));

  test('are let in by a moderator: links come first, and each is once in the log', async () => {
    const writer = await signedIn(context, 'waits-here');
    const penName = (await call(writer, 'POST', '/pen-names', { username: 'waits-too' })).body.data;
    const [patient, linked] = [await newStory({ ...writer, id: penName.id }), await newStory(writer)];
    // Of the chapters that nobody can read, neither the beginning nor a link is shown.
    const path = `/stories/${patient.id}/chapters`;
    const unread = { title: 'Unread', content: '<p>See https://pills.example/b</p>' };
    assert.equal((await call(writer, 'POST', path, { ...unread, state: 'draft' })).status, 201);
    const deleted = await call(writer, 'POST', path, unread);
    assert.equal((await call(writer, 'DELETE', `${path}/${deleted.body.data.id}`)).status, 200);
    await db.updateTable('chapters').set({ order: 9 }).where('id', '=', patient.chapterId).execute();
    const body = { title: 'Two', content: '<p>By <a href="https://pills.example/a">me</a>.</p>' };
    await call(writer, 'POST', `/stories/${linked.id}/chapters`, body);
    await waiting(patient.id, 'address');
    await waiting(linked.id, 'moderator');
    const [first, next] = await queue();
    assert.deepEqual(
      [first.story.id, first.story.waiting_for, first.links],
      [linked.id, 'moderator', ['https://pills.example/a']],
    );
    assert.deepEqual(
      [next.story.id, next.excerpt, next.links, next.account],
      [patient.id, 'The lamp was lit at eight.', [], { id: writer.id, username: writer.username }],
    );
    const [top] = (await call(moderator, 'GET', '/moderation/waiting?limit=1')).body.data.stories;
    assert.equal(top.story.id, linked.id);
    const rankingJobs = async () =>
      (
        await sql`select from graphile_worker._private_jobs
          where (payload -> 'storyIds')::jsonb = ${JSON.stringify([linked.id])}::jsonb`.execute(db)
      ).rows.length;
    const before = await rankingJobs();
    for (const by of [moderator, second])
      assert.equal((await call(by, 'POST', `/moderation/waiting/${linked.id}/let-in`)).status, 200);
    assert.equal(await rankingJobs(), before + 1);
    assert.equal((await call(undefined, 'GET', `/stories/${linked.id}`)).body.data.is_waiting, undefined);
    assert.deepEqual(
      (await queue()).map((one: { story: { id: number } }) => one.story.id),
      [patient.id],
    );
    const { body: log } = await call(moderator, 'GET', `/moderation/log?story_id=${linked.id}`);
    assert.deepEqual(
      log.data.entries.map((one: Record<string, unknown>) => [one.action, one.account_name]),
      [['let-in', writer.username]],
    );
    // The story never waits for approval again.
    await waiting(linked.id, 'moderator');
    assert.equal((await call(undefined, 'GET', `/stories/${linked.id}`)).body.data.is_waiting, undefined);
  });

  test('of one’s own are let in by another moderator, and those of spam are not in the queue', async () => {
    const own = await newStory(moderator);
    await waiting(own.id, 'moderator');
    assert.equal((await call(moderator, 'POST', `/moderation/waiting/${own.id}/let-in`)).status, 403);
    assert.equal((await call(second, 'POST', `/moderation/waiting/${own.id}/let-in`)).status, 200);
    const spammer = await signedIn(context, 'waits-as-spam');
    const story = await newStory(spammer);
    await waiting(story.id, 'moderator');
    await mark(spammer.id);
    const isThere = async () =>
      (await queue()).some((one: { story: { id: number } }) => one.story.id === story.id);
    assert.equal(await isThere(), false);
    await unmark(spammer.id);
    assert.equal(await isThere(), true);
    const change = (values: object) =>
      db.updateTable('stories').set(values).where('id', '=', story.id).execute();
    for (const gone of [{ visibility: 'draft' }, { trashed_at: new Date() }]) {
      await change(gone);
      assert.equal(await isThere(), false, JSON.stringify(gone));
      await change({ visibility: 'public', trashed_at: null });
    }
    const { published_at } = await db
      .selectFrom('stories')
      .select('published_at')
      .where('id', '=', story.id)
      .executeTakeFirstOrThrow();
    assert.equal(published_at, null);
  });

  test('that are withheld are not listed by being let in, but by the last reason that goes', async () => {
    const writer = await signedIn(context, 'withheld-and-waits');
    const story = await newStory(writer);
    await waiting(story.id, 'address');
    await report(story, 'The tags promise a gothic tale');
    await decide(moderator, await caseOf(story), { action: 'hide' });
    assert.equal((await call(second, 'POST', `/moderation/waiting/${story.id}/let-in`)).status, 200);
    assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 404);
    await decide(second, await caseOf(story), { action: 'restore' });
    const { body } = await call(undefined, 'GET', '/frontpage?sort=new&limit=100');
    assert.ok(body.data.stories.some((one: { id: number }) => one.id === story.id));
  });
});
