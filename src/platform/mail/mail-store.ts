import '../server-only.ts';
import { type Insertable, sql } from 'kysely';
import type { Connection } from '../database.ts';
import type { OutboxMailsTable } from '../tables.ts';
import { MAILS_A_DAY } from './mail-caps.ts';

/** Lets the mails to one address be planned one after the other, until the transaction ends. */
export async function holdAddress(transaction: Connection, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('outbox ' || lower(${address}), 0))`.execute(
    transaction,
  );
}

/** The database's time and the latest turns of an address, latest first. */
export async function turnsOf(
  connection: Connection,
  address: string,
): Promise<{ now: Date; turns: Date[] }> {
  const { rows } = await sql<{ now: Date; turns: Date[] }>`select clock_timestamp() as now, array(
    select send_at from outbox_mails where address_key = lower(${address}) and dropped_at is null
    order by send_at desc limit ${sql.lit(MAILS_A_DAY)}) as turns`.execute(connection);
  return rows[0] ?? { now: new Date(), turns: [] };
}

export async function addMail(connection: Connection, mail: Insertable<OutboxMailsTable>): Promise<number> {
  const { id } = await connection
    .insertInto('outbox_mails')
    .values(mail)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
