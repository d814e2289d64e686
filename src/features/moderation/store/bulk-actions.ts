import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { BulkAction, DoneBulkAction } from '../contract/bulk.ts';

export interface BulkRow {
  target: number;
  report_ids: number[];
  was_by_hand: boolean;
}

/** Adds to the transaction of an action what undoing needs. */
export type Remember = (transaction: OpenTransaction, row?: Partial<BulkRow>) => Promise<void>;
/** Takes a row for undoing it, in the transaction of that; false if it is undone already. */
export type Take = (transaction: OpenTransaction) => Promise<BulkRow | undefined>;

export async function insertBulkAction(
  connection: Connection,
  bulk: { actor_id: number; action: BulkAction; note: string },
): Promise<number> {
  const { id } = await connection
    .insertInto('bulk_actions')
    .values(bulk)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertBulkRow(
  connection: Connection,
  row: { bulk_id: number; target: number } & Partial<BulkRow>,
): Promise<void> {
  await connection.insertInto('bulk_action_rows').values(row).execute();
}

/** Forgets the actions that nobody can undo any more. */
export async function deleteOldBulkActions(connection: Connection, hours: number): Promise<void> {
  await sql`delete from bulk_actions where created_at < now() - make_interval(hours => ${hours})`.execute(
    connection,
  );
}

export async function deleteBulkAction(connection: Connection, id: number): Promise<void> {
  await connection.deleteFrom('bulk_actions').where('id', '=', id).execute();
}

/** The actions that can be undone, and how many of their rows are left. */
export async function undoableActions(
  connection: Connection,
  hours: number,
): Promise<(Omit<DoneBulkAction, 'done_at'> & { done_at: Date })[]> {
  const { rows } = await sql<Omit<DoneBulkAction, 'done_at'> & { done_at: Date }>`
    select bulk_actions.id, action, note, accounts.username as actor_name, bulk_actions.created_at as done_at,
      count(*)::integer as row_count
    from bulk_actions left join accounts on accounts.id = actor_id
      join bulk_action_rows on bulk_id = bulk_actions.id and undone_at is null
    where bulk_actions.created_at > now() - make_interval(hours => ${hours})
    group by bulk_actions.id, accounts.username order by bulk_actions.id desc limit 50`.execute(connection);
  return rows;
}

export async function undoableAction(
  connection: Connection,
  id: number,
  hours: number,
): Promise<{ action: BulkAction; targets: number[] } | undefined> {
  const { rows } = await sql<{ action: BulkAction; targets: number[] }>`
    select action, array_agg(target order by target) as targets
    from bulk_actions join bulk_action_rows on bulk_id = bulk_actions.id and undone_at is null
    where bulk_actions.id = ${id} and created_at > now() - make_interval(hours => ${hours})
    group by bulk_actions.id`.execute(connection);
  return rows[0];
}

/** Marks a row as undone, and returns what it needs for that; undefined if somebody was faster. */
export async function takeBulkRow(
  connection: Connection,
  bulkId: number,
  target: number,
): Promise<BulkRow | undefined> {
  return connection
    .updateTable('bulk_action_rows')
    .set({ undone_at: sql<Date>`now()` })
    .where('bulk_id', '=', bulkId)
    .where('target', '=', target)
    .where('undone_at', 'is', null)
    .returning(['target', 'report_ids', 'was_by_hand'])
    .executeTakeFirst();
}
