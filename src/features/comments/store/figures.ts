import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { HoldReason } from '../contract/sweeps.ts';

/** The comments that readers find, from the totals of stories and chapters. */
export async function countShown(connection: Connection): Promise<number> {
  const { total } = await connection
    .selectFrom('comment_totals')
    .select(sql<number>`coalesce(sum(comment_count), 0)::float8`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** The waiting comments by reason, along their index. */
export async function countWaiting(
  connection: Connection,
): Promise<{ held_for: HoldReason | null; total: number; age: number }[]> {
  return connection
    .selectFrom('comments')
    .select(['held_for', sql<number>`count(*)::integer`.as('total')])
    .select(sql<number>`greatest(0, extract(epoch from now() - min(created_at)))::float8`.as('age'))
    .where('state', '=', 'waiting')
    .where('withheld_at', 'is', null)
    .groupBy('held_for')
    .execute();
}

/** The removed comments, among those that readers do not find. */
export async function countRemoved(connection: Connection): Promise<number> {
  const { total } = await connection
    .selectFrom('comments')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('is_shown', '=', false)
    .where('state', '<>', 'deleted')
    .where('state', '=', 'removed')
    .executeTakeFirstOrThrow();
  return total;
}
