import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/database.ts';

/** A transaction in which statements read by indexes only. */
export function inSearchTransaction<Result>(
  db: Database,
  work: (connection: Connection) => Promise<Result>,
  accessMode: 'read only' | 'read write' = 'read only',
): Promise<Result> {
  return db
    .transaction()
    .setAccessMode(accessMode)
    .execute(async (transaction) => {
      // enable_seqscan: the planner underestimates text matching, which unpacks a whole chapter for each comparison,
      // and would scan the table for a common word. random_page_cost: it overestimates looking up a few thousand rows.
      // similarity_threshold: short words with two swapped letters share few trigrams.
      await sql`
        select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true),
          set_config('pg_trgm.similarity_threshold', '0.2', true)`.execute(transaction);
      return work(transaction);
    });
}
