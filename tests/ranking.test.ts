import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { manyReaders, manyStories, sequence } from './support/readers.ts';
import { signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';

const { context } = await testDatabase();
const { db } = context;

const HALF_LIFE_DAYS = 3;
const START = Date.UTC(2026, 8, 1);
const DAY = 86_400_000;

interface Event {
  weight: number;
  at: number;
}

/** The formula itself: the sum of every event's weight after its decay until now. */
function fadedSum(events: Event[], now: number): number {
  return events.reduce((sum, { weight, at }) => sum + weight * 2 ** (-(now - at) / DAY / HALF_LIFE_DAYS), 0);
}

/** The trending score of these events. */
async function scoreOf(events: Event[]): Promise<number> {
  const { rows } = await sql<{ score: number }>`
    select trending_sum(trending_of(weight, happened_at)) as score
    from unnest(${events.map((event) => event.weight)}::float8[],
      ${events.map((event) => new Date(event.at))}::timestamptz[]) as event (weight, happened_at)`.execute(
    db,
  );
  return rows[0]?.score ?? Number.NaN;
}

async function scoreWithout(total: number, part: number): Promise<number | null> {
  const { rows } = await sql<{ score: number | null }>`
    select trending_less(${total}::float8, ${part}::float8) as score`.execute(db);
  return rows[0]?.score ?? null;
}

const order = (values: number[]) =>
  values.map((_, index) => index).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));

// Interface, Ranking: Trending has a half-life of 3 days
// Interface, Ranking: No job recomputes old rows for the order to be right
test('the order by faded weights is the same at any later moment without updates', async () => {
  const random = sequence(2026);
  const stories = Array.from({ length: 12 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 15) }, () => ({
      weight: [0.1, 0.5, 1, 2][Math.floor(random() * 4)] ?? 1,
      at: START + Math.floor(random() * 7 * DAY),
    })),
  );
  const stored = await Promise.all(stories.map(scoreOf));
  for (const now of [START + 7 * DAY, START + 8 * DAY, START + 40 * DAY]) {
    const direct = stories.map((events) => fadedSum(events, now));
    assert.deepEqual(order(stored), order(direct));
    for (const [index, value] of stored.entries()) {
      const now_ = 2 ** (value - now / DAY / HALF_LIFE_DAYS);
      assert.ok(Math.abs(now_ / (direct[index] ?? 0) - 1) < 1e-9);
    }
  }
});

test('the score does not depend on the order of events, even decades apart', async () => {
  const events = [
    { weight: 1, at: START },
    { weight: 3, at: START + 5 * DAY },
    { weight: 2, at: START + 2 * DAY },
  ];
  const difference = (await scoreOf(events)) - (await scoreOf([...events].reverse()));
  assert.ok(Math.abs(difference) < 1e-9);
  const later = START + 15_000 * DAY;
  assert.equal(
    await scoreOf([...events, { weight: 1, at: later }]),
    await scoreOf([{ weight: 1, at: later }]),
  );
});

test('a weight is subtracted from a score, unless the rest is within the rounding error', async () => {
  const random = sequence(7);
  for (let round = 0; round < 50; round++) {
    const events = Array.from({ length: 3 }, () => ({
      weight: 1,
      at: START + Math.floor(random() * 40 * DAY),
    }));
    const [part, ...rest] = events as [Event, Event, Event];
    const left = fadedSum(rest, START) / fadedSum(events, START);
    const score = await scoreWithout(await scoreOf(events), await scoreOf([part]));
    if (left < 1 / 16) assert.equal(score, null);
    else assert.ok(Math.abs(2 ** ((score ?? 0) - (await scoreOf(rest))) - 1) < 1e-9);
  }
  const single = await scoreOf([{ weight: 1, at: START }]);
  assert.equal(await scoreWithout(single, single), null);
  assert.equal(await scoreWithout(single, single + 1), null);
});

test('withdrawn votes leave the weight of the other votes and views', async () => {
  const author = await signedIn(context, 'an-author');
  const [story = 0] = await manyStories(context, author.id, 1);
  const readers = await manyReaders(context, 20);
  const ids = readers.map(({ account }) => account.id);
  const old = { weight: 1, at: START };
  const trending = async () => {
    const row = await db.selectFrom('stories').select('trending').where('id', '=', story).executeTakeFirst();
    return row?.trending ?? null;
  };
  const cast = (accountIds: number[], at: number) =>
    db
      .insertInto('votes')
      .values(
        accountIds.map((account_id) => ({
          account_id,
          story_id: story,
          value: 1,
          voted_at: new Date(at),
          ranked_at: new Date(),
        })),
      )
      .execute();
  const takeBack = (accountIds: number[]) =>
    db.deleteFrom('votes').where('story_id', '=', story).where('account_id', 'in', accountIds).execute();
  await db
    .updateTable('stories')
    .set({ trending: await scoreOf([old]), anonymous_trending: await scoreOf([old]) })
    .where('id', '=', story)
    .execute();
  await cast(ids.slice(0, 10), START + 2 * DAY);
  const before = await trending();
  // The later the vote, the fewer digits of the sum would remain in a double.
  for (const days of [3, 30, 300, 3000]) {
    await cast(ids.slice(10, 11), START + days * DAY);
    assert.ok(((await trending()) ?? 0) > (before ?? 0));
    await takeBack(ids.slice(10, 11));
    assert.ok(Math.abs(((await trending()) ?? 0) - (before ?? 0)) < 1e-9, `after ${days} days`);
  }
  await takeBack(ids);
  assert.equal(await trending(), await scoreOf([old]));
  await db.updateTable('stories').set({ anonymous_trending: null, trending: null }).execute();
  await cast(ids, START);
  await takeBack(ids);
  assert.equal(await trending(), null);
});

// Interface, Ranking: The trending of an author and a tag is the sum over their listed stories
test('the sum over stories is the sum of their faded weights', async () => {
  const parts = await Promise.all([0, 1, 2].map((day) => scoreOf([{ weight: 4, at: START + day * DAY }])));
  const { rows } = await sql<{
    total: number;
  }>`select trending_sum(value) as total from unnest(${parts}::float8[]) as value`.execute(db);
  const direct = parts.reduce((sum, part) => sum + 2 ** (part - (parts[0] ?? 0)), 0);
  assert.ok(Math.abs(2 ** ((rows[0]?.total ?? 0) - (parts[0] ?? 0)) / direct - 1) < 1e-9);
});

// Interface, Ranking: Top is the lower bound of the Wilson interval
test('a few votes count for less than many of the same share (Wilson)', async () => {
  const bound = async (up: number, down: number) => {
    const { rows } = await sql<{
      value: number;
    }>`select wilson_lower_bound(${up}::integer, ${down}::integer) as value`.execute(db);
    return rows[0]?.value ?? -1;
  };
  assert.equal(await bound(0, 0), 0);
  assert.ok((await bound(1, 0)) < (await bound(100, 1)));
  assert.ok((await bound(5, 5)) < (await bound(50, 50)));
  assert.ok(Math.abs((await bound(8, 2)) - 0.4902) < 0.001);
  for (const down of [1, 2, 3, 7, 10, 1_000]) assert.equal(await bound(0, down), 0, `${down} downvotes`);
  assert.ok((await bound(2_000_000_000, 1)) < 1);
});

// Interface, Ranking: At equal bounds, more upvotes come first
test('every page of a story list is read from an index', async () => {
  const lists = [
    'select id from stories where published_at is not null order by trending desc nulls last, id desc limit 18',
    'select id from stories where published_at is not null order by top desc, ranked_upvote_count desc, id desc limit 18',
    'select id from stories where published_at is not null order by published_at desc, id desc limit 18',
    'select id from stories where published_at is not null and featured_at is not null order by featured_at desc, id desc limit 18',
    'select story_id from story_tags where tag_id = 1 and published_at is not null order by trending desc nulls last, story_id desc limit 18',
    'select story_id from story_tags where tag_id = 1 and published_at is not null order by top desc, ranked_upvote_count desc, story_id desc limit 18',
    'select story_id from story_tags where tag_id = 1 and published_at is not null order by published_at desc, story_id desc limit 18',
    'select id from tags where story_count > 0 order by name, id limit 100',
    'select id from tags where story_count > 0 order by trending desc nulls last, id limit 100',
    'select id from tags where story_count > 0 order by story_count desc, name, id limit 100',
    'select account_id from author_stats where story_count > 0 order by trending desc nulls last, account_id limit 18',
    'select account_id from author_stats where story_count > 0 order by top desc, ranked_upvotes desc, account_id limit 18',
  ];
  await db.transaction().execute(async (transaction) => {
    // The planner scans an empty table whatever indexes it has; without that choice the plan shows whether an
    // index fits.
    for (const choice of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort']) {
      await sql.raw(`set local enable_${choice} = off`).execute(transaction);
    }
    for (const list of lists) {
      const { rows } = await sql.raw<{ 'QUERY PLAN': string }>(`explain ${list}`).execute(transaction);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      assert.match(plan, /Index/, list);
      assert.doesNotMatch(plan, /Sort/, list);
    }
  });
});
