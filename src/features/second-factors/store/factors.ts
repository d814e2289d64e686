import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

const STEP_SECONDS = 30;

/** The current step by the database's clock, because those of several machines differ. */
const currentStep = sql<number>`floor(extract(epoch from clock_timestamp()) / ${STEP_SECONDS})::integer`;

export async function totpOf(connection: Connection, accountId: number) {
  return connection
    .selectFrom('totp_secrets')
    .select(['sealed', 'confirmed_at', 'last_step'])
    .select(currentStep.as('step'))
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** The secrets that were confirmed last. */
export async function latestTotps(connection: Connection, limit: number) {
  return connection
    .selectFrom('totp_secrets')
    .select(['account_id', 'sealed'])
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at', 'desc')
    .limit(limit)
    .execute();
}

/** Stores a secret that is not confirmed yet, instead of an earlier one of that kind; false if one is confirmed. */
export async function storeTotp(connection: Connection, accountId: number, sealed: Buffer): Promise<boolean> {
  const row = await connection
    .insertInto('totp_secrets')
    .values({ account_id: accountId, sealed })
    .onConflict((on) =>
      on
        .column('account_id')
        .doUpdateSet({ sealed, created_at: sql<Date>`now()`, last_step: 0 })
        .where('totp_secrets.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up the code of a step; false if it or a later one was used before. */
export async function takeStep(connection: Connection, accountId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function markTotpConfirmed(connection: Connection, accountId: number): Promise<void> {
  await connection
    .updateTable('totp_secrets')
    .set({ confirmed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .execute();
}

/** Whether there was one to delete that is confirmed. */
export async function deleteTotp(connection: Connection, accountId: number): Promise<boolean> {
  const row = await connection
    .deleteFrom('totp_secrets')
    .where('account_id', '=', accountId)
    .returning('confirmed_at')
    .executeTakeFirst();
  return row?.confirmed_at != null;
}

/** Deletes factors that were added before the account's address was verified, or while it is not. */
export async function deleteFactorsBeforeVerification(
  connection: Connection,
  accountId: number,
): Promise<void> {
  await sql`delete from totp_secrets using credentials
    where totp_secrets.account_id = ${accountId} and credentials.account_id = ${accountId}
      and (email_verified_at is null or created_at < email_verified_at)`.execute(connection);
  await sql`delete from passkeys using credentials
    where passkeys.account_id = ${accountId} and credentials.account_id = ${accountId}
      and (email_verified_at is null or created_at < email_verified_at)`.execute(connection);
}

/** Deletes the app and the passkeys that were set up since then; returns which there were. */
export async function deleteFactorsSince(
  connection: Connection,
  accountId: number,
  since: Date,
): Promise<{ hadApp: boolean; hadPasskeys: boolean }> {
  const apps = await connection
    .deleteFrom('totp_secrets')
    .where('account_id', '=', accountId)
    .where(sql<Date>`greatest(created_at, confirmed_at)`, '>=', since)
    .returning('confirmed_at')
    .execute();
  const { numDeletedRows } = await connection
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return {
    hadApp: apps.some(({ confirmed_at }) => confirmed_at !== null),
    hadPasskeys: numDeletedRows > 0n,
  };
}

export async function deleteUnconfirmedTotp(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('totp_secrets')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

export async function factorCounts(
  connection: Connection,
  accountId: number,
): Promise<{ has_app: boolean; passkey_count: number; codes_left: number }> {
  const { rows } = await sql<{ has_app: boolean; passkey_count: number; codes_left: number }>`
    select
      exists (select from totp_secrets where account_id = ${accountId} and confirmed_at is not null) as has_app,
      (select count(*)::integer from passkeys where account_id = ${accountId}) as passkey_count,
      (select count(*)::integer from recovery_codes where account_id = ${accountId}) as codes_left`.execute(
    connection,
  );
  return rows[0] ?? { has_app: false, passkey_count: 0, codes_left: 0 };
}

export async function hasAnyFactor(connection: Connection, accountId: number): Promise<boolean> {
  const { has_app, passkey_count } = await factorCounts(connection, accountId);
  return has_app || passkey_count > 0;
}

/** Lets the changes of one account's factors run one after another. */
export async function lockFactors(transaction: OpenTransaction, accountId: number): Promise<void> {
  await transaction
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .execute();
}

export async function staffWithoutFactor(connection: Connection): Promise<number> {
  const { count } = await connection
    .selectFrom('accounts')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('role', '<>', 'user')
    .where(
      sql<boolean>`not exists (select from totp_secrets where account_id = accounts.id and confirmed_at is not null)
        and not exists (select from passkeys where account_id = accounts.id)`,
    )
    .executeTakeFirstOrThrow();
  return count;
}

export async function replaceRecoveryCodes(
  connection: Connection,
  accountId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await deleteRecoveryCodes(connection, accountId);
  await connection
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ hash, account_id: accountId })))
    .execute();
}

export async function deleteRecoveryCodes(connection: Connection, accountId: number): Promise<void> {
  await connection.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
}

/** Uses up a recovery code; false if there is no such code. */
export async function takeRecoveryCode(
  connection: Connection,
  accountId: number,
  hash: Buffer,
): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('recovery_codes')
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
