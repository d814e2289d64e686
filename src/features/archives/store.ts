import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

/** The target of an old address. Nothing is set once the target is deleted. */
export interface OldAddress {
  address: string;
  story_id: number | null;
  chapter_id: number | null;
  series_id: number | null;
  pen_name_id: number | null;
}

export async function oldAddress(connection: Connection, address: string): Promise<OldAddress | undefined> {
  return connection.selectFrom('old_addresses').selectAll().where('address', '=', address).executeTakeFirst();
}

/** Stores addresses of one target. One that another target has keeps leading there. */
export async function insertOldAddresses(
  connection: Connection,
  addresses: readonly string[],
  target: Partial<Omit<OldAddress, 'address'>>,
): Promise<void> {
  if (addresses.length === 0) return;
  await connection
    .insertInto('old_addresses')
    .values(addresses.map((address) => ({ address, ...target })))
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Makes two runs of an import take turns at each story. */
export async function lockArchives(transaction: OpenTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('archives', 3))`.execute(transaction);
}

export interface OldTarget {
  story_id: number | null;
  chapter_id: number | null;
  series_id: number | null;
  username: string | null;
}

/** The target of the first of these addresses that is known: a readable chapter, a story, a series or a public author. */
export async function findTarget(
  connection: Connection,
  candidates: readonly string[],
): Promise<OldTarget | undefined> {
  const { rows } = await sql<OldTarget>`
    select old_addresses.story_id, chapters.id as chapter_id, old_addresses.series_id, pen_names.username
    from old_addresses
    left join chapters on chapters.id = old_addresses.chapter_id and chapter_is_readable(chapters)
    left join pen_names on pen_names.id = old_addresses.pen_name_id
      and not exists (select from accounts where accounts.id = pen_names.account_id and accounts.withheld_at is not null)
    where address = any (${candidates}::text[])
    order by array_position(${candidates}::text[], address) limit 1`.execute(connection);
  return rows[0];
}
