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

async function withEvents(events: Event[]): Promise<number> {
  let trending: number | null = null;
  for (const { weight, at } of events) {
    const { rows } = await sql<{ value: number }>`
      select trending_with_event(${trending}::float8, ${weight}::float8, ${new Date(at)}::timestamptz) as value`.execute(
      db,
    );
    trending = rows[0]?.value ?? null;
  }
  return trending ?? Number.NEGATIVE_INFINITY;
}

test('stories stand in the order of their faded events, at any later moment, without being touched again', async () => {
  const random = sequence(2026);
  const stories = Array.from({ length: 12 }, () =>
    Array.from({ length: 1 + Math.floor(random() * 15) }, () => ({
      weight: [1, 2, 5][Math.floor(random() * 3)] ?? 1,
      at: START + random() * 7 * DAY,
    })),
  );
  const kept = await Promise.all(stories.map(withEvents));
  for (const now of [START + 7 * DAY, START + 8 * DAY, START + 40 * DAY]) {
    const direct = stories.map((events) => fadedSum(events, now));
    const order = (values: number[]) =>
      values.map((_, index) => index).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
    assert.deepEqual(order(kept), order(direct));
    for (const [index, value] of kept.entries()) {
      const now_ = 2 ** (value - now / DAY / HALF_LIFE_DAYS);
      assert.ok(Math.abs(now_ / (direct[index] ?? 0) - 1) < 1e-6);
    }
  }
});

test('events that come in another order, or years apart, add up the same', async () => {
  const events = [
    { weight: 1, at: START },
    { weight: 3, at: START + 5 * DAY },
    { weight: 2, at: START + 2 * DAY },
  ];
  const forwards = await withEvents(events);
  assert.ok(Math.abs(forwards - (await withEvents([...events].reverse()))) < 1e-9);
  const later = START + 4000 * DAY;
  assert.equal(
    await withEvents([...events, { weight: 1, at: later }]),
    await withEvents([{ weight: 1, at: later }]),
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
    'select id from stories where published_at is not null order by top desc, upvote_count desc, id desc limit 18',
    'select id from stories where published_at is not null order by published_at desc, id desc limit 18',
    'select id from stories where published_at is not null and featured_at is not null order by featured_at desc, id desc limit 18',
    'select story_id from story_tags where tag_id = 1 and published_at is not null order by trending desc nulls last, story_id desc limit 18',
    'select story_id from story_tags where tag_id = 1 and published_at is not null order by top desc, upvote_count desc, story_id desc limit 18',
    'select story_id from story_tags where tag_id = 1 and published_at is not null order by published_at desc, story_id desc limit 18',
    'select id from tags where story_count > 0 order by name, id limit 100',
    'select id from tags where story_count > 0 order by trending desc nulls last, id limit 100',
    'select id from tags where story_count > 0 order by story_count desc, name, id limit 100',
    'select account_id from author_stats where story_count > 0 order by trending desc nulls last, account_id limit 18',
    'select account_id from author_stats where story_count > 0 order by top desc, total_upvotes desc, account_id limit 18',
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
