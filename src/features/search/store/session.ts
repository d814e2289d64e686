import { sql } from 'kysely';
import type { Connection, Database } from '#platform/database/database.ts';

/** Looks through the indexes, and through nothing but the indexes. */
export function inSearchTransaction<Result>(
  db: Database,
  look: (connection: Connection) => Promise<Result>,
  accessMode: 'read only' | 'read write' = 'read only',
): Promise<Result> {
  return db
    .transaction()
    .setAccessMode(accessMode)
    .execute(async (transaction) => {
      // The planner takes comparing words for cheap, but each comparison unpacks a whole chapter: without the first
      // setting it reads the table for a common word. It also takes looking up a few thousand rows for dearer than
      // reading all there are, which the second corrects. Without the third, two swapped letters in a short word
      // leave too little in common.
      await sql`
        select set_config('enable_seqscan', 'off', true), set_config('random_page_cost', '1.1', true),
          set_config('pg_trgm.similarity_threshold', '0.2', true)`.execute(transaction);
      return look(transaction);
    });
}
