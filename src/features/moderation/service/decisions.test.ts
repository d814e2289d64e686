import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, reader, another, moderator, second, admin, call, newStory, report, caseOf, decide } = site;

/** A story without the times at which it left the lists and came back, which stay for the mails to followers. */
async function storyRow(id: number) {
  const row = await db.selectFrom('stories').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { unlisted_at: _left, listed_again_at: _back, ...story } = row;
  return story;
}

async function lastEntry() {
  return db
    .selectFrom('moderation_entries')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

describe('a moderator looks at the queue', () => {
  test('and finds what waits longest first, all reports on a story together, and what is grave before it', async () => {
    const [old, young, grave, category] = [
      await newStory(),
      await newStory(),
      await newStory(),
      await newStory(),
    ];
    await report(old, 'Copied from a book of mine');
    await report(young, 'The tags promise a gothic tale');
    await report(grave, 'One of them is sixteen years old, says chapter one');
    await report(old, 'I know this text as well', another);
    await report(category, 'Please look at this one');
    await db
      .updateTable('reports')
      .set({ category: 'real-harm' })
      .where('story_id', '=', category.id)
      .execute();
    const { body } = await call(moderator, 'GET', '/moderation/cases');
    const mine = body.data.cases.filter((one: { subject_id: number }) =>
      [old, young, grave, category].some(({ id }) => id === one.subject_id),
    );
    assert.deepEqual(
      mine.map((one: Record<string, unknown>) => [one.subject_id, one.report_count, one.is_grave]),
      [
        [grave.id, 1, true],
        [category.id, 1, true],
        [old.id, 2, false],
        [young.id, 1, false],
      ],
    );
    const page = await call(moderator, 'GET', '/moderation/cases?limit=1&page=2');
    assert.equal(page.body.data.cases.length, 1);
    assert.equal(page.body.data.pagination.total, body.data.pagination.total);
  });

  test('and words that name minors or a lack of consent let a report jump the queue, others do not', async () => {
    const jumps = [
      'The girl is described as a minor',
      'Children take part in this',
      'he is 16 years old there',
      'she is sixteen years old in chapter 2',
      'A TEENAGER is in it',
      'Without her consent, filmed in secret',
      'This is non-consensual and about me',
      'It tells of a rape as something fine',
      'A deepfake of a real woman',
    ];
    const stays = [
      'This is spam with a link to a shop',
      'He is sixty-one years old and copied',
      'I do not like the ending at all',
    ];
    for (const reason of [...jumps, ...stays]) {
      const story = await newStory();
      await report(story, reason);
      assert.equal((await caseOf(story)).is_grave, jumps.includes(reason), reason);
      await db.deleteFrom('reports').where('story_id', '=', story.id).execute();
    }
  });

  // Interface, Moderation: /moderation shows open reports and takedown requests with the text complained of
  test('and sees in a case the text, who reported, the author’s record and earlier decisions', async () => {
    const story = await newStory();
    await report(story, 'The tags promise a gothic tale');
    await decide(moderator, await caseOf(story), { action: 'dismiss' });
    await report(story, 'Please look at it once more', another);
    const caseDetails = await caseOf(story);
    assert.equal(caseDetails.story.title, caseDetails.story_title);
    assert.deepEqual(
      caseDetails.chapters.map((one: { id: number }) => one.id),
      [story.chapterId],
    );
    assert.deepEqual(
      caseDetails.reports.map((one: Record<string, unknown>) => [one.reason, one.reporter_username]),
      [['Please look at it once more', another.username]],
    );
    assert.deepEqual([caseDetails.author.username, caseDetails.author.suspended_at], [author.username, null]);
    assert.ok(caseDetails.author.story_count > 0);
    assert.deepEqual(
      [caseDetails.entries[0].action, caseDetails.entries[0].actor_name],
      ['dismiss', moderator.username],
    );
    assert.deepEqual(caseDetails.actions, ['dismiss', 'hide', 'remove', 'suspend']);
  });
});

describe('a moderator decides', () => {
  // Interface, Moderation: Moderators hide, remove, dismiss and restore
  test('to dismiss: the story stays, the author is not bothered, the case is closed', async () => {
    const story = await newStory();
    await report(story, 'I do not like it very much');
    const mails = (await site.mailsTo('ada-writes@example.org')).length;
    const { status, body } = await decide(moderator, await caseOf(story), { action: 'dismiss', passage: '' });
    assert.deepEqual([status, body.message], [200, 'Dismissed.']);
    assert.notEqual(body.data.closed_at, null);
    assert.equal((await storyRow(story.id)).withheld_at, null);
    assert.equal((await site.mailsTo('ada-writes@example.org')).length, mails);
    const settled = await db
      .selectFrom('reports')
      .select(['decision', 'decided_by'])
      .where('story_id', '=', story.id)
      .execute();
    assert.deepEqual(settled, [{ decision: 'dismissed', decided_by: moderator.id }]);
  });

  // Interface, Moderation: Moderators hide, remove, dismiss and restore
  // Interface, Moderation: Each has a reason that the author is mailed
  // Interface, Moderation: Hidden and removed stories answer 404 to everyone but their author and moderators
  test('to hide: readers find nothing, and the author is told rule, passage, reason, by whom and how to appeal', async () => {
    const story = await newStory();
    await report(story, 'The tags promise a gothic tale');
    const { status, body } = await decide(moderator, await caseOf(story), { action: 'hide' });
    assert.equal(status, 200);
    assert.deepEqual(body.data.actions, ['remove', 'restore', 'suspend']);
    assert.deepEqual(body.data.withholdings[0].look, 'hidden');
    const path = `/stories/${story.slug}`;
    assert.equal((await call(undefined, 'GET', path)).status, 404);
    assert.equal((await call(reader, 'GET', path)).status, 404);
    const own = await call(author, 'GET', path);
    assert.equal(own.status, 200);
    assert.ok(own.body.data.withheld_at);
    assert.equal((await call(second, 'GET', `${path}/chapters/${story.chapterId}`)).status, 200);
    const mail = (await site.mailsTo('ada-writes@example.org')).at(-1);
    assert.equal(mail?.kind, 'moderation-decision');
    for (const words of [
      'A moderator has hidden your story',
      'Rule 10. Truthful tags and titles',
      'The lamp was lit',
      'The tags promise another story.',
      'You can appeal once, within 180 days',
      '/appeal?token=',
    ])
      assert.ok(mail?.text_part?.includes(words), `${words} in ${mail?.text_part}`);
    assert.ok(!mail?.text_part?.includes(moderator.username));
    assert.ok(!`${mail?.subject}`.includes('Harbour'));
    const entry = await lastEntry();
    assert.deepEqual(
      [entry.action, entry.actor_name, entry.actor_role, entry.story_id, entry.account_id, entry.rule],
      ['hide', moderator.username, 'moderator', story.id, author.id, 'tags'],
    );
  });

  // Interface, Moderation: Each has a reason that the author is mailed
  test('to hide or remove, and has to name rule, passage and reason', async () => {
    const story = await newStory();
    await report(story, 'The tags promise a gothic tale');
    const caseDetails = await caseOf(story);
    const outgoing = [
      [{ action: 'hide', passage: '' }, 'passage'],
      [{ action: 'hide', rule: 'taste' }, 'rule'],
      [{ action: 'hide', rule: undefined }, 'rule'],
      [{ action: 'hide', note: ' ' }, 'note'],
      [{ action: 'hide', note: 'x'.repeat(5001) }, 'note'],
      [{ action: 'hide', passage: 'x'.repeat(2001) }, 'passage'],
      [{ action: 'burn' }, 'action'],
      [{ action: 'restore' }, 'action'],
      [{ action: 'uphold' }, 'action'],
      [{ action: 'hide', revision: 'seven' }, 'revision'],
    ] as const;
    for (const [decision, field] of outgoing) {
      const { status, body } = await decide(moderator, caseDetails, decision);
      assert.deepEqual(
        [status, Object.keys(body.error.fields)],
        [422, [field]],
        JSON.stringify([decision, body]),
      );
    }
    assert.equal((await storyRow(story.id)).withheld_at, null);
  });

  // Interface, Moderation: Moderators hide, remove, dismiss and restore
  test('to remove what is hidden, and to restore it: everything is as it was before', async () => {
    const story = await newStory();
    const before = await storyRow(story.id);
    await report(story, 'The tags promise a gothic tale');
    await decide(moderator, await caseOf(story), { action: 'hide' });
    const removed = await decide(moderator, await caseOf(story), { action: 'remove' });
    assert.deepEqual(removed.body.data.actions, ['hide', 'restore', 'suspend']);
    const restored = await decide(second, await caseOf(story), { action: 'restore', passage: '' });
    assert.equal(restored.status, 200);
    assert.deepEqual(await storyRow(story.id), before);
    assert.match((await site.mailsTo('ada-writes@example.org')).at(-1)?.text_part ?? '', /has restored your/);
  });

  test('and of two who decide at once the second is told, and nothing is done twice', async () => {
    const story = await newStory();
    await report(story, 'The tags promise a gothic tale');
    const caseDetails = await caseOf(story);
    const answers = await Promise.all([
      decide(moderator, caseDetails, { action: 'hide' }),
      decide(second, caseDetails, { action: 'remove' }),
      decide(admin, caseDetails, { action: 'dismiss' }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
    const notification = answers.find(({ status }) => status === 409);
    assert.match(notification?.body.message, /another moderator was faster/);
    const entries = await db
      .selectFrom('moderation_entries')
      .select('id')
      .where('case_id', '=', caseDetails.id)
      .execute();
    assert.equal(entries.length, 1);
  });

  test('and is told when a report came in while they were reading', async () => {
    const story = await newStory();
    await report(story, 'The tags promise a gothic tale');
    const caseDetails = await caseOf(story);
    await report(story, 'The second chapter is a price list', another);
    assert.equal((await decide(moderator, caseDetails, { action: 'dismiss' })).status, 409);
    const dismissed = await decide(moderator, await caseOf(story), { action: 'dismiss' });
    assert.equal(dismissed.status, 200);
  });

  test('but never about themself or a story of their own, and does not even see the case', async () => {
    const story = await newStory(moderator);
    await report(story, 'The tags promise a gothic tale');
    const caseDetails = await caseOf(story, second);
    assert.equal((await call(moderator, 'GET', `/moderation/cases/${caseDetails.id}`)).status, 403);
    assert.equal((await decide(moderator, caseDetails, { action: 'dismiss' })).status, 403);
    const { body } = await call(moderator, 'GET', '/moderation/cases?limit=100');
    assert.ok(!body.data.cases.some((one: { id: number }) => one.id === caseDetails.id));
    const opened = await call(moderator, 'POST', '/moderation/cases', { story: story.slug });
    assert.equal(opened.status, 403);
    assert.equal((await decide(second, caseDetails, { action: 'hide' })).status, 200);
  });

  test('about what nobody has reported, by a case opened by hand', async () => {
    const story = await newStory();
    const opened = await call(moderator, 'POST', '/moderation/cases', { story: story.slug });
    assert.equal(opened.status, 201);
    const again = await call(second, 'POST', '/moderation/cases', { story: String(story.id) });
    assert.deepEqual(again.body.data, opened.body.data);
    const { status, body } = await decide(moderator, await caseOf(story), { action: 'remove' });
    assert.equal(status, 200);
    assert.notEqual(body.data.closed_at, null);
    for (const [asked, status_] of [
      [{}, 422],
      [{ story: 'x', username: 'y' }, 422],
      [{ story: 'nowhere' }, 404],
      [{ username: 'nobody-here' }, 404],
    ] as const)
      assert.equal((await call(moderator, 'POST', '/moderation/cases', asked)).status, status_);
  });
});

describe('a moderator suspends an account', () => {
  test('its sessions end, it can sign in and read, but not write, and readers find neither it nor its stories', async () => {
    const person = await signedIn(context, 'gus-writes');
    const [one, two] = [await newStory(person), await newStory(person, ['harbour', 'fog'])];
    const before = [await storyRow(one.id), await storyRow(two.id)];
    await report(one, 'This one threatens a neighbour by name');
    await report(two, 'The tags promise a gothic tale');
    const about = { reason: 'Threatens neighbours' };
    assert.equal((await call(reader, 'POST', `/authors/${person.id}/report`, about)).status, 201);
    await decide(moderator, await caseOf(one), { action: 'hide' });
    const suspended = await decide(second, await caseOf(one), {
      action: 'suspend',
      rule: 'harassment',
      withhold_stories: true,
    });
    assert.equal(suspended.status, 200, JSON.stringify(suspended.body));
    // The reports on the account are settled with it, those on its stories are not.
    const reports = db.selectFrom('reports').select(['decision', 'decided_by']).orderBy('id');
    assert.deepEqual(
      await reports
        .where((on) => on.or([on('author_id', '=', person.id), on('story_id', '=', two.id)]))
        .execute(),
      [
        { decision: null, decided_by: null },
        { decision: 'suspended', decided_by: second.id },
      ],
    );
    assert.equal((await call(person, 'GET', '/accounts/profile')).status, 401);

    const back = await signedIn(context, 'gus-writes');
    const refused = await call(back, 'POST', '/stories', { title: 'Another One' });
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'suspended']);
    assert.match(refused.body.message, /Rule 7. No harassment.*read, export/);
    assert.equal(
      (await call(back, 'PUT', `/stories/${one.id}/synopsis`, { synopsis: 'Changed' })).status,
      403,
    );
    assert.equal((await call(back, 'POST', `/tracking/stories/${one.id}/bookmark`)).status, 403);
    assert.equal((await call(back, 'GET', '/accounts/profile')).status, 200);
    assert.equal((await call(back, 'GET', `/stories/${two.id}`)).status, 200);
    assert.equal((await call(undefined, 'GET', `/stories/${two.id}`)).status, 404);
    assert.equal((await call(undefined, 'GET', '/accounts/users/gus-writes')).status, 404);

    const lifted = await decide(admin, await caseOf(one), { action: 'reinstate', passage: '' });
    assert.equal(lifted.status, 200);
    assert.equal((await call(undefined, 'GET', '/accounts/users/gus-writes')).status, 200);
    assert.equal((await call(undefined, 'GET', `/stories/${two.id}`)).status, 200);
    // This story has its own hiding decision, which lifting the suspension does not revoke.
    assert.equal((await call(undefined, 'GET', `/stories/${one.id}`)).status, 404);
    await decide(moderator, await caseOf(one), { action: 'restore' });
    assert.deepEqual([await storyRow(one.id), await storyRow(two.id)], before);
    assert.equal((await call(back, 'POST', '/stories', { title: 'Another One' })).status, 201);
  });

  test('and lets its stories stand, where that is enough', async () => {
    const person = await signedIn(context, 'hal-writes');
    const story = await newStory(person);
    const { body } = await call(moderator, 'POST', '/moderation/cases', { username: 'HAL-writes' });
    const caseDetails = (await call(moderator, 'GET', `/moderation/cases/${body.data.id}`)).body.data;
    assert.deepEqual(caseDetails.actions, ['dismiss', 'suspend']);
    const suspended = await decide(moderator, caseDetails, { action: 'suspend', rule: 'fair-play' });
    assert.equal(suspended.status, 200);
    assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 200);
    assert.equal((await call(undefined, 'GET', '/accounts/users/hal-writes')).status, 200);
  });

  test('and still has to judge the text whose case was opened by hand', async () => {
    const person = await signedIn(context, 'ida-writes');
    const story = await newStory(person);
    const list = { title: 'Nights', synopsis: '', visibility: 'public' };
    const { slug } = (await call(person, 'POST', '/shelves', list)).body.data;
    const words = { content: 'I know where you live.' };
    const comment = (await call(person, 'POST', `/stories/${story.id}/comments`, words)).body.data.id;
    for (const subject of [{ story: story.slug }, { list: slug }, { comment: String(comment) }]) {
      const opened = await call(moderator, 'POST', '/moderation/cases', subject);
      assert.equal(opened.status, 201, JSON.stringify(opened.body));
      const path = `/moderation/cases/${opened.body.data.id}`;
      for (const action of ['suspend', 'reinstate']) {
        const found = (await call(moderator, 'GET', path)).body.data;
        const { status, body } = await decide(moderator, found, { action, rule: 'harassment' });
        assert.deepEqual([status, body.data?.closed_at], [200, null], JSON.stringify([subject, body]));
      }
    }
  });

  test('but not one that keeps the house', async () => {
    const { body } = await call(moderator, 'POST', '/moderation/cases', { username: admin.username });
    const caseDetails = (await call(moderator, 'GET', `/moderation/cases/${body.data.id}`)).body.data;
    assert.deepEqual(caseDetails.actions, ['dismiss']);
    assert.equal((await decide(moderator, caseDetails, { action: 'suspend' })).status, 422);
  });
});
