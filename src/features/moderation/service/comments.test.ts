import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentMessages } from '#features/comments/contract/comments.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { urls } from '#urls.ts';
import { findStatedDecisions } from '../store/statements.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, reader, another, moderator, second, newStory } = site;
const request = await createRequester(await testServer(context));

let count = 0;
async function say(by: { token: string } = reader) {
  const story = await newStory();
  const body = { content: `She lied, and ${++count} more.` };
  const { data } = await request(`POST /stories/${story.id}/comments`, { token: by.token, body });
  return { story, id: data.id as number, content: body.content };
}

async function openCaseAbout(id: number) {
  const found = await db
    .selectFrom('moderation_cases')
    .select('id')
    .where('subject', '=', 'comment')
    .where('subject_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return found?.id;
}

const caseOf = async (id: number, by = moderator) =>
  (await request(`GET /moderation/cases/${await openCaseAbout(id)}`, { token: by.token })).data;

const decide = async (id: number, action: string, by = moderator) => {
  const found = await caseOf(id, by);
  return request(`POST /moderation/cases/${found.id}/decision`, {
    token: by.token,
    body: {
      ...{ action, rule: 'harassment', passage: 'She lied', note: 'It attacks the author.' },
      revision: found.revision,
    },
  });
};

const report = (id: number) =>
  request(`POST /comments/${id}/report`, {
    token: another.token,
    body: { reason: 'This attacks the author.' },
  });

const seen = async ({ story }: { story: { id: number } }, by?: { token: string }) =>
  (await request(`GET /stories/${story.id}/comments`, by === undefined ? {} : { token: by.token })).data
    .comments;

// Interface, Conversation: POST /comments/{id}/report reports a comment
test('a reported comment is removed, its writer told; the appeal brings it back', async () => {
  const comment = await say();
  assert.equal((await report(comment.id)).status, 201);
  assert.equal((await report(comment.id)).status, 201);
  const found = await caseOf(comment.id);
  assert.deepEqual(
    [found.subject, found.report_count, found.comment.content, found.comment_excerpt],
    ['comment', 1, comment.content, comment.content],
  );
  assert.ok(found.actions.includes('remove-comment') && !found.actions.includes('hide'));
  const decided = await decide(comment.id, 'remove-comment');
  assert.equal(decided.status, 200, decided.text);
  assert.deepEqual(await seen(comment), []);
  const [own] = await seen(comment, reader);
  assert.deepEqual([own.state, own.removal_reason], ['removed', 'It attacks the author.']);
  const approve = await request(`POST /comments/${comment.id}/approve`, { token: author.token, body: {} });
  assert.equal(approve.status, 403, 'the story’s author cannot bring it back');
  const { data } = await request('GET /accounts/decisions', { token: reader.token });
  const [decision] = data.decisions;
  assert.deepEqual(
    [decision.action, decision.comment, decision.is_in_force, decision.may_appeal],
    ['remove-comment', { id: comment.id, excerpt: comment.content }, true, true],
  );
  const appeal = await request(`POST /accounts/decisions/${decision.id}/appeal`, {
    token: reader.token,
    body: { words: 'It quotes the story.' },
  });
  assert.equal(appeal.status, 201, appeal.text);
  assert.equal((await decide(comment.id, 'restore-comment')).status, 403, 'not by the same moderator');
  assert.equal((await decide(comment.id, 'restore-comment', second)).status, 200);
  assert.equal((await seen(comment)).length, 1);
  assert.equal(await openCaseAbout(comment.id), undefined);
});

test('a guest reports a comment by its address', async () => {
  const comment = await say();
  const sent = await request('POST /reports', {
    body: {
      url: `${urls.comments(comment.story.slug, { thread: comment.id })}#comment-${comment.id}`,
      reason: 'This attacks the author.',
    },
  });
  assert.equal(sent.status, 201);
  assert.notEqual(await openCaseAbout(comment.id), undefined);
});

test('a moderator removes a comment in place: logged, with a mail to its writer, and lifted again', async () => {
  const comment = await say();
  for (const reason of ['It attacks the author.', 'Pressed twice.']) {
    const removed = await request(`POST /comments/${comment.id}/remove`, {
      token: moderator.token,
      body: { reason },
    });
    assert.equal(removed.status, 200, removed.text);
  }
  const entries = await db
    .selectFrom('moderation_entries')
    .select(['action', 'note', 'account_id'])
    .where('comment_id', '=', comment.id)
    .execute();
  assert.deepEqual(entries, [
    { action: 'remove-comment', note: 'It attacks the author.', account_id: reader.id },
  ]);
  const restored = await request(`POST /comments/${comment.id}/approve`, {
    token: moderator.token,
    body: {},
  });
  assert.deepEqual([restored.status, restored.data.state], [200, 'shown']);
});

test('a comment that its story’s author had removed stays removed when the staff lift their own removal', async () => {
  const change = async (verb: 'remove' | 'approve', id: number, by: { token: string }, reason = '') => {
    const answer = await request(`POST /comments/${id}/${verb}`, {
      token: by.token,
      body: verb === 'remove' ? { reason } : {},
    });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const byCase = async (id: number, action: string, by = moderator) =>
    assert.equal((await decide(id, action, by)).status, 200);
  const ways = {
    'in place': {
      remove: (id: number) => change('remove', id, moderator, 'It attacks the author.'),
      lift: async (id: number) => {
        const lifted = await change('approve', id, moderator);
        assert.deepEqual([lifted.data.state, lifted.message], ['removed', commentMessages.staysRemoved]);
      },
    },
    'by a case': {
      remove: async (id: number) => {
        await openByHand(id);
        await byCase(id, 'remove-comment');
      },
      lift: async (id: number) => {
        await openByHand(id, second);
        await byCase(id, 'restore-comment', second);
      },
    },
  };
  for (const [way, { remove, lift }] of Object.entries(ways)) {
    const comment = await say();
    await change('remove', comment.id, author, 'Not on my story.');
    await remove(comment.id);
    await lift(comment.id);
    assert.deepEqual(await seen(comment), [], way);
    const [own] = await seen(comment, reader);
    assert.deepEqual([own.state, own.removal_reason], ['removed', 'Not on my story.'], way);
    const mail = (await site.mailsTo('ben-reads@example.org')).at(-1);
    assert.match(mail?.text_part ?? '', /lifted our removal of your comment.*had removed it, too/s);
    await change('approve', comment.id, author);
    assert.equal((await seen(comment)).length, 1, 'the author can bring it back');
    await change('remove', comment.id, moderator, 'It attacks the author.');
    await change('approve', comment.id, moderator);
    assert.equal((await seen(comment)).length, 1, 'a removal that the author took back is forgotten');
  }
});

test('removing a reported comment in place settles its reports: a guest reads that it is removed', async () => {
  const comment = await say();
  assert.equal((await report(comment.id)).status, 201);
  const body = {
    url: `${urls.comments(comment.story.slug, { thread: comment.id })}#comment-${comment.id}`,
    ...{ reason: 'This attacks the author.', email: 'guest@example.org' },
  };
  assert.equal((await request('POST /reports', { body })).status, 201);
  const caseId = await openCaseAbout(comment.id);
  const removed = await request(`POST /comments/${comment.id}/remove`, {
    token: moderator.token,
    body: { reason: 'It attacks the author.' },
  });
  assert.equal(removed.status, 200, removed.text);
  assert.equal(await openCaseAbout(comment.id), undefined);
  const reports = await db
    .selectFrom('reports')
    .select(['decision', 'decided_by'])
    .where('comment_id', '=', comment.id)
    .execute();
  assert.deepEqual(reports, Array(2).fill({ decision: 'removed', decided_by: moderator.id }));
  const [mail, ...others] = await site.mailsTo('guest@example.org');
  assert.equal(others.length, 0);
  assert.match(mail?.text_part ?? '', /What you reported has been removed\./);
  const entry = await db
    .selectFrom('moderation_entries')
    .select(['action', 'source', 'case_id'])
    .where('comment_id', '=', comment.id)
    .executeTakeFirst();
  assert.deepEqual(entry, { action: 'remove-comment', source: 'notice', case_id: caseId });
});

test('a moderator whose own comment another moderator removed does not bring it back', async () => {
  const comment = await say(moderator);
  const change = (verb: 'remove' | 'approve', by: { token: string }) =>
    request(`POST /comments/${comment.id}/${verb}`, {
      token: by.token,
      body: verb === 'remove' ? { reason: 'It attacks the author.' } : {},
    });
  assert.equal((await change('remove', second)).status, 200);
  assert.equal((await change('approve', moderator)).status, 403);
  assert.deepEqual(await seen(comment), []);
  assert.equal((await change('approve', second)).status, 200);
  assert.equal((await seen(comment)).length, 1);
});

test('a moderator does not bring back an own comment that the author of the story removed or holds', async () => {
  const removed = await say(moderator);
  const approve = (id: number, by: { token: string }) =>
    request(`POST /comments/${id}/approve`, { token: by.token, body: {} });
  const byAuthor = await request(`POST /comments/${removed.id}/remove`, { token: author.token, body: {} });
  assert.equal(byAuthor.status, 200, byAuthor.text);
  assert.equal((await approve(removed.id, moderator)).status, 403);
  assert.deepEqual(await seen(removed), []);
  const held = await say(moderator);
  await db.updateTable('comments').set({ state: 'waiting' }).where('id', '=', held.id).execute();
  assert.equal((await approve(held.id, moderator)).status, 403);
  assert.deepEqual(await seen(held), []);
  assert.equal((await approve(held.id, author)).status, 200);
});

test('bringing an appealed comment back in place answers the appeal, for anyone but who removed it', async () => {
  const comment = await say();
  const removed = await request(`POST /comments/${comment.id}/remove`, {
    token: moderator.token,
    body: { reason: 'It attacks the author.' },
  });
  assert.equal(removed.status, 200);
  const own = async () => (await request('GET /accounts/decisions', { token: reader.token })).data.decisions;
  const [{ id }] = await own();
  const words = { words: 'It quotes the story.' };
  const sent = await request(`POST /accounts/decisions/${id}/appeal`, { token: reader.token, body: words });
  assert.equal(sent.status, 201, sent.text);
  const approve = (by: { token: string }) =>
    request(`POST /comments/${comment.id}/approve`, { token: by.token, body: {} });
  assert.equal((await approve(moderator)).status, 403);
  assert.deepEqual(await seen(comment), []);
  assert.equal((await approve(second)).status, 200);
  assert.equal(await openCaseAbout(comment.id), undefined);
  const [answer, appealed] = await own();
  assert.deepEqual(
    [answer.action, answer.answers, answer.by_same_moderator, appealed.appeal.is_answered],
    ['restore-comment', id, false, true],
  );
  const mail = (await site.mailsTo('ben-reads@example.org')).at(-1);
  assert.match(mail?.text_part ?? '', /has restored your comment/);
  assert.doesNotMatch(mail?.text_part ?? '', /The reason/i);
});

test('a comment that has lost its writer is removed and brought back with an entry in the log', async () => {
  const comment = await say();
  await db
    .updateTable('comments')
    .set({ account_id: null, author_id: null })
    .where('id', '=', comment.id)
    .execute();
  const change = async (verb: 'remove' | 'approve', reason?: string) => {
    const body = reason === undefined ? {} : { reason };
    const answer = await request(`POST /comments/${comment.id}/${verb}`, { token: moderator.token, body });
    assert.equal(answer.status, 200, answer.text);
  };
  await change('remove', 'It attacks the author.');
  await change('approve');
  const entries = await db
    .selectFrom('moderation_entries')
    .select(['id', 'action', 'account_id', 'note'])
    .where('comment_id', '=', comment.id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    entries.map(({ action, account_id, note }) => [action, account_id, note]),
    [
      ['remove-comment', null, 'It attacks the author.'],
      ['restore-comment', null, ''],
    ],
  );
  const [stated] = await findStatedDecisions(db, { entryIds: [entries[0]?.id ?? 0] });
  assert.ok(stated?.liftedAt);
});

test('a comment that its writer deletes is evidence, and its case is closed', async () => {
  const comment = await say();
  await report(comment.id);
  const caseId = await openCaseAbout(comment.id);
  assert.equal((await request(`DELETE /comments/${comment.id}`, { token: reader.token })).status, 200);
  const evidence = await db
    .selectFrom('evidence')
    .select(['kind', 'content'])
    .where('case_id', '=', caseId ?? 0)
    .execute();
  assert.deepEqual(evidence, [{ kind: 'comment', content: comment.content }]);
  assert.equal(await openCaseAbout(comment.id), undefined);
  assert.equal((await report(comment.id)).status, 404);
});

const versionsOf = (id: number, by?: { token: string }) =>
  request(`GET /comments/${id}/versions`, by === undefined ? {} : { token: by.token });

test('staff read what a comment said before, in the case and beside it, also once it is removed; nobody else does', async () => {
  const comment = await say();
  const changed = { content: 'She was kind.' };
  const edited = await request(`PUT /comments/${comment.id}`, { token: reader.token, body: changed });
  assert.equal(edited.status, 200, edited.text);
  const answer = await request(`POST /stories/${comment.story.id}/comments`, {
    token: another.token,
    body: { content: 'How do you know?', parent_id: comment.id },
  });
  await report(comment.id);
  const found = await caseOf(comment.id);
  assert.equal(found.comment.content, changed.content);
  assert.deepEqual(
    found.comment.versions.map(({ content }: { content: string }) => content),
    [comment.content],
  );
  assert.equal((await decide(comment.id, 'remove-comment')).status, 200);
  const { data } = await versionsOf(comment.id, moderator);
  assert.deepEqual([data.versions.length, data.versions[0].content], [1, comment.content]);
  for (const [person, status] of [
    [undefined, 401],
    [reader, 404],
    [author, 404],
    [another, 404],
  ] as const)
    assert.equal((await versionsOf(comment.id, person)).status, status);
  const opened = await openByHand(answer.data.id);
  const ofReply = await request(`GET /moderation/cases/${opened.data.id}`, { token: moderator.token });
  assert.deepEqual(
    ofReply.data.comment.parent,
    { author_username: reader.username, content: changed.content },
    'what a reply answers',
  );
  await request(`DELETE /comments/${comment.id}`, { token: reader.token });
  assert.equal((await versionsOf(comment.id, moderator)).status, 404);
  assert.deepEqual(
    await db.selectFrom('comment_versions').select('id').where('comment_id', '=', comment.id).execute(),
    [],
    'earlier texts go with the comment, though its place stays',
  );
});

const openByHand = (id: number | string, by: { token: string } = moderator) =>
  request('POST /moderation/cases', { token: by.token, body: { comment: String(id) } });

test('a moderator opens a case about a comment without a report; it is decided, appealed and logged', async () => {
  const comment = await say();
  const opened = await openByHand(comment.id);
  assert.equal(opened.status, 201, opened.text);
  assert.equal((await openByHand(comment.id, second)).data.id, opened.data.id, 'one case');
  const found = await caseOf(comment.id);
  assert.deepEqual(
    [found.id, found.subject, found.report_count, found.author_name, found.comment.story_slug],
    [opened.data.id, 'comment', 0, reader.username, comment.story.slug],
  );
  assert.equal((await decide(comment.id, 'remove-comment')).status, 200);
  assert.deepEqual(await seen(comment), []);
  const { data } = await request('GET /accounts/decisions', { token: reader.token });
  const appeal = await request(`POST /accounts/decisions/${data.decisions[0].id}/appeal`, {
    token: reader.token,
    body: { words: 'It quotes the story.' },
  });
  assert.equal(appeal.status, 201, appeal.text);
  assert.equal((await decide(comment.id, 'restore-comment', second)).status, 200);
  assert.equal((await seen(comment)).length, 1);
  const { data: log } = await request('GET /moderation/log', { token: second.token });
  assert.deepEqual(
    log.entries
      .slice(0, 3)
      .map((entry: { action: string; comment_excerpt: string }) => [entry.action, entry.comment_excerpt]),
    ['restore-comment', 'remove-comment', 'open'].map((action) => [action, comment.content]),
  );
});

test('a moderator opens no case about an own comment, a deleted one or none', async () => {
  const story = await newStory();
  const own = await request(`POST /stories/${story.id}/comments`, {
    token: moderator.token,
    body: { content: 'I keep the light.' },
  });
  assert.equal((await openByHand(own.data.id)).status, 403);
  assert.equal((await openByHand(own.data.id, second)).status, 201);
  assert.equal((await openByHand(own.data.id, reader)).status, 404);
  await request(`DELETE /comments/${own.data.id}`, { token: moderator.token });
  assert.equal((await openByHand(own.data.id, second)).status, 404);
  assert.equal((await openByHand('999999')).status, 404);
  const two = await request('POST /moderation/cases', {
    token: moderator.token,
    body: { comment: '1', story: story.slug },
  });
  assert.equal(two.status, 422);
});

test('a wave that a moderator removed before leaving is brought back by a colleague', async () => {
  const leaver = await signedIn(context, 'gus-leaves', { role: 'moderator' });
  const comment = await say();
  await db
    .updateTable('comments')
    .set({ state: 'waiting', held_for: 'flood' })
    .where('id', '=', comment.id)
    .execute();
  const swept = await request('POST /moderation/comment-sweeps', {
    token: leaver.token,
    body: { story_id: comment.story.id, held_for: 'flood', reason: 'Advertising.' },
  });
  assert.equal(swept.status, 200, swept.text);
  await db.deleteFrom('accounts').where('id', '=', leaver.id).execute();
  const { sweeps } = (await request('GET /moderation/comment-waves', { token: second.token })).data;
  assert.deepEqual([sweeps[0].id, sweeps[0].comment_count], [swept.data.id, 1]);
  const undone = await request(`DELETE /moderation/comment-sweeps/${swept.data.id}`, { token: second.token });
  assert.deepEqual([undone.status, undone.data.comment_count], [200, 1]);
});
