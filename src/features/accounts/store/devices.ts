import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

/** A device is forgotten this long after its last sign-in. */
export const KNOWN_DEVICE_DAYS = 180;
/** The maximum number of known devices per account. Each device has its own guesses, so the number must be bounded. */
export const MAX_KNOWN_DEVICES = 10;

export async function isDeviceKnown(
  connection: Connection,
  accountId: number,
  hash: Buffer,
): Promise<boolean> {
  const row = await connection
    .selectFrom('known_devices')
    .select('hash')
    .where('hash', '=', hash)
    .where('account_id', '=', accountId)
    .where('seen_at', '>', sql<Date>`now() - make_interval(days => ${KNOWN_DEVICE_DAYS})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a sign-in; beyond the maximum, the least recently seen devices are deleted. */
export async function recordDevice(connection: Connection, accountId: number, hash: Buffer): Promise<void> {
  await connection
    .insertInto('known_devices')
    .values({ hash, account_id: accountId })
    .onConflict((on) => on.column('hash').doUpdateSet({ seen_at: sql<Date>`now()` }))
    .execute();
  // Concurrent sign-ins skip each other's locked rows, because waiting for them could deadlock.
  await sql`delete from known_devices where hash in (
    select hash from known_devices where account_id = ${accountId}
    order by seen_at desc offset ${MAX_KNOWN_DEVICES} for update skip locked)`.execute(connection);
}

/** Deletes all devices of an account except the given one. */
export async function deleteDevices(
  connection: Connection,
  accountId: number,
  exceptHash?: Buffer,
): Promise<void> {
  await connection
    .deleteFrom('known_devices')
    .where('account_id', '=', accountId)
    .$if(exceptHash !== undefined, (query) => query.where('hash', '!=', exceptHash ?? Buffer.alloc(0)))
    .execute();
}

export async function deleteOldDevices(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('known_devices')
    .where('seen_at', '<=', sql<Date>`now() - make_interval(days => ${KNOWN_DEVICE_DAYS})`)
    .execute();
}
