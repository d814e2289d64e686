import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

/** A device is forgotten this long after the last sign-in in it. */
export const KNOWN_DEVICE_DAYS = 180;
/** The most devices one account is known in: each has guesses of its own, so their number is bounded. */
export const MAX_KNOWN_DEVICES = 10;

export async function isDeviceKnown(
  connection: Connection,
  accountId: number,
  hash: Buffer,
): Promise<boolean> {
  const found = await connection
    .selectFrom('known_devices')
    .select('hash')
    .where('hash', '=', hash)
    .where('account_id', '=', accountId)
    .where('seen_at', '>', sql<Date>`now() - make_interval(days => ${KNOWN_DEVICE_DAYS})`)
    .executeTakeFirst();
  return found !== undefined;
}

/** Notes a sign-in; beyond the most the devices seen longest ago are forgotten. */
export async function noteDevice(connection: Connection, accountId: number, hash: Buffer): Promise<void> {
  await connection
    .insertInto('known_devices')
    .values({ hash, account_id: accountId })
    .onConflict((on) => on.column('hash').doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
  // Sign-ins at the same moment skip each other's rows: waiting for them, two could wait for each other.
  await sql`delete from known_devices where hash in (
    select hash from known_devices where account_id = ${accountId}
    order by seen_at desc offset ${MAX_KNOWN_DEVICES} for update skip locked)`.execute(connection);
}

/** Forgets all devices of an account but the one that is kept, if any. */
export async function deleteDevices(
  connection: Connection,
  accountId: number,
  keptHash?: Buffer,
): Promise<void> {
  await connection
    .deleteFrom('known_devices')
    .where('account_id', '=', accountId)
    .$if(keptHash !== undefined, (query) => query.where('hash', '!=', keptHash ?? Buffer.alloc(0)))
    .execute();
}

export async function deleteOldDevices(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('known_devices')
    .where('seen_at', '<=', sql<Date>`now() - make_interval(days => ${KNOWN_DEVICE_DAYS})`)
    .execute();
}
