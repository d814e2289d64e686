import '../server-only.ts';
import { sql } from 'kysely';
import type { Services } from '../runtime/services.ts';
import type { AddToShared } from './request-limits.ts';

const LONGEST_MILLISECONDS = 2 * 60_000;

/**
 * Counts over all processes and machines, in the table of tries. Who is counted is not kept as it is, and what has run
 * out is taken away with the rest there.
 */
export function sharedCounts({ db, signer }: Pick<Services, 'db' | 'signer'>): AddToShared {
  const hidden = (key: string) => `requests ${signer.sign('limits', key).toString('base64url')}`;
  return async (news) => {
    // In one order, so that two processes never wait for each other in a ring.
    const rows = [...news]
      .map(([key, count]) => ({ key, hidden: hidden(key), ...count }))
      .sort((a, b) => (a.hidden < b.hidden ? -1 : 1));
    const now = Date.now();
    // What counts for longer than the clocks of two machines may differ was told before one of them was set back.
    const isCounting = sql`kept.expire > ${now} and kept.expire < ${now + LONGEST_MILLISECONDS}`;
    const { rows: totals } = await sql<{ key: string; points: number; expire: number }>`
      insert into throttle_counters as kept (key, points, expire)
      select * from unnest(${rows.map((row) => row.hidden)}::text[], ${rows.map((row) => row.points)}::integer[],
        ${rows.map((row) => row.until)}::bigint[])
      on conflict (key) do update set
        points = excluded.points + case when ${isCounting} then kept.points else 0 end,
        expire = case when ${isCounting} then kept.expire else excluded.expire end
      returning key, points, expire`.execute(db);
    const byHidden = new Map(totals.map((total) => [total.key, total]));
    return new Map(
      rows.flatMap((row) => {
        const total = byHidden.get(row.hidden);
        return total === undefined ? [] : [[row.key, { points: total.points, until: total.expire }] as const];
      }),
    );
  };
}
