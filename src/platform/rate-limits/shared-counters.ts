import '../server-only.ts';
import type { TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import type { Signer } from '../security/secret.ts';

/** The value of a counter, and when it resets. */
interface Count {
  points: number;
  milliseconds: number;
}

interface CounterChange {
  /** Stored as a keyed hash, so that names and networks can't be read from the table. */
  key: string;
  points: number;
  /** The period of a new counter. */
  milliseconds: number;
}

/** Counters that all processes and machines share, by the clock of the database. */
export interface SharedCounters {
  /**
   * Adds to counters of one name and returns them by key, in one statement. A counter with more than
   * `longestMilliseconds` left was started before the database's clock was set back, and resets.
   */
  add(name: string, changes: readonly CounterChange[], maxMilliseconds?: number): Promise<Map<string, Count>>;
  points(name: string, key: string): Promise<number>;
  reset(names: readonly string[], key: string): Promise<void>;
}

const now = sql<number>`(extract(epoch from now()) * 1000)::bigint`;

export function createSharedCounters({ db, signer }: { db: Database; signer: Signer }): SharedCounters {
  const hashedKey = (name: string, key: string) =>
    `${name}:${signer.sign('throttle', key).toString('base64url')}`;
  return {
    async add(name, changes, maxMilliseconds) {
      // Sorted, so that concurrent statements lock rows in the same order.
      const rows = changes
        .map((change) => ({ ...change, row: hashedKey(name, change.key) }))
        .sort((a, b) => (a.row < b.row ? -1 : 1));
      const maxPeriod = maxMilliseconds ?? 2 * Math.max(...rows.map(({ milliseconds }) => milliseconds));
      const isCurrent = sql`kept.expire > ${now} and kept.expire <= ${now} + ${maxPeriod}::bigint`;
      const result = await sql<Count & { row: string }>`
        insert into throttle_counters as kept (key, points, expire)
        select change.key, change.points, ${now} + change.milliseconds
        from unnest(${rows.map(({ row }) => row)}::text[], ${rows.map(({ points }) => points)}::integer[],
          ${rows.map(({ milliseconds }) => Math.ceil(milliseconds))}::bigint[]) as change (key, points, milliseconds)
        on conflict (key) do update set
          points = excluded.points + case when ${isCurrent} then kept.points else 0 end,
          expire = case when ${isCurrent} then kept.expire else excluded.expire end
        returning key as row, points, (expire - ${now})::integer as milliseconds`.execute(db);
      const keys = new Map(rows.map(({ row, key }) => [row, key]));
      return new Map(result.rows.map(({ row, ...count }) => [keys.get(row) ?? '', count]));
    },
    async points(name, key) {
      const counter = await db
        .selectFrom('throttle_counters')
        .select('points')
        .where('key', '=', hashedKey(name, key))
        .where('expire', '>', now)
        .executeTakeFirst();
      return counter?.points ?? 0;
    },
    async reset(names, key) {
      const rows = names.map((name) => hashedKey(name, key));
      await db.deleteFrom('throttle_counters').where('key', 'in', rows).execute();
    },
  };
}

/**
 * Deletes counters an hour after their period, when no statement adds to them any more that the deletion could block.
 */
export function sharedCounterJobs({ db }: { db: Database }): TaskList {
  return {
    'forget-counters': async () => {
      const hour = 3_600_000;
      await db.deleteFrom('throttle_counters').where('expire', '<', sql<number>`${now} - ${hour}`).execute();
    },
  };
}

export const sharedCountersCrontab = '*/10 * * * * forget-counters';
