import '../server-only.ts';
import { sql } from 'kysely';
import { clockTime } from '../database/clock.ts';
import type { Connection } from '../database/database.ts';

/** After this time an address is tried again, because a mailbox may be back without anybody asking. */
const REMEMBERED_DAYS = 90;

const keyOf = (address: string) => sql<string>`lower(${address})`;

export async function rememberRefusal(connection: Connection, address: string): Promise<void> {
  await connection
    .insertInto('refused_addresses')
    .values({ address_key: keyOf(address), refused_at: clockTime })
    .onConflict((on) => on.column('address_key').doUpdateSet({ refused_at: clockTime }))
    .execute();
}

export async function forgetRefusal(connection: Connection, address: string): Promise<void> {
  await connection.deleteFrom('refused_addresses').where('address_key', '=', keyOf(address)).execute();
}

/** When a mail server last refused an address; undefined: it has not, or has taken a mail since. */
export async function refusalOf(connection: Connection, address: string): Promise<Date | undefined> {
  const row = await connection
    .selectFrom('refused_addresses')
    .select('refused_at')
    .where('address_key', '=', keyOf(address))
    .executeTakeFirst();
  return row?.refused_at;
}

export async function forgetOldRefusals(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('refused_addresses')
    .where('refused_at', '<', sql<Date>`clock_timestamp() - make_interval(days => ${REMEMBERED_DAYS})`)
    .execute();
}
