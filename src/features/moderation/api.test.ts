import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { api } from '#app/api.ts';
import { type Call, pathNames } from '#base/contract.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, reader, moderator, second, admin, call, newStory, report, caseOf, decide } = site;

const calls = api.map((one) => one.call).filter(({ path }) => path.startsWith('/moderation'));

describe('the calls of moderators and admins', () => {
  const FOR_ADMINS = ['announcements', 'network-bans', 'overview', 'people', 'settings', 'trusted-flaggers'];

  // Interface, Moderation: The calls of moderation are for moderators and admins
  test('are all for moderators or admins', () => {
    assert.ok(calls.length >= 14);
    for (const one of calls) {
      const isForAdmins = FOR_ADMINS.includes(one.path.split('/')[2] ?? '');
      assert.equal(one.access, isForAdmins ? 'admin' : 'moderator', one.name);
    }
  });

  // The path names nothing that exists: a permitted caller passes the access check and gets no further.
  const pathOf = (one: Call) => one.path.replaceAll(/\{\w+\}/g, '999999999');
  const bodyOf = (one: Call) => (one.method === 'POST' || one.method === 'PUT' ? {} : undefined);

  for (const one of calls) {
    // Interface, Moderation: The calls of moderation are for moderators and admins
    test(`${one.method} ${one.path} answers nobody else that there is such a call`, async () => {
      const unknown = await call(author, 'GET', '/moderation/no-such-call');
      for (const person of [author, ...(one.access === 'admin' ? [moderator] : [])]) {
        const { status, body } = await call(person, one.method, pathOf(one), bodyOf(one));
        assert.equal(status, 404);
        assert.deepEqual(body, unknown.body);
      }
      const nobody = await call(undefined, one.method, pathOf(one), bodyOf(one));
      assert.deepEqual([nobody.status, nobody.body.error.code], [401, 'unauthenticated']);
      for (const person of one.access === 'admin' ? [admin] : [moderator, admin]) {
        const { status, body } = await call(person, one.method, pathOf(one), bodyOf(one));
        const isPast =
          status === 200 ||
          status === 400 ||
          status === 422 ||
          (status === 404 && body.message !== unknown.body.message);
        assert.ok(isPast, `${one.name} ${person.username}: ${status} ${JSON.stringify(body)}`);
      }
    });

    if (pathNames(one.path).length > 0) {
      test(`${one.method} ${one.path} takes whole numbers for ids, and nothing else`, async () => {
        for (const odd of ['0', '-1', '1.5', 'x', '1e400', '99999999999999999999']) {
          const path = one.path.replaceAll(/\{\w+\}/g, odd);
          const { status } = await call(
            one.access === 'admin' ? admin : moderator,
            one.method,
            path,
            bodyOf(one),
          );
          assert.ok(status === 422 || status === 400, `${path}: ${status}`);
        }
      });
    }
  }
});

describe('the queue', () => {
  const excerptOf = async (id: number, state = 'open') =>
    (await call(moderator, 'GET', `/moderation/cases?state=${state}&limit=100`)).body.data.cases.find(
      (one: { subject_id: number }) => one.subject_id === id,
    ).report_excerpt;

  test('shows how the first report of a case begins, a serious one before others', async () => {
    const story = await newStory();
    await report(story, `It is copied from a book. ${'Line for line, and comma for comma. '.repeat(10)}`);
    const shown = await excerptOf(story.id);
    assert.match(shown, /^It is copied from a book\. Line .*…$/);
    assert.ok(shown.length <= 120);
    await report(story, 'It is about minors, I think', site.another);
    assert.equal(await excerptOf(story.id), 'It is about minors, I think');
    await decide(moderator, await caseOf(story), { action: 'dismiss' });
    assert.equal(await excerptOf(story.id, 'closed'), null);
  });
});

describe('the log', () => {
  // Interface, Moderation: Every action is in the log
  test('tells of every act, latest first, and can be narrowed and paged', async () => {
    const story = await newStory();
    await report(story, 'The tags promise a gothic tale');
    await decide(moderator, await caseOf(story), { action: 'hide' });
    await decide(second, await caseOf(story), { action: 'restore', passage: '', note: 'It was right.' });
    const { body } = await call(moderator, 'GET', `/moderation/log?story_id=${story.id}`);
    assert.deepEqual(
      body.data.entries.map((one: Record<string, unknown>) => [one.action, one.actor_name, one.note]),
      [
        ['restore', second.username, 'It was right.'],
        ['hide', moderator.username, 'The tags promise another story.'],
      ],
    );
    const hidden = await call(
      moderator,
      'GET',
      `/moderation/log?account_id=${author.id}&action=hide&limit=1`,
    );
    assert.deepEqual(hidden.body.data.entries.length, 1);
    assert.equal((await call(moderator, 'GET', '/moderation/log?action=burn')).status, 422);
    assert.equal((await call(moderator, 'GET', '/moderation/log?limit=101')).status, 422);
  });

  test('can’t be changed: not by an update, a delete or a truncate, also with triggers switched off', async () => {
    await site.hiddenStory();
    const before = await db.selectFrom('moderation_entries').selectAll().orderBy('id').execute();
    assert.ok(before.length > 0);
    const attempts = [
      sql`update moderation_entries set note = 'never'`,
      sql`delete from moderation_entries`,
      sql`truncate moderation_entries cascade`,
    ];
    for (const attempt of attempts) await assert.rejects(attempt.execute(db), /only ever added to/);
    const url = new URL(connectionString);
    // The site's own database user can't disable triggers either.
    url.username = 'postgres';
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query('set session_replication_role = replica');
      await assert.rejects(
        client.query("update moderation_entries set note = 'never'"),
        /only ever added to/,
      );
    } finally {
      await client.end();
    }
    assert.deepEqual(await db.selectFrom('moderation_entries').selectAll().orderBy('id').execute(), before);
  });

  test('keeps the names of those whose account is gone', async () => {
    const story = await site.hiddenStory();
    await call(author, 'DELETE', `/stories/${story.id}`);
    const { body } = await call(moderator, 'GET', `/moderation/log?story_id=${story.id}`);
    assert.equal(body.data.entries[0].account_name, author.username);
    assert.match(body.data.entries[0].story_title, /^Harbour Lights/);
  });
});

describe('featured stories', () => {
  const featured = async () =>
    (await call(undefined, 'GET', '/frontpage?sort=featured')).body.data.stories.map(
      (one: { id: number }) => one.id,
    );

  // Interface, Moderation: Moderators feature and unfeature a story
  test('are chosen by moderators, each choice once in the log', async () => {
    const story = await newStory();
    for (let times = 0; times < 2; times += 1)
      assert.equal((await call(moderator, 'PUT', `/moderation/featured/${story.id}`)).status, 200);
    assert.deepEqual(await featured(), [story.id]);
    assert.equal((await call(second, 'DELETE', `/moderation/featured/${story.id}`)).status, 200);
    assert.deepEqual(await featured(), []);
    const { body } = await call(moderator, 'GET', `/moderation/log?story_id=${story.id}`);
    assert.deepEqual(
      body.data.entries.map((one: Record<string, unknown>) => [one.action, one.account_name]),
      [
        ['unfeature', author.username],
        ['feature', author.username],
      ],
    );
  });

  // Interface, Ranking: Featured stories are newest first
  test('are listed with the latest choice first', async () => {
    const [first, later] = [await newStory(), await newStory()];
    for (const { id } of [later, first])
      assert.equal((await call(moderator, 'PUT', `/moderation/featured/${id}`)).status, 200);
    assert.deepEqual(await featured(), [first.id, later.id]);
    for (const { id } of [first, later]) await call(moderator, 'DELETE', `/moderation/featured/${id}`);
    assert.deepEqual(await featured(), []);
  });

  test('are neither one’s own nor out of readers’ sight', async () => {
    const own = await newStory(moderator);
    for (const method of ['PUT', 'DELETE'] as const)
      assert.equal((await call(moderator, method, `/moderation/featured/${own.id}`)).status, 403, method);
    const hidden = await site.hiddenStory();
    const refused = await call(moderator, 'PUT', `/moderation/featured/${hidden.id}`);
    assert.deepEqual([refused.status, refused.body.message.includes('readers can find')], [422, true]);
    assert.equal((await call(moderator, 'PUT', '/moderation/featured/999999')).status, 404);
  });

  test('that are hidden are featured again once they are restored', async () => {
    const story = await newStory();
    await call(moderator, 'PUT', `/moderation/featured/${story.id}`);
    await report(story, 'The tags promise a gothic tale', reader);
    await decide(moderator, await caseOf(story), { action: 'hide' });
    assert.ok(!(await featured()).includes(story.id));
    await decide(second, await caseOf(story), { action: 'restore' });
    assert.ok((await featured()).includes(story.id));
    await decide(moderator, await caseOf(story), { action: 'hide' });
    assert.equal((await call(moderator, 'DELETE', `/moderation/featured/${story.id}`)).status, 200);
    await decide(second, await caseOf(story), { action: 'restore' });
    assert.ok(!(await featured()).includes(story.id));
  });
});
