import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { deleteAccountRow } from '#features/accounts/store/accounts.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import type { Transparency } from './contract.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, reader, moderator, second, admin, call, newStory, report, caseOf, decide, hiddenStory } =
  site;

async function figures(from: string, until: string): Promise<Transparency> {
  const { status, body } = await call(
    moderator,
    'GET',
    `/moderation/transparency?from=${from}&until=${until}`,
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
}

/** The day of UTC this many days from today. */
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('the report counts what was reported, decided and appealed in its period, and nothing else', async () => {
  const dismissed = await newStory();
  await report(dismissed, 'I do not like the ending');
  await decide(moderator, await caseOf(dismissed), { action: 'dismiss', passage: '' });
  const grave = await newStory();
  await report(grave, 'One of them is sixteen years old');
  const hidden = [await hiddenStory(), await hiddenStory()];
  const told = await call(author, 'GET', '/accounts/decisions');
  const [first, other] = told.body.data.decisions;
  for (const { id } of [first, other]) {
    const sent = await call(author, 'POST', `/accounts/decisions/${id}/appeal`, { words: 'Both are sixty.' });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
  }
  const [kept, restored] = hidden;
  assert.ok(kept && restored);
  await decide(second, await caseOf(kept, second), { action: 'uphold', passage: '' });
  await decide(second, await caseOf(restored, second), { action: 'restore', passage: '' });
  // Half of the decided reports waited for ten hours or longer.
  await db
    .updateTable('reports')
    .set({ created_at: new Date(Date.now() - 10 * 3_600_000) })
    .where('decision', '=', 'hidden')
    .execute();

  // Ten hours ago may have been yesterday.
  const { reports, decisions, appeals, takedowns } = await figures(day(-1), day(1));
  assert.deepEqual(
    { ...reports, median_hours: Math.round(reports.median_hours ?? 0) },
    {
      ...{
        total: 4,
        by_guests: 0,
        by_trusted_flaggers: 0,
        grave: 1,
        decided: 3,
        upheld: 2,
        median_hours: 10,
      },
      by_subject: [{ kind: 'story', count: 4 }],
    },
  );
  assert.deepEqual(decisions, [
    { action: 'hide', rule: 'tags', count: 2 },
    { action: 'dismiss', rule: 'tags', count: 1 },
    { action: 'restore', rule: 'tags', count: 1 },
    { action: 'uphold', rule: 'tags', count: 1 },
  ]);
  const { median_hours, ...answered } = appeals;
  assert.deepEqual(answered, { total: 2, answered: 2, granted: 1 });
  assert.ok(median_hours !== null && median_hours >= 0);
  assert.deepEqual(takedowns, { total: 0, steps: [] });

  const before = await figures('2020-01-01', '2020-12-31');
  assert.equal(before.reports.total + before.appeals.total + before.takedowns.total, 0);
  assert.deepEqual([before.decisions, before.reports.median_hours], [[], null]);
});

test('reports are counted on after their story is deleted, without a word or a name', async () => {
  const [decided, open] = [await newStory(), await newStory()];
  await report(decided, 'Copied from a book of mine');
  await decide(moderator, await caseOf(decided), { action: 'dismiss', passage: '' });
  await report(open, 'Copied from a book of mine');
  const today = () => figures(day(-1), day(1));
  const before = await today();
  for (const { id } of [decided, open]) await db.deleteFrom('stories').where('id', '=', id).execute();
  const left = db.selectFrom('reports').select('id').where('story_id', 'in', [decided.id, open.id]);
  assert.deepEqual(await left.execute(), []);
  const after = await today();
  const rounded = ({ reports }: Transparency) => ({
    ...reports,
    median_hours: Math.round((reports.median_hours ?? 0) * 1000),
  });
  assert.deepEqual(rounded(after), rounded(before));
  assert.equal((await figures('2020-01-01', '2020-12-31')).reports.total, 0);
});

test('a report stays a member’s after its account and its story are deleted', async () => {
  const today = async () => (await figures(day(-1), day(1))).reports;
  const [leaving, flagger] = [await signedIn(context, 'leaving'), await signedIn(context, 'an-organisation')];
  await db
    .insertInto('trusted_flaggers')
    .values({ account_id: flagger.id, organisation: 'Rights', until: '2999-01-01' })
    .execute();
  const [decided, open] = [await newStory(), await newStory()];
  for (const story of [decided, open]) {
    await report(story, 'Copied from a book of mine', leaving);
    await report(story, 'Copied from a book of ours', flagger);
  }
  await decide(moderator, await caseOf(decided), { action: 'dismiss', passage: '' });
  const { by_guests, by_trusted_flaggers } = await today();
  const isUnchanged = async () => {
    const now = await today();
    assert.deepEqual([now.by_guests, now.by_trusted_flaggers], [by_guests, by_trusted_flaggers]);
  };
  for (const { id } of [leaving, flagger]) await deleteAccountRow(db, id);
  await isUnchanged();
  for (const { id } of [decided, open]) await db.deleteFrom('stories').where('id', '=', id).execute();
  await isUnchanged();
});

test('answered appeals are counted on after the account of their author is deleted', async () => {
  const today = async () => (await figures(day(-1), day(1))).appeals;
  const leaving = await signedIn(context, 'appellant');
  const answers = ['restore', 'uphold', undefined];
  for (const action of answers) {
    const story = await newStory();
    await db.updateTable('stories').set({ author_id: leaving.id }).where('id', '=', story.id).execute();
    await report(story, 'Tagged wrongly');
    await decide(moderator, await caseOf(story), { action: 'hide' });
    const told = await call(leaving, 'GET', '/accounts/decisions');
    const path = `/accounts/decisions/${told.body.data.decisions[0].id}/appeal`;
    const sent = await call(leaving, 'POST', path, { words: 'Both are sixty.' });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    if (action !== undefined) await decide(second, await caseOf(story, second), { action, passage: '' });
  }
  const before = await today();
  await deleteAccountRow(db, leaving.id);
  const after = await today();
  assert.deepEqual(
    [after.total, after.answered, after.granted],
    [before.total - 1, before.answered, before.granted],
  );
  assert.ok(Math.abs((after.median_hours ?? 0) - (before.median_hours ?? 0)) < 0.001);
});

test('a deadline and a banned network are no decisions that a person made about a text or an account', async () => {
  const decisions = async () => (await figures(day(-1), day(1))).decisions;
  const before = await decisions();
  const ban = { range: '198.51.100.0/24', scope: 'writing', days: 2, note: 'A wave.', includes_own: false };
  const banned = await call(admin, 'POST', '/moderation/network-bans', ban);
  assert.equal(banned.status, 201, JSON.stringify(banned.body));
  await db
    .insertInto('moderation_entries')
    .values({ actor_role: 'operator', action: 'takedown-put-back', rule: 'ip' })
    .execute();
  const others = [
    ...(['open', 'feature', 'unfeature', 'role', 'end-sessions', 'let-in', 'takedown-linked'] as const),
    ...(['tag-canonical', 'tag-parent', 'tag-kind', 'tag-reject', 'tag-undo'] as const),
    ...(['note', 'edit-note', 'delete-note', 'end-ban'] as const),
  ];
  await db
    .insertInto('moderation_entries')
    .values(others.map((action) => ({ actor_id: moderator.id, actor_role: 'moderator', action })))
    .execute();
  assert.deepEqual(await decisions(), before);
});

test('a report and an appeal count where they came in, and where they were decided', async () => {
  const story = await hiddenStory();
  const [{ id }] = (await call(author, 'GET', `/accounts/decisions?story_id=${story.id}`)).body.data
    .decisions;
  await call(author, 'POST', `/accounts/decisions/${id}/appeal`, { words: 'Both are sixty.' });
  await decide(second, await caseOf(story, second), { action: 'uphold', passage: '' });
  const [received, decided] = [new Date('2021-03-05'), new Date('2021-04-02')];
  await sql`update reports set created_at = ${received}, decided_at = ${decided}
    where story_id = ${story.id}`.execute(db);
  await sql`update appeals set created_at = ${received}, answered_at = ${decided}
    where entry_id = ${id}`.execute(db);
  const inMonths = async () => {
    const found = [];
    for (const month of ['2021-02', '2021-03', '2021-04', '2021-05']) {
      const { reports, appeals } = await figures(`${month}-01`, `${month}-28`);
      found.push([reports.total, reports.decided, appeals.total, appeals.answered]);
    }
    return found;
  };
  const expected = [
    [0, 0, 0, 0],
    [1, 0, 1, 0],
    [0, 1, 0, 1],
    [0, 0, 0, 0],
  ];
  assert.deepEqual(await inMonths(), expected);
  await db.deleteFrom('stories').where('id', '=', story.id).execute();
  assert.deepEqual(await inMonths(), expected);
});

test('reports count by what they are about, and those of guests by themselves', async () => {
  const story = await newStory();
  const list = { title: 'Nights', synopsis: '', visibility: 'public' };
  const { slug } = (await call(author, 'POST', '/shelves', list)).body.data;
  const words = { content: 'The lamp was out.' };
  const comment = (await call(author, 'POST', `/stories/${story.id}/comments`, words)).body.data.id;
  const body = { reason: 'It shames a neighbour.' };
  for (const [person, path, more] of [
    [reader, `/authors/${author.id}/report`],
    [reader, `/lists/${slug}/report`],
    [second, `/lists/${slug}/report`],
    [reader, `/comments/${comment}/report`],
    [undefined, '/reports', { url: `/story/${story.slug}` }],
  ] as const) {
    const sent = await call(person, 'POST', path, { ...body, ...more });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
  }
  await db
    .updateTable('reports')
    .set({ created_at: new Date('2022-05-05') })
    .where('reason', '=', body.reason)
    .execute();
  const { by_subject, by_guests } = (await figures('2022-05-05', '2022-05-05')).reports;
  const once = ['author', 'comment', 'story'].map((kind) => ({ kind, count: 1 }));
  assert.deepEqual([by_subject, by_guests], [[{ kind: 'list', count: 2 }, ...once], 1]);
});

test('legal requests and their steps count in the period of each', async () => {
  const sent = await call(undefined, 'POST', '/account/legal/takedown', {
    ...{ requester_name: 'Ida', requester_email: 'ida@example.org', owner_info: 'Ida', address: '4 Quay' },
    content_url: `${context.publicUrl}/story/${(await newStory()).slug}`,
    ...{ content_description: 'All of it', reason: 'Mine.', electronic_signature: true },
  });
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  const step = { step: 'rejected', after: 'received', note: 'It names no work.' };
  assert.equal(
    (await call(moderator, 'POST', `/moderation/takedowns/${sent.body.data.id}/steps`, step)).status,
    200,
  );
  const steps = ['received', 'rejected'].map((kind) => ({ kind, count: 1 }));
  assert.deepEqual((await figures(day(-1), day(0))).takedowns, { total: 1, steps });
  await sql`update takedown_requests set received_at = '2021-03-05'`.execute(db);
  assert.deepEqual((await figures(day(-1), day(0))).takedowns, { total: 0, steps });
  assert.deepEqual((await figures('2021-03-05', '2021-03-05')).takedowns, { total: 1, steps: [] });
  assert.equal((await figures('2021-02-01', '2021-02-28')).takedowns.total, 0);
});

test('the last day belongs to the period', async () => {
  const today = day(0);
  const count = async () => (await figures(today, today)).reports.total;
  const earlier = await count();
  await report(await newStory(), 'Copied from a book of mine');
  assert.equal(await count(), earlier + 1);
});

test('a period that is no period is refused at its field', async () => {
  const refused: [query: string, field: string][] = [
    ['from=yesterday&until=2026-01-01', 'from'],
    ['from=2026-01-01', 'until'],
    ['from=2026-02-30&until=2026-03-01', 'from'],
    ['from=2026-02-01&until=2026-01-01', 'until'],
    ['from=2020-01-01&until=2026-01-01', 'until'],
  ];
  for (const [query, field] of refused) {
    const { status, body } = await call(moderator, 'GET', `/moderation/transparency?${query}`);
    assert.ok(status === 400 || status === 422, `${status} ${query}`);
    assert.deepEqual(Object.keys(body.error.fields), [field], query);
  }
  const period = `from=${day(-7)}&until=${day(0)}`;
  assert.equal((await call(reader, 'GET', `/moderation/transparency?${period}`)).status, 404);
});
