import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { shippedLimits } from '#base/limits.ts';
import { createRequester } from '#tests/support/api-requester.ts';
import { type SignedInPerson, signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { wrongCounts } from '#tests/support/wrong-counts.ts';
import type { Wave } from '../contract/sweeps.ts';

const { context } = await testDatabase({ publishing: true, throttle: true });
const { db } = context;
const request = await createRequester(await testServer(context));
const author = await signedIn(context, 'una-writes');
const reader = await signedIn(context, 'rosa-reads');
const moderator = await signedIn(context, 'mod-reads', { role: 'moderator' });
await sql`update accounts set created_at = now() - interval '1 year'`.execute(db);

let count = 0;

async function write(): Promise<{ id: number }> {
  const { data } = await request('POST /stories', {
    token: author.token,
    body: { title: `Story ${++count}` },
  });
  const body = { title: 'One', content: '<p>The lamp was lit at eight.</p>' };
  await request(`POST /stories/${data.id}/chapters`, { token: author.token, body });
  return data;
}

async function newAccounts(name: string, total: number, age: string): Promise<SignedInPerson[]> {
  const people: SignedInPerson[] = [];
  for (let number = 1; number <= total; number++) people.push(await signedIn(context, `${name}-${number}`));
  await sql`update accounts set created_at = now() - ${age}::interval
    where username like ${`${name}-%`}`.execute(db);
  return people;
}

/** Words that differ from all others, in letters. */
const words = (number: number) =>
  `She waits ${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')} at the harbour.`;

const say = (story: { id: number }, content: string, by: SignedInPerson = reader) =>
  request(`POST /stories/${story.id}/comments`, { token: by.token, body: { content } });

async function stateOf(story: { id: number }, content: string, by: SignedInPerson = reader) {
  const sent = await say(story, content, by);
  assert.equal(sent.status, 201, sent.text);
  return sent.data.state as string;
}

const wavesOf = async (): Promise<Wave[]> =>
  (await request('GET /comments/waves', { token: author.token })).data.waves;

const totals = async (story: { id: number }) => {
  const { data } = await request(`GET /stories/${story.id}/comments`);
  return data.comment_count as number;
};

/** Sends all of these, some of them at the same time, and counts the answers. */
async function sendAll(texts: { story: { id: number }; content: string; by: SignedInPerson }[]) {
  const answers: Record<string, number> = {};
  const queue = texts.values();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const { story, content, by } of queue) {
        const sent = await say(story, content, by);
        const answer: string = sent.status === 201 ? sent.data.state : (sent.message ?? sent.text);
        answers[answer] = (answers[answer] ?? 0) + 1;
      }
    }),
  );
  return answers;
}

/** The rest of a wave, as the server has stored its beginning: ten thousand requests would take minutes. */
async function sendLater(total: number): Promise<void> {
  await sql`insert into comments (story_id, account_id, author_id, content, state, held_for)
    select story_id, account_id, author_id, content || ' ' || n, state, held_for
    from generate_series(1, 1000) as n, (select * from comments where held_for = 'flood' order by id limit 100) as held
    order by n limit ${total}`.execute(db);
}

describe('comments wait', () => {
  test('repeated by the same account or by others, in other capitals, signs and numbers', async () => {
    const [here, there] = [await write(), await write()];
    const [one, other] = await newAccounts('repeater', 2, '1 year');
    assert.ok(one !== undefined && other !== undefined);
    assert.equal(
      await stateOf(here, 'The best offers are found at the old mill by the river, number 17.', one),
      'shown',
    );
    assert.equal(
      await stateOf(here, 'THE BEST OFFERS are found at the óld mill by the river: number 18!', one),
      'waiting',
    );
    assert.equal(
      await stateOf(there, 'the best offers are found at the old mill by the river. Number 9', other),
      'waiting',
    );
    assert.equal(await stateOf(there, 'Thank you for this!', one), 'shown');
    assert.equal(await stateOf(here, 'Thank you for this!', other), 'shown');
  });

  test('with a link, from a new account, though others of theirs were approved', async () => {
    const story = await write();
    const [one, old] = [await signedIn(context, 'newcomer'), (await newAccounts('linker', 1, '1 year'))[0]];
    const first = await say(story, 'A first word', one);
    assert.equal(first.data.state, 'waiting');
    await request(`POST /comments/${first.data.id}/approve`, { token: author.token, body: {} });
    assert.equal(await stateOf(story, 'A second word', one), 'shown');
    for (const content of ['See https://a.test', 'Look at www.a.test', 'On my-site.com today'])
      assert.equal(await stateOf(story, content, one), 'waiting', content);
    assert.equal(await stateOf(story, 'Look at www.b.test', old), 'shown');
    const { data } = await request('GET /comments', { token: author.token });
    assert.equal(data.comments[0].held_for, 'link');
    const edited = await request(
      `PUT /comments/${(await db.selectFrom('comments').select('id').where('content', '=', 'A second word').executeTakeFirstOrThrow()).id}`,
      {
        token: one.token,
        body: { content: 'A second word: https://a.test' },
      },
    );
    assert.equal(edited.data.state, 'waiting', 'a link that is added later');
  });

  test('of accounts whose comments moderators have removed', async () => {
    const story = await write();
    const [one] = await newAccounts('censured', 1, '1 year');
    assert.ok(one !== undefined);
    const sent = await say(story, 'An insult', one);
    assert.equal(sent.data.state, 'shown');
    const removed = await request(`POST /comments/${sent.data.id}/remove`, {
      token: moderator.token,
      body: { reason: 'It insults the author.' },
    });
    assert.equal(removed.status, 200);
    assert.equal(await stateOf(story, 'Another word', one), 'waiting');
  });

  test('of a new account: after some an hour the next is refused, with the time to wait', async () => {
    const story = await write();
    const one = await signedIn(context, 'hasty');
    const most = shippedLimits.new_account_comments;
    const texts = Array.from({ length: most + 5 }, (_, number) => ({
      ...{ story, content: words(number), by: one },
    }));
    assert.deepEqual(await sendAll(texts), {
      waiting: most,
      [`You can send ${most} comments an hour. Please wait 60 minutes and try again.`]: 5,
    });
  });
});

const inboxOf = async (person: SignedInPerson) =>
  (await request('GET /inbox', { token: person.token })).data.groups as { kind: string; text: string }[];

const floodsAmong = (waves: Wave[]) => waves.filter((wave) => wave.held_for === 'flood');
const commentsIn = (waves: Wave[]) => waves.reduce((sum, wave) => sum + wave.comment_count, 0);

test('a flood of replies to the author is on the page of comments alone', async () => {
  const story = await write();
  const word = await say(story, 'A word by the author', author);
  const [one = reader] = await newAccounts('answering', 1, '1 year');
  const reply = (content: string) =>
    request(`POST /stories/${story.id}/comments`, {
      token: one.token,
      body: { content, parent_id: word.data.id },
    });
  for (let number = 1; number <= 20; number++) assert.equal((await reply(words(number))).data.state, 'shown');
  const before = await inboxOf(author);
  const held = await reply('And one more.');
  assert.equal(held.data.state, 'waiting');
  assert.deepEqual(await inboxOf(author), before);
  assert.equal(commentsIn(floodsAmong(await wavesOf())), 1);
  await request(`DELETE /comments/${held.data.id}`, { token: one.token });
});

test('comments on a chapter that was taken back are in no wave, until it is published again', async () => {
  const story = await write();
  const [one] = await newAccounts('withdrawn', 1, '1 year');
  assert.ok(one !== undefined);
  const { data } = await request(`GET /stories/${story.id}/chapters`);
  const [chapter] = data.chapters;
  const onChapter = (content: string) =>
    request(`POST /stories/${story.id}/comments`, {
      token: one.token,
      body: { content, chapter_id: chapter.id },
    });
  assert.equal((await onChapter('She waits at the weir.')).data.state, 'shown');
  await sql`update accounts set created_at = now() where id = ${one.id}`.execute(db);
  assert.equal((await onChapter('See https://a.test')).data.state, 'waiting');
  const onStory = await say(story, 'See https://b.test', one);
  assert.equal(onStory.data.state, 'waiting');
  const counts = async () => {
    const wave = (await wavesOf()).find(({ story_id }) => story_id === story.id);
    return [wave?.comment_count, wave?.shown_count];
  };
  const setState = (state: 'draft' | 'published') =>
    db.updateTable('chapters').set({ state }).where('id', '=', chapter.id).execute();
  assert.deepEqual(await counts(), [2, 1]);
  await setState('draft');
  assert.deepEqual(await counts(), [1, 0]);
  const swept = await request('POST /comments/sweeps', {
    token: author.token,
    body: { story_id: story.id, held_for: 'link' },
  });
  assert.equal(swept.data.comment_count, 1);
  await setState('published');
  assert.deepEqual(await counts(), [1, 1]);
  await request('POST /comments/sweeps', { token: author.token, body: { story_id: story.id } });
});

describe('a wave of 100 accounts and 10,000 comments', () => {
  test('is held, and removed in one action by the author, who can undo it', async () => {
    const stories = await Promise.all(Array.from({ length: 4 }, write));
    const [story] = stories;
    assert.ok(story !== undefined);
    const known = await say(story, 'A word from before the wave.');
    assert.equal(known.data.state, 'shown');
    await sql`update comments set created_at = now() - interval '8 days' where id = ${known.data.id}`.execute(
      db,
    );
    // Accounts of a year ago, for which nothing waits but the flood.
    const people = await newAccounts('wave', 100, '1 year');
    const texts = Array.from({ length: 500 }, (_, number) => ({
      story: stories[number % stories.length] ?? story,
      content: words(number),
      by: people[number % people.length] ?? reader,
    }));
    const answers = await sendAll(texts);
    assert.deepEqual(Object.keys(answers).sort(), ['shown', 'waiting']);
    const shownCount = answers.shown ?? 0;
    // Those that are under way at the same time do not see each other.
    assert.ok(shownCount <= 60 * stories.length + 8, `${shownCount} were shown`);
    const one = people.at(-1) ?? reader;
    assert.equal(await stateOf(story, words(500), one), 'waiting', 'the next by the wave’s accounts');
    assert.equal(await stateOf(story, 'A word against the storm.'), 'shown', 'one by a known reader');
    const shownBefore = await Promise.all(stories.map(totals));
    await sendLater(10_000 - 501);
    assert.deepEqual(await Promise.all(stories.map(totals)), shownBefore, 'readers see nothing of the rest');
    assert.equal(
      shownBefore.reduce((sum, total) => sum + total, 0),
      shownCount + 2,
    );
    const waitingCount = 10_000 - shownCount;
    const waves = floodsAmong(await wavesOf());
    assert.equal(commentsIn(waves), waitingCount, 'the author sees what waits, and why');
    const received = await request('GET /comments', { token: author.token });
    assert.deepEqual(
      [received.data.comments[0].held_for, received.data.waiting_count >= waitingCount],
      ['flood', true],
    );
    const { data: staff } = await request('GET /moderation/comment-waves', { token: moderator.token });
    assert.equal(commentsIn(floodsAmong(staff.waves)), waitingCount, 'and so do moderators');
    // The comments that appeared before the flood was noticed are told of as one line for each story.
    const told = await inboxOf(author);
    assert.ok(told.length < 20, `${told.length} lines in the inbox`);
    const swept = await request('POST /comments/sweeps', {
      token: author.token,
      body: { held_for: 'flood', reason: 'Advertising' },
    });
    assert.equal(swept.status, 200, swept.text);
    assert.equal(swept.data.comment_count, 10_000, 'with those of the same accounts that were shown first');
    assert.deepEqual(floodsAmong(await wavesOf()), []);
    assert.equal(await totals(story), 2, 'others’ comments stay');
    const mine = await request(`GET /stories/${story.id}/comments`, { token: people[0]?.token ?? '' });
    const removed = mine.data.comments.filter((comment: { is_mine: boolean }) => comment.is_mine);
    assert.equal(removed[0].removal_reason, 'Advertising');
    const { data } = await request('GET /comments/waves', { token: author.token });
    assert.equal(data.sweeps[0].comment_count, 10_000);
    assert.ok(
      !(await inboxOf(author)).some(({ kind }) => kind === 'sweep'),
      'nobody hears of their own doing',
    );
    const undone = await request(`DELETE /comments/sweeps/${swept.data.id}`, { token: author.token });
    assert.equal(undone.data.comment_count, 10_000);
    assert.equal(commentsIn(floodsAmong(await wavesOf())), waitingCount);
    assert.deepEqual(await Promise.all(stories.map(totals)), shownBefore);
    const again = await request(`DELETE /comments/sweeps/${swept.data.id}`, { token: author.token });
    assert.equal(again.status, 404);
  });

  test('is removed in one action by a moderator, with a reason and an entry in the log', async () => {
    const { data: before } = await request('GET /moderation/comment-waves', { token: moderator.token });
    assert.ok(before.waves.some((wave: Wave) => wave.held_for === 'flood' && wave.account_count > 1));
    const body = { held_for: 'flood', reason: '' };
    const unreasoned = await request('POST /moderation/comment-sweeps', { token: moderator.token, body });
    assert.deepEqual([unreasoned.status, Object.keys(unreasoned.error?.fields ?? {})], [422, ['reason']]);
    const swept = await request('POST /moderation/comment-sweeps', {
      token: moderator.token,
      body: { ...body, reason: 'A wave of advertising.' },
    });
    assert.deepEqual([swept.status, swept.data.comment_count], [200, 10_000]);
    const { data: log } = await request('GET /moderation/log', { token: moderator.token });
    assert.deepEqual(
      [log.entries[0].action, log.entries[0].note],
      ['sweep-comments', '10,000 comments. A wave of advertising.'],
    );
    const sweeps = (groups: { kind: string; text: string }[]) =>
      groups.flatMap(({ kind, text }) => (kind === 'sweep' ? [text] : []));
    assert.deepEqual(sweeps(await inboxOf(author)), [
      'Moderators removed a wave of comments on your stories',
    ]);
    const ofAuthor = await request(`DELETE /comments/sweeps/${swept.data.id}`, { token: author.token });
    assert.equal(ofAuthor.status, 404, 'the author cannot bring back what moderators removed');
    const undone = await request(`DELETE /moderation/comment-sweeps/${swept.data.id}`, {
      token: moderator.token,
    });
    assert.deepEqual([undone.status, undone.data.comment_count], [200, 10_000]);
    assert.deepEqual(sweeps(await inboxOf(author)), [], 'as if it had not been');
    const [wave] = floodsAmong((await request('GET /comments/waves', { token: author.token })).data.waves);
    assert.ok(wave !== undefined);
    for (const times of [1, 2]) {
      const ofOne = await request('POST /moderation/comment-sweeps', {
        token: moderator.token,
        body: { held_for: 'flood', story_id: wave.story_id, reason: 'A wave of advertising.' },
      });
      assert.deepEqual(
        sweeps(await inboxOf(author)),
        [`Moderators removed a wave of comments on “${wave.story_title}”`],
        `removed ${times} times`,
      );
      await request(`DELETE /moderation/comment-sweeps/${ofOne.data.id}`, { token: moderator.token });
    }
    assert.deepEqual(await wrongCounts(context), []);
  });

  test('of others’ stories is out of reach: the removal takes those on one’s own stories alone', async () => {
    const swept = await request('POST /comments/sweeps', { token: reader.token, body: {} });
    assert.equal(swept.status, 404);
    const restored = await request('DELETE /comments/sweeps/1', { token: reader.token });
    assert.equal(restored.status, 404);
  });
});
