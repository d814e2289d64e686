import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { untilEqual } from './until-equal.ts';

/** Waits until this many statements of the test's database wait for a lock. */
export async function untilWaiting(connection: Connection, count = 1): Promise<void> {
  await untilEqual(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(connection);
    return rows.length;
  }, count);
}
