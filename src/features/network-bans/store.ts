import { sql } from 'kysely';
import type { BanScope } from '#base/ban-scopes.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

export interface BanRow {
  id: number;
  range: string;
  scope: BanScope;
  reason: string;
  created_at: Date;
  expires_at: Date;
}

const columns = sql.raw('id, range::text as range, scope, reason, created_at, expires_at');

/** The bans that have not ended, latest first. */
export async function currentBans(connection: Connection): Promise<BanRow[]> {
  const { rows } = await sql<BanRow>`
    select ${columns} from network_bans where expires_at > now() order by id desc`.execute(connection);
  return rows;
}

/** Stores a ban; undefined where the same range is banned from the same already. */
export async function insertBan(
  transaction: OpenTransaction,
  { range, scope, reason, days }: { range: string; scope: BanScope; reason: string; days: number },
): Promise<BanRow | undefined> {
  // Two admins who ban the same network at once are one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('network bans', 0))`.execute(transaction);
  const { rows } = await sql<BanRow>`
    insert into network_bans (range, scope, reason, expires_at)
    select ${range}::cidr, ${scope}, ${reason}, now() + make_interval(days => ${days})
    where not exists (
      select from network_bans where range = ${range}::cidr and scope = ${scope} and expires_at > now())
    returning ${columns}`.execute(transaction);
  return rows[0];
}

export async function deleteBan(connection: Connection, id: number): Promise<{ scope: string } | undefined> {
  return connection
    .deleteFrom('network_bans')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('scope')
    .executeTakeFirst();
}

/** Ended bans are of no further use, and their ranges may belong to somebody else by now. */
export async function deleteEndedBans(connection: Connection): Promise<void> {
  await sql`delete from network_bans where expires_at < now()`.execute(connection);
}
