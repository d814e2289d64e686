import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { deleteAccountRow } from '#features/accounts/store/accounts.ts';
import { openDatabase } from '#platform/database/database.ts';
import {
  makeAccountOld,
  manyReaders,
  manyStories,
  recountedCounters,
  sequence,
  storedCounters,
} from '#tests/support/readers.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { fillExampleStories, people } from '#tests/world.ts';
import { VOTE_TYPES } from '../contract/votes.ts';
import { bookmark, unbookmark } from './bookmarks.ts';
import { rankPendingReactions } from './rankings.ts';
import { vote } from './votes.ts';

const { context, connectionString } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const app = await testServer(context);
const author = await signedIn(context, people.mira);
const [clean = 0, ...more] = await manyStories(context, author.id, 60);
const readers = await manyReaders(context, 200);

interface Headers {
  authorization?: string;
}

function cast(id: string | number, payload: unknown, headers: Headers) {
  return app.inject({
    method: 'POST',
    url: `/api/tracking/stories/${id}/vote`,
    payload: payload as object,
    headers: { ...headers },
  });
}

async function check(id: string | number, headers: Headers) {
  const answer = await app.inject({ url: `/api/tracking/stories/${id}/vote/check`, headers: { ...headers } });
  return answer.json().data.voteStatus;
}

async function ranking(id: number) {
  return db
    .selectFrom('stories')
    .select(['top', 'trending', 'upvote_count', 'downvote_count'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

async function assertExact() {
  const stored = (await storedCounters(context)).filter((counters) => counters.id >= clean);
  const counted = (await recountedCounters(context)).filter((counters) => counters.id >= clean);
  assert.deepEqual(stored, counted);
}

// Spec 1: Signed-in users vote, bookmark, report (not themselves), create stories, keep a profile
// Interface, Stories: A vote is one for each account and story, and answers voteStatus and both counts
test('a reader casts, changes and removes a vote', async () => {
  const reader = await signedIn(context, 'a-reader');
  assert.equal(await check(clean, reader.headers), 'none');
  const steps = [
    ['upvote', 1, 0],
    ['upvote', 1, 0],
    ['downvote', 0, 1],
    ['none', 0, 0],
    ['none', 0, 0],
    ['upvote', 1, 0],
  ] as const;
  for (const [vote_type, upvote_count, downvote_count] of steps) {
    const answer = await cast(clean, { vote_type }, reader.headers);
    assert.deepEqual(
      [answer.statusCode, answer.json().data],
      [200, { voteStatus: vote_type, upvote_count, downvote_count }],
    );
    assert.equal(await check(clean, reader.headers), vote_type);
  }
  const story = await app.inject(`/api/stories/${clean}`);
  assert.equal(story.json().data.upvote_count, 1);
  await cast(clean, { vote_type: 'none' }, reader.headers);
});

test('a vote can address a story by its current or a former slug', async () => {
  const reader = await signedIn(context, 'a-reader');
  const bySlug = await cast(stories.ferry.slug, { vote_type: 'downvote' }, reader.headers);
  assert.equal(bySlug.statusCode, 200);
  assert.equal(await check(stories.ferry.id, reader.headers), 'downvote');
  await db.insertInto('story_slugs').values({ slug: 'once', story_id: stories.ferry.id }).execute();
  const byOldSlug = await cast('once', { vote_type: 'upvote' }, reader.headers);
  assert.deepEqual(
    [byOldSlug.statusCode, byOldSlug.headers.location],
    [308, '/api/tracking/stories/the-ferry-at-dusk/vote'],
  );
});

test('votes without sign-in, on unknown stories or of unknown types are rejected', async () => {
  const { headers } = await signedIn(context, 'a-reader');
  const before = await ranking(clean);
  for (const none of [{}, { authorization: 'Bearer nobody' }, { authorization: 'x' }]) {
    assert.equal((await cast(clean, { vote_type: 'upvote' }, none)).statusCode, 401);
    const response = await app.inject({
      url: `/api/tracking/stories/${clean}/vote/check`,
      headers: { ...none },
    });
    assert.equal(response.statusCode, 401);
  }
  assert.equal((await cast(999_999, { vote_type: 'upvote' }, headers)).statusCode, 404);
  assert.equal((await cast('no-such-story', { vote_type: 'upvote' }, headers)).statusCode, 404);
  assert.equal((await cast('x'.repeat(300), { vote_type: 'upvote' }, headers)).statusCode, 422);
  for (const vote_type of ['up', '', 'UPVOTE', 1, null, true, ['upvote'], { $gt: '' }, 'upvote\0']) {
    const refused = await cast(clean, { vote_type }, headers);
    assert.ok([400, 422].includes(refused.statusCode), JSON.stringify(vote_type));
    if (refused.statusCode === 422) {
      assert.equal(refused.json().error.fields.vote_type, 'Vote type must be upvote, downvote or none');
    }
  }
  for (const payload of [{}, []]) {
    assert.ok([400, 422].includes((await cast(clean, payload, headers)).statusCode));
  }
  assert.deepEqual(await ranking(clean), before);
});

test('a caller cannot vote for others or set counts', async () => {
  const { headers, id } = await signedIn(context, 'a-reader');
  const payload = {
    vote_type: 'upvote',
    account_id: author.id,
    upvote_count: 500,
    value: 7,
    ranked_at: 'now',
  };
  const answer = await cast(more[0] ?? 0, payload, headers);
  assert.equal(answer.json().data.upvote_count, 1);
  const rows = await db
    .selectFrom('votes')
    .select(['account_id', 'value', 'ranked_at'])
    .where('story_id', '=', more[0] ?? 0)
    .execute();
  assert.deepEqual(rows, [{ account_id: id, value: 1, ranked_at: null }]);
  await cast(more[0] ?? 0, { vote_type: 'none' }, headers);
});

// Interface, Identity: A vote on one’s own story is stored and displayed, and never affects rankings
test('votes by the author, by new accounts and by unverified accounts do not move rankings', async () => {
  const story = more[1] ?? 0;
  await makeAccountOld(context, author.id);
  const unverified = await signedIn(context, 'unverified', { isVerified: false });
  await makeAccountOld(context, unverified.id);
  const fresh = await signedIn(context, 'fresh');
  for (const { caller } of [author, unverified, fresh]) {
    const cast = await vote(context, { id: String(story), vote_type: 'upvote' }, caller);
    assert.ok(cast.ok);
  }
  assert.deepEqual(await ranking(story), { top: 0, trending: null, upvote_count: 3, downvote_count: 0 });
  await rankPendingReactions(context);
  assert.equal((await ranking(story)).trending, null);

  const old = readers[0];
  assert.ok(old !== undefined);
  await vote(context, { id: String(story), vote_type: 'upvote' }, old);
  const moved = await ranking(story);
  assert.ok(Number(moved.top) > 0 && moved.trending !== null);
  await vote(context, { id: String(story), vote_type: 'none' }, old);
  assert.deepEqual(await ranking(story), { top: 0, trending: null, upvote_count: 3, downvote_count: 0 });
});

// Interface, Identity: Nothing reveals why one’s own vote does not count
test('nothing tells an author that the own vote does not count', async () => {
  const [own = 0, others = 0] = more.slice(56);
  const stranger = await signedIn(context, 'counts-fully');
  await makeAccountOld(context, stranger.id);
  const answers = [await cast(own, { vote_type: 'upvote' }, author.headers)];
  answers.push(await cast(others, { vote_type: 'upvote' }, stranger.headers));
  const [mine, theirs] = answers.map(({ statusCode, headers, body }) => ({
    ...{ statusCode, names: Object.keys(headers).sort(), body },
  }));
  assert.deepEqual(mine, theirs);
  assert.equal(await check(own, author.headers), await check(others, stranger.headers));
  const shown = async (id: number) => {
    const story = (await app.inject({ url: `/api/stories/${id}` })).json().data;
    return [Object.keys(story).sort(), story.upvote_count, story.downvote_count];
  };
  assert.deepEqual(await shown(own), await shown(others));
});

test('earlier votes move rankings, at their original time, once the account qualifies', async () => {
  const story = more[1] ?? 0;
  const { id: fresh } = await signedIn(context, 'fresh');
  const { id: unverified } = await signedIn(context, 'unverified', { isVerified: true });
  await sql`update votes set voted_at = voted_at - interval '6 days' where account_id = ${fresh}`.execute(db);
  await rankPendingReactions(context);
  const now = Date.now() / 1000 / 86_400 / 3;
  // A vote of just now still has nearly its whole weight of 1.
  assert.ok(Math.abs(2 ** (((await ranking(story)).trending ?? 0) - now) - 1) < 0.01);
  await makeAccountOld(context, fresh);
  await rankPendingReactions(context);
  // A vote of six days ago has a quarter of its weight left.
  assert.ok(Math.abs(2 ** (((await ranking(story)).trending ?? 0) - now) - 1.25) < 0.01);
  for (const id of [fresh, unverified]) {
    await sql`delete from votes where account_id = ${id} and story_id = ${story}`.execute(db);
  }
  assert.equal((await ranking(story)).trending, null);
});

// Interface, Stories: Counts are exact under any concurrency
test('a hundred concurrent votes of one reader count once', async () => {
  const story = more[2] ?? 0;
  const { headers } = await signedIn(context, 'a-reader');
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => cast(story, { vote_type: 'upvote' }, headers)),
  );
  for (const answer of answers) {
    assert.deepEqual(
      [answer.statusCode, answer.json().data],
      [200, { voteStatus: 'upvote', upvote_count: 1, downvote_count: 0 }],
    );
  }
  await assertExact();
});

test('an account that votes too fast is rate-limited', async () => {
  const story = more[5] ?? 0;
  const limited = await testServer(context, { rateLimits: true });
  const { headers } = await signedIn(context, 'in-a-hurry');
  const statuses: number[] = [];
  for (let press = 0; press < 65; press++) {
    const answer = await limited.inject({
      method: 'POST',
      url: `/api/tracking/stories/${story}/vote`,
      payload: { vote_type: press % 2 === 0 ? 'upvote' : 'none' },
      headers,
    });
    statuses.push(answer.statusCode);
  }
  assert.deepEqual(statuses.slice(0, 60), Array(60).fill(200));
  assert.deepEqual(statuses.slice(60), Array(5).fill(429));
});

// Interface, Stories: Counts are exact under any concurrency
test('counts stay exact while two hundred readers vote concurrently in two processes', async () => {
  const random = sequence(12);
  const second = openDatabase({ connectionString, log: context.log });
  try {
    const processes = [context, { ...context, db: second.db }];
    const hot = [more[3], more[4], more[5]];
    const votes = readers.map(async (reader, index) => {
      for (let turn = 0; turn < 50; turn++) {
        const vote_type = VOTE_TYPES[Math.floor(random() * 3)] ?? 'none';
        const current = processes[(index + turn) % 2] ?? context;
        const outcome = await vote(current, { id: String(hot[turn % 3]), vote_type }, reader);
        assert.ok(outcome.ok);
        assert.ok(outcome.data.upvote_count >= 0 && outcome.data.downvote_count >= 0);
        if (turn % 10 === 9) {
          const react = random() < 0.5 ? bookmark : unbookmark;
          assert.ok((await react(current, { id: String(hot[turn % 3]) }, reader)).ok);
        }
      }
    });
    await Promise.all(votes);
  } finally {
    await second.close();
  }
  await assertExact();
});

test('counters stay exact when accounts and stories are deleted during voting', async () => {
  const leaving = readers.slice(0, 20);
  const staying = readers.slice(20, 60);
  const shared = more.slice(6, 26);
  const [lost = 0] = shared;
  for (const reader of [...leaving, ...staying]) {
    await Promise.all(shared.map((id) => vote(context, { id: String(id), vote_type: 'upvote' }, reader)));
  }
  const deletions = leaving.map(({ account }) =>
    db.transaction().execute((transaction) => deleteAccountRow(transaction, account.id)),
  );
  const votes = staying.flatMap((reader) =>
    shared.map((id) => vote(context, { id: String(id), vote_type: 'downvote' }, reader)),
  );
  const late = leaving.map((reader) => vote(context, { id: String(lost), vote_type: 'downvote' }, reader));
  const gone = db.deleteFrom('stories').where('id', '=', lost).execute();
  const [outcomes] = await Promise.all([Promise.all([...votes, ...late]), Promise.all(deletions), gone]);
  for (const outcome of outcomes) assert.ok(outcome.ok || outcome.kind === 'not-found');
  await assertExact();
  const stored = (await storedCounters(context)).filter((counters) => shared.includes(counters.id));
  assert.equal(stored.length, 19);
  for (const { upvote_count, downvote_count } of stored)
    assert.deepEqual([upvote_count, downvote_count], [0, 40]);
});
