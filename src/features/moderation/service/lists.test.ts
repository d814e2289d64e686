import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { runJobsOnce } from '#tests/support/run-jobs-once.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fileUrls, urls } from '#urls.ts';

const database = await testDatabase();
const { context } = database;
const { db } = context;
const app = await testServer(context);
const site = await moderatedSite(context);
const { author, reader, another, moderator, second, call, decide, newStory, mailsTo } = site;

const NOTE = 'A note that names a real neighbour.';
const WORDS = 'It shames somebody who exists.';
const story = { ...(await newStory()), title: 'Harbour Lights 1' };

/** A published list of an author, with one story and a note about it. */
async function newList(visibility: 'public' | 'link' = 'public', owner = author) {
  const fields = { title: 'Nights by the harbour', synopsis: 'For rainy evenings.', visibility };
  const list = (await call(owner, 'POST', '/shelves', fields)).body.data;
  const placed = await call(owner, 'PUT', `/shelves/${list.id}/stories/${story.id}`, { note: NOTE });
  assert.equal(placed.status, 200);
  return list as { id: string; slug: string; title: string };
}

const report = (list: { slug: string }, person: typeof reader = reader) =>
  call(person, 'POST', `/lists/${list.slug}/report`, { reason: WORDS });

async function caseOf(list: { id: string }, by = moderator) {
  const { cases } = (await call(by, 'GET', '/moderation/cases?limit=100')).body.data;
  const open = cases.find(
    (one: { subject: string; subject_id: number }) =>
      one.subject === 'list' && one.subject_id === Number(list.id),
  );
  assert.ok(open, 'an open case');
  return (await call(by, 'GET', `/moderation/cases/${open.id}`)).body.data;
}

async function hidden(list: { id: string; slug: string }) {
  assert.equal((await report(list)).status, 201);
  const decided = await decide(moderator, await caseOf(list), {
    ...{ action: 'hide-list', rule: 'real-harm', passage: NOTE, note: WORDS },
  });
  assert.equal(decided.status, 200, JSON.stringify(decided.body));
  return decided.body.data;
}

const statusOf = async (person: typeof reader | undefined, path: string) =>
  (await call(person, 'GET', path)).status;
const decisionsAbout = async (list: { id: string }) =>
  (await call(author, 'GET', `/accounts/decisions?list_id=${list.id}`)).body.data.decisions;

describe('a report of a reading list', () => {
  test('opens a case with its texts and notes; a second one replaces its words', async () => {
    for (const visibility of ['public', 'link'] as const) {
      const list = await newList(visibility);
      assert.equal((await report(list)).status, 201);
      assert.equal((await report(list)).status, 201);
      const guest = { url: urls.list(list.slug), reason: WORDS };
      assert.equal((await call(undefined, 'POST', '/reports', guest)).status, 201);
      const found = await caseOf(list);
      assert.deepEqual(
        [found.list_title, found.author_name, found.report_count, found.actions],
        [list.title, author.username, 2, ['dismiss', 'hide-list', 'suspend']],
      );
      assert.deepEqual(found.list.stories, [{ slug: story.slug, title: story.title, note: NOTE }]);
      assert.equal((await decide(moderator, found, { action: 'dismiss' })).status, 200);
      assert.equal(await statusOf(undefined, `/lists/${list.slug}`), 200);
    }
  });

  test('is refused for an own, a private and an unknown one', async () => {
    const list = await newList();
    assert.equal((await report(list, author)).status, 403);
    await call(author, 'PUT', `/shelves/${list.id}`, { visibility: 'private' });
    const { status, body } = await report(list);
    const unknown = await report({ slug: 'never-was' });
    assert.deepEqual([status, body], [404, unknown.body]);
    const guest = await call(undefined, 'POST', '/reports', { url: urls.list(list.slug), reason: WORDS });
    assert.deepEqual([guest.status, Object.keys(guest.body.error.fields)], [422, ['url']]);
  });
});

describe('a withheld reading list', () => {
  test('is gone for others like one that never was, and its owner and moderators see it', async () => {
    const list = await newList();
    const path = `/lists/${list.slug}`;
    const listed = async () =>
      JSON.stringify((await call(undefined, 'GET', `/accounts/users/${author.username}/lists`)).body);
    const inSitemap = async () => (await app.inject({ url: fileUrls.sitemapPart('lists', 1) })).payload;
    assert.ok((await listed()).includes(list.slug) && (await inSitemap()).includes(list.slug));
    const after = await hidden(list);
    assert.deepEqual(
      after.withholdings.map(({ cause, look }: Record<string, string>) => [cause, look]),
      [['decision', 'hidden']],
    );
    for (const person of [undefined, reader, another]) {
      const { status, body } = await call(person, 'GET', path);
      const unknown = await call(person, 'GET', '/lists/never-was');
      assert.deepEqual([status, body], [404, unknown.body]);
    }
    assert.ok(!(await listed()).includes(list.slug) && !(await inSitemap()).includes(list.slug));
    assert.equal((await report(list)).status, 404);
    for (const person of [author, moderator]) {
      const { status, body } = await call(person, 'GET', path);
      assert.deepEqual([status, body.data?.list.is_withheld], [200, true]);
    }
    const { shelves } = (await call(author, 'GET', '/shelves')).body.data;
    const own = shelves.find(({ id }: { id: string }) => id === list.id);
    assert.deepEqual([own.is_withheld, own.visibility], [true, 'public']);
    // Taking it back and publishing it again is no way out.
    for (const visibility of ['private', 'link'])
      assert.equal((await call(author, 'PUT', `/shelves/${list.id}`, { visibility })).status, 200);
    assert.equal(await statusOf(undefined, path), 404);
    assert.equal((await call(author, 'PUT', `/shelves/${list.id}`, { synopsis: 'Corrected.' })).status, 200);
  });

  test('leads its owner to the reason and an appeal, and comes back by another moderator', async () => {
    const list = await newList();
    const mailsBefore = (await mailsTo('ada-writes@example.org')).length;
    const after = await hidden(list);
    const [mail] = (await mailsTo('ada-writes@example.org')).slice(mailsBefore);
    assert.match(mail?.text_part ?? '', /has hidden your reading list “Nights by the harbour”/);
    assert.ok(!mail?.subject?.includes('harbour'));
    const [decision] = await decisionsAbout(list);
    assert.deepEqual(
      [decision.action, decision.list, decision.story, decision.is_in_force, decision.may_appeal],
      ['hide-list', { id: Number(list.id), title: list.title, slug: list.slug }, null, true, true],
    );
    const words = 'The neighbour agreed.';
    const sent = await call(author, 'POST', `/accounts/decisions/${decision.id}/appeal`, { words });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    const open = await caseOf(list);
    assert.deepEqual([open.appeal_count, open.actions], [1, ['suspend']]);
    assert.equal((await decide(moderator, open, { action: 'restore-list' })).status, 403);
    const restored = await decide(second, await caseOf(list, second), {
      ...{ action: 'restore-list', rule: 'real-harm', passage: '' },
    });
    assert.equal(restored.status, 200, JSON.stringify(restored.body));
    assert.equal(await statusOf(undefined, `/lists/${list.slug}`), 200);
    const [answer, lifted] = await decisionsAbout(list);
    assert.deepEqual(
      [answer.action, answer.answers, lifted.is_in_force, lifted.appeal.is_answered],
      ['restore-list', decision.id, false, true],
    );
    const { entries } = (await call(moderator, 'GET', `/moderation/log?account_id=${author.id}&limit=2`)).body
      .data;
    assert.deepEqual(
      entries.map((one: Record<string, unknown>) => [one.action, one.list_title, one.case_id]),
      [
        ['restore-list', list.title, open.id],
        ['hide-list', list.title, after.id],
      ],
    );
    await runJobsOnce(database);
  });

  test('stays when the appeal fails, which its owner reads', async () => {
    const list = await newList();
    await hidden(list);
    const [decision] = await decisionsAbout(list);
    await call(author, 'POST', `/accounts/decisions/${decision.id}/appeal`, { words: 'Please look again.' });
    const upheld = await decide(second, await caseOf(list, second), { action: 'uphold', passage: '' });
    assert.equal(upheld.status, 200, JSON.stringify(upheld.body));
    assert.equal(await statusOf(undefined, `/lists/${list.slug}`), 404);
    const mail = (await mailsTo('ada-writes@example.org')).at(-1);
    assert.match(mail?.text_part ?? '', /your appeal about your reading list “Nights by the harbour”/);
  });
});

describe('a moderator', () => {
  test('opens a case about a list without a report, never about their own or a private one', async () => {
    const list = await newList('link');
    const open = (slug: string) => call(moderator, 'POST', '/moderation/cases', { list: slug });
    const { status, body } = await open(list.slug);
    assert.equal(status, 201);
    assert.equal((await open(list.slug)).body.data.id, body.data.id);
    const found = await caseOf(list);
    assert.ok(found.actions.includes('hide-list'));
    assert.equal((await decide(moderator, found, { action: 'hide-list', passage: '' })).status, 422);
    assert.equal((await open((await newList('public', moderator)).slug)).status, 403);
    const taken = await newList();
    await call(author, 'PUT', `/shelves/${taken.id}`, { visibility: 'private' });
    assert.equal((await open(taken.slug)).status, 404);
    assert.equal(
      (await call(moderator, 'POST', '/moderation/cases', { list: list.slug, username: 'x' })).status,
      422,
    );
  });

  test('reads what was reported after its owner changed it or took it back, and nothing that is private', async () => {
    const list = await newList();
    await report(list);
    const secret = { title: 'My secret', synopsis: 'Mine alone.', visibility: 'private' };
    await call(author, 'PUT', `/shelves/${list.id}/stories/${story.id}`, { note: 'All is well.' });
    await call(author, 'PUT', `/shelves/${list.id}`, secret);
    await call(author, 'PUT', `/shelves/${list.id}`, { synopsis: 'Even more mine.' });
    const found = await caseOf(list);
    assert.ok(!/secret|mine/i.test(JSON.stringify(found)), JSON.stringify(found));
    const texts = [];
    for (const { id } of found.evidence)
      texts.push((await call(moderator, 'GET', `/moderation/cases/${found.id}/evidence/${id}`)).body.data);
    assert.deepEqual(
      texts.map(({ kind, title, content }) => [kind, title, content]),
      [
        ['note', story.title, NOTE],
        ['list', list.title, 'For rainy evenings.'],
      ],
    );
    const decided = await decide(moderator, found, { action: 'hide-list' });
    assert.equal(decided.status, 200);
    assert.ok(!JSON.stringify(decided.body).includes('secret'));
  });

  test('finds a serious case after its list was deleted, and others close', async () => {
    const [list, other] = [await newList(), await newList()];
    const serious = { reason: 'It names a child of twelve years.' };
    assert.equal((await call(reader, 'POST', `/lists/${list.slug}/report`, serious)).status, 201);
    await report(other);
    const { id } = await caseOf(other);
    for (const each of [list, other])
      assert.equal((await call(author, 'DELETE', `/shelves/${each.id}`)).status, 200);
    const caseAfter = await caseOf(list);
    assert.ok(caseAfter.gone_at !== null && caseAfter.list === null && caseAfter.evidence.length === 2);
    const closed = (await call(moderator, 'GET', `/moderation/cases/${id}`)).body.data;
    assert.ok(closed.closed_at !== null && closed.list === null);
  });

  test('closes the reports on a spammer’s lists, and opens them again', async () => {
    const spammer = await signedIn(context, 'sells-things');
    const list = await newList('public', spammer);
    await report(list);
    const path = `/moderation/accounts/${spammer.id}/spam`;
    assert.equal((await call(moderator, 'POST', path)).status, 200);
    const open = () =>
      db
        .selectFrom('reports')
        .select('id')
        .where('list_id', '=', Number(list.id))
        .where('decided_at', 'is', null)
        .execute();
    assert.deepEqual(await open(), []);
    assert.equal((await call(moderator, 'DELETE', path)).status, 200);
    assert.equal((await open()).length, 1);
    assert.equal((await caseOf(list)).report_count, 1);
  });
});
