import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { moderatedSite } from '#tests/support/moderated-site.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';

const { context } = await testDatabase();
const { db } = context;
const site = await moderatedSite(context);
const { author, reader, moderator, second, call, caseOf, decide, hiddenStory, newStory } = site;

async function decisionsOf(person: typeof author, query = '') {
  return (await call(person, 'GET', `/accounts/decisions${query}`)).body.data.decisions;
}

/** The token in the last mail to the author. */
async function mailedToken(address = 'ada-writes@example.org'): Promise<string> {
  const mail = (await site.mailsTo(address)).at(-1);
  const token = /appeal\?token=([\w.-]+)/.exec(mail?.text_part ?? '')?.[1];
  assert.ok(token, mail?.text_part ?? 'no mail');
  return token;
}

describe('an author whose story was hidden', () => {
  test('reads by whom and why, by role and not by name', async () => {
    const story = await hiddenStory();
    const [decision] = await decisionsOf(author, `?story_id=${story.id}`);
    assert.deepEqual(
      {
        action: decision.action,
        decided_by: decision.decided_by,
        rule: decision.rule,
        passage: decision.passage,
        is_in_force: decision.is_in_force,
        may_appeal: decision.may_appeal,
      },
      {
        action: 'hide',
        decided_by: 'moderator',
        rule: 'tags',
        passage: 'The lamp was lit',
        is_in_force: true,
        may_appeal: true,
      },
    );
    assert.ok(!JSON.stringify(decision).includes(moderator.username));
    assert.deepEqual(await decisionsOf(reader), []);
  });

  test('appeals, once; whoever decided can’t answer, another moderator restores, and the author is told', async () => {
    const story = await hiddenStory();
    const [{ id }] = await decisionsOf(author, `?story_id=${story.id}`);
    const path = `/accounts/decisions/${id}/appeal`;
    assert.equal((await call(reader, 'POST', path, { words: 'Not mine' })).status, 404);
    assert.equal((await call(undefined, 'POST', path, { words: 'Nobody' })).status, 401);
    const blank = await call(author, 'POST', path, { words: ' \n ' });
    assert.deepEqual([blank.status, Object.keys(blank.body.error.fields)], [422, ['words']]);
    const words = 'I have put the tags right since.';
    const sent = await call(author, 'POST', path, { words });
    assert.deepEqual([sent.status, sent.body.data.appeal.words], [201, words]);
    assert.equal((await call(author, 'POST', path, { words })).status, 409);

    const caseDetails = await caseOf(story);
    assert.deepEqual(
      [caseDetails.appeal_count, caseDetails.closed_at, caseDetails.appeals[0].words],
      [1, null, words],
    );
    // The moderator who made the decision can't take the actions that would answer the appeal.
    assert.deepEqual(caseDetails.actions, ['suspend']);
    for (const action of ['uphold', 'restore', 'remove']) {
      const own = await decide(moderator, caseDetails, { action });
      assert.deepEqual([own.status, own.body.error.code], [403, 'not_yours']);
    }
    const seen = await caseOf(story, second);
    assert.deepEqual(seen.actions, ['remove', 'restore', 'suspend', 'uphold']);
    const restored = await decide(second, seen, { action: 'restore', note: 'The tags are right now.' });
    assert.equal(restored.status, 200);
    assert.notEqual(restored.body.data.closed_at, null);
    assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 200);
    const mail = (await site.mailsTo('ada-writes@example.org')).at(-1)?.text_part ?? '';
    assert.ok(mail.includes('has restored your story') && mail.includes('The tags are right now.'), mail);
    const [answer, appealed] = await decisionsOf(author, `?story_id=${story.id}`);
    assert.deepEqual([answer.action, answer.answers], ['restore', id]);
    assert.deepEqual([appealed.is_in_force, appealed.appeal.is_answered], [false, true]);
  });

  test('a rejected appeal is answered with a reason, and is final', async () => {
    const story = await hiddenStory();
    const token = await mailedToken();
    const sent = await call(undefined, 'POST', `/appeals/${token}`, { words: 'The tags are fine.' });
    assert.equal(sent.status, 201);
    const upheld = await decide(second, await caseOf(story, second), {
      action: 'uphold',
      note: 'They still promise a gothic tale.',
    });
    assert.equal(upheld.status, 200);
    assert.equal((await call(undefined, 'GET', `/stories/${story.id}`)).status, 404);
    const mail = (await site.mailsTo('ada-writes@example.org')).at(-1);
    assert.equal(mail?.subject, 'About your appeal');
    assert.match(mail?.text_part ?? '', /Another moderator has read your appeal/);
    const linked = await call(undefined, 'GET', `/appeals/${token}`);
    assert.deepEqual(
      [linked.body.data.is_in_force, linked.body.data.may_appeal, linked.body.data.appeal.is_answered],
      [true, false, true],
    );
    assert.equal((await call(undefined, 'POST', `/appeals/${token}`, { words: 'Again' })).status, 409);
  });

  test('may get a milder decision, against which there is no second appeal', async () => {
    const story = await newStory();
    await site.report(story, 'The tags promise a gothic tale');
    await decide(moderator, await caseOf(story), { action: 'remove' });
    const token = await mailedToken();
    await call(undefined, 'POST', `/appeals/${token}`, { words: 'Removing is too much.' });
    const milder = await decide(second, await caseOf(story, second), { action: 'hide' });
    assert.equal(milder.status, 200);
    const [now] = await decisionsOf(author, `?story_id=${story.id}`);
    assert.deepEqual([now.action, now.is_in_force, now.may_appeal], ['hide', true, false]);
    const refused = await call(author, 'POST', `/accounts/decisions/${now.id}/appeal`, { words: 'Again' });
    assert.equal(refused.status, 422);
  });

  test('can’t appeal after 180 days, nor against what was lifted', async () => {
    const story = await hiddenStory();
    const [{ id }] = await decisionsOf(author, `?story_id=${story.id}`);
    await db.transaction().execute(async (transaction) => {
      // The test disables the trigger to backdate the entry: the log itself can't be changed.
      await sql`alter table moderation_entries disable trigger moderation_entries_stay`.execute(transaction);
      await sql`update moderation_entries set happened_at = now() - interval '181 days' where id = ${id}`.execute(
        transaction,
      );
      await sql`alter table moderation_entries enable always trigger moderation_entries_stay`.execute(
        transaction,
      );
    });
    const late = await call(author, 'POST', `/accounts/decisions/${id}/appeal`, { words: 'Too late' });
    assert.deepEqual([late.status, late.body.message.includes('180 days')], [422, true]);
    assert.equal((await decisionsOf(author, `?story_id=${story.id}`))[0].may_appeal, false);
    const other = await hiddenStory();
    const [lifted] = await decisionsOf(author, `?story_id=${other.id}`);
    await decide(second, await caseOf(other, second), { action: 'restore' });
    const refused = await call(author, 'POST', `/accounts/decisions/${lifted.id}/appeal`, { words: 'Now' });
    assert.equal(refused.status, 422);
  });

  test('still changes and exports it, and a new chapter does not list it', async () => {
    const story = await hiddenStory();
    const added = await call(author, 'POST', `/stories/${story.id}/chapters`, {
      title: 'Two',
      content: '<p>And at nine.</p>',
    });
    assert.equal(added.status, 201);
    const edited = await call(author, 'PUT', `/stories/${story.id}`, {
      title: 'Harbour Lights, Amended',
      slug: `amended-${story.id}`,
      tags: ['amended'],
    });
    assert.equal(edited.status, 200);
    assert.equal((await call(undefined, 'GET', `/stories/amended-${story.id}`)).status, 404);
    const { body } = await call(undefined, 'GET', '/frontpage?sort=new&limit=100');
    assert.ok(!body.data.stories.some((one: { id: number }) => one.id === story.id));
    assert.equal((await call(undefined, 'GET', '/search/tags?query=amended')).body.data.tags.length, 0);
    await decide(second, await caseOf(story, second), { action: 'restore' });
    assert.equal((await call(undefined, 'GET', `/stories/amended-${story.id}`)).status, 200);
    const tags = await call(undefined, 'GET', '/search/tags?query=amended');
    assert.equal(tags.body.data.tags[0].story_count, 1);
  });
});

test('somebody who is suspended appeals by the mailed link, or signed in', async () => {
  const person = await signedIn(context, 'ivy-writes');
  const open = await call(moderator, 'POST', '/moderation/cases', { username: 'ivy-writes' });
  const path = `/moderation/cases/${open.body.data.id}`;
  await decide(moderator, (await call(moderator, 'GET', path)).body.data, {
    action: 'suspend',
    rule: 'harassment',
  });
  const token = await mailedToken('ivy-writes@example.org');
  const linked = await call(undefined, 'GET', `/appeals/${token}`);
  assert.deepEqual(
    [linked.body.data.action, linked.body.data.story, linked.body.data.may_appeal],
    ['suspend', null, true],
  );
  const back = await signedIn(context, 'ivy-writes');
  const [{ id }] = await decisionsOf(back);
  const sent = await call(back, 'POST', `/accounts/decisions/${id}/appeal`, { words: 'It was not me.' });
  assert.equal(sent.status, 201);
  // The appeal has its own case, about the author.
  const { body } = await call(second, 'GET', '/moderation/cases?limit=100');
  const results = body.data.cases.find((one: { author_name: string }) => one.author_name === person.username);
  const detail = (await call(second, 'GET', `/moderation/cases/${results.id}`)).body.data;
  assert.deepEqual(detail.actions, ['reinstate', 'uphold']);
  assert.equal((await decide(second, detail, { action: 'reinstate' })).status, 200);
  const [answer] = await decisionsOf(back);
  assert.deepEqual([answer.action, answer.answers], ['reinstate', id]);
  assert.equal((await call(back, 'POST', '/stories', { title: 'Back Again' })).status, 201);
});

test('a link that is not ours, or was cut on its way, leads nowhere', async () => {
  await hiddenStory();
  const token = await mailedToken();
  const [id, proof = ''] = token.split('.');
  const tampered = [
    token.slice(0, -1),
    `${Number(id) - 1}.${proof}`,
    `0${token}`,
    `${id}.${'A'.repeat(proof.length)}`,
    'nonsense',
    '1',
  ];
  for (const one of tampered) {
    const { status, body } = await call(undefined, 'GET', `/appeals/${encodeURIComponent(one)}`);
    assert.deepEqual([status, body.error.code], [400, 'gone'], one);
    assert.equal((await call(undefined, 'POST', `/appeals/${one}`, { words: 'Let me in' })).status, 400);
  }
});
