import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { ACTIVITY_DAYS, type ActivityKind } from './contract.ts';

export interface NewEvent {
  kind: ActivityKind;
  count?: number;
  device?: string | null;
  network?: string | null;
}

export async function insertEvent(connection: Connection, accountId: number, event: NewEvent): Promise<void> {
  await connection
    .insertInto('account_activity')
    .values({ account_id: accountId, ...event })
    .execute();
}

/**
 * Counts a failed sign-in in the row of its day. An unknown account costs the same statement, and the commit does not
 * wait for the disk, so that the time of the answer does not tell whether there is such an account.
 */
export async function countFailedSignIn(connection: Connection, accountId: number): Promise<void> {
  await sql`insert into account_activity as log (account_id, kind)
    select id, 'sign-in-failed' from accounts, set_config('synchronous_commit', 'off', true) as commits
    where id = ${accountId} and commits = 'off'
    on conflict (account_id, ((happened_at at time zone 'UTC')::date)) where kind = 'sign-in-failed'
    do update set count = log.count + 1, happened_at = excluded.happened_at`.execute(connection);
}

export async function eventsOf(connection: Connection, accountId: number, limit?: number) {
  return connection
    .selectFrom('account_activity')
    .select(['kind', 'happened_at', 'count', 'device', 'network'])
    .where('account_id', '=', accountId)
    .where('happened_at', '>', sql<Date>`now() - make_interval(days => ${ACTIVITY_DAYS})`)
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
}

export async function deleteOldEvents(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('account_activity')
    .where('happened_at', '<=', sql<Date>`now() - make_interval(days => ${ACTIVITY_DAYS})`)
    .execute();
}
