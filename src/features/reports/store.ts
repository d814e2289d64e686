import { sql } from 'kysely';
import type { Connection } from '#platform/database.ts';

export async function isAccount(connection: Connection, accountId: number): Promise<boolean> {
  const row = await connection
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

export interface Report {
  reporterId: number;
  reason: string;
  target: { story_id: number } | { author_id: number };
}

/**
 * Stores a report, or the new text of the one that its reporter has open on the same target. False when the target
 * or the reporter is gone by now.
 */
export async function storeReport(
  connection: Connection,
  { reporterId, reason, target }: Report,
): Promise<boolean> {
  const isOnStory = 'story_id' in target;
  const column = sql.ref(isOnStory ? 'story_id' : 'author_id');
  const table = sql.table(isOnStory ? 'stories' : 'accounts');
  const targetId = isOnStory ? target.story_id : target.author_id;
  return connection.transaction().execute(async (transaction) => {
    // Before the foreign keys are checked: neither must go in between.
    await sql`select from accounts where id = ${reporterId} for key share`.execute(transaction);
    await sql`select from ${table} where id = ${targetId} for key share`.execute(transaction);
    const { numAffectedRows } = await sql`
      insert into reports (reporter_id, ${column}, reason)
      select accounts.id, target.id, ${reason} from accounts, ${table} as target
      where accounts.id = ${reporterId} and target.id = ${targetId}
      on conflict (reporter_id, ${column}) where decided_at is null and ${column} is not null
        do update set reason = excluded.reason, updated_at = now()`.execute(transaction);
    return Number(numAffectedRows ?? 0) > 0;
  });
}
