import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from './support/test-database.ts';

const { services } = await testDatabase();
const { db } = services;

const HALF_LIFE_DAYS = 3;
const START = Date.UTC(2026, 8, 1);
const DAY = 86_400_000;

/** Numbers that look random and are the same in every run (Park and Miller, CACM 31, 1988). */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

interface Event {
  weight: number;
  at: number;
}

/** The formula itself: what is left at a moment of every event's weight. */
function fadedSum(events: Event[], now: number): number {
  return events.reduce((sum, { weight, at }) => sum + weight * 2 ** (-(now - at) / DAY / HALF_LIFE_DAYS), 0);
}

/** What the database makes of events: their exact sum, and its logarithm. */
async function withEvents(events: Event[], takenBack: Event[] = []): Promise<number> {
  const all = [
    ...events.map((event) => ({ ...event, side: 1 })),
    ...takenBack.map((event) => ({ ...event, side: -1 })),
  ];
  const { rows } = await sql<{ value: number | null }>`
    select trending_of(coalesce(sum(side * heat_of(weight, happened_at)), 0)) as value
    from unnest(${all.map((event) => event.weight)}::numeric[],
      ${all.map((event) => new Date(event.at))}::timestamptz[], ${all.map((event) => event.side)}::integer[])
      as event (weight, happened_at, side)`.execute(db);
  return rows[0]?.value ?? Number.NEGATIVE_INFINITY;
}

const order = (values: number[]) =>
  values.map((_, index) => index).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));

test('stories stand in the order of their faded events, at any later moment, without being touched again', async () => {
  const random = sequence(2026);
  const stories = Array.from({ length: 12 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 15) }, () => ({
      weight: [0.1, 0.5, 1, 2][Math.floor(random() * 4)] ?? 1,
      at: START + random() * 7 * DAY,
    })),
  );
  const kept = await Promise.all(stories.map((events) => withEvents(events)));
  for (const now of [START + 7 * DAY, START + 8 * DAY, START + 40 * DAY]) {
    const direct = stories.map((events) => fadedSum(events, now));
    assert.deepEqual(order(kept), order(direct));
    for (const [index, value] of kept.entries()) {
      const now_ = 2 ** (value - now / DAY / HALF_LIFE_DAYS);
      assert.ok(Math.abs(now_ / (direct[index] ?? 0) - 1) < 1e-6);
    }
  }
});

test('events that come in another order, or decades apart, add up the same', async () => {
  const events = [
    { weight: 1, at: START },
    { weight: 3, at: START + 5 * DAY },
    { weight: 2, at: START + 2 * DAY },
  ];
  assert.equal(await withEvents(events), await withEvents([...events].reverse()));
  const later = START + 15_000 * DAY;
  assert.equal(
    await withEvents([...events, { weight: 1, at: later }]),
    await withEvents([{ weight: 1, at: later }]),
  );
});

test('what is taken back leaves nothing behind, however much came in between', async () => {
  const random = sequence(7);
  const kept = [{ weight: 0.1, at: START }];
  const takenBack = Array.from({ length: 500 }, () => ({ weight: 2, at: START + random() * 4000 * DAY }));
  assert.equal(await withEvents([...kept, ...takenBack], [...takenBack].reverse()), await withEvents(kept));
  assert.equal(await withEvents(takenBack, takenBack), Number.NEGATIVE_INFINITY);
});

test('an event from before the site began counts as one at its beginning', async () => {
  const first = Date.UTC(2026, 0, 1);
  assert.equal(
    await withEvents([{ weight: 1, at: first - 900 * DAY }]),
    await withEvents([{ weight: 1, at: first }]),
  );
});

test('the sum over stories is the sum of what is left of each', async () => {
  const parts = await Promise.all([0, 1, 2].map((day) => withEvents([{ weight: 4, at: START + day * DAY }])));
  const { rows } = await sql<{
    total: number;
  }>`select trending_sum(value) as total from unnest(${parts}::float8[]) as value`.execute(db);
  const direct = parts.reduce((sum, part) => sum + 2 ** (part - (parts[0] ?? 0)), 0);
  assert.ok(Math.abs(2 ** ((rows[0]?.total ?? 0) - (parts[0] ?? 0)) / direct - 1) < 1e-9);
});

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
  assert.ok((await bound(0, 10)) >= 0);
  assert.ok((await bound(2_000_000_000, 1)) < 1);
});

test('every list of stories is read from an index, page by page', async () => {
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
    // An empty table is read whole whatever indexes it has; without that choice the plan shows whether one fits.
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
