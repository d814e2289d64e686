import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

/** Notes that a check was passed; false if it was before. */
export async function insertPassedCheck(connection: Connection, id: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await connection
    .insertInto('age_checks')
    .values({ id })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Whether a check was passed and waits for its browser. */
export async function isPassedCheck(connection: Connection, id: Buffer): Promise<boolean> {
  const row = await connection
    .selectFrom('age_checks')
    .select('id')
    .where('id', '=', id)
    .where('taken_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Hands a passed check over, once. */
export async function takePassedCheck(connection: Connection, id: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('age_checks')
    .set({ taken_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('taken_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes checks that have ended, also by a clock that is five minutes behind: nobody can answer them again. */
export async function deleteOldChecks(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('age_checks')
    .where('passed_at', '<', sql<Date>`now() - interval '15 minutes'`)
    .execute();
}
