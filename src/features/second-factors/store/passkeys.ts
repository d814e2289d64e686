import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { hashOfToken } from '#platform/security/token.ts';

export async function passkeysOf(connection: Connection, accountId: number) {
  return connection
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'name', 'transports', 'created_at', 'used_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
}

export interface UnnamedPasskey {
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
}

/** Stores a passkey; undefined if it is on an account already. */
export async function insertPasskey(
  connection: Connection,
  accountId: number,
  passkey: UnnamedPasskey & { name: string },
) {
  return connection
    .insertInto('passkeys')
    .values({ account_id: accountId, ...passkey })
    .onConflict((on) => on.column('credential_id').doNothing())
    .returning(['id', 'name', 'created_at', 'used_at'])
    .executeTakeFirst();
}

export async function ownerOfPasskey(
  connection: Connection,
  credentialId: string,
): Promise<number | undefined> {
  const row = await connection
    .selectFrom('passkeys')
    .select('account_id')
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
  return row?.account_id;
}

/** A passkey by the id that a browser sends, locked, so that its counter is compared and moved on at once. */
export async function lockPasskey(transaction: OpenTransaction, credentialId: string) {
  return transaction
    .selectFrom('passkeys')
    .select(['id', 'account_id', 'credential_id', 'public_key', 'counter', 'transports'])
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst();
}

export async function markPasskeyUsed(connection: Connection, id: number, counter: number): Promise<void> {
  await connection
    .updateTable('passkeys')
    .set({ counter, used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function updatePasskeyName(
  connection: Connection,
  { accountId, id, name }: { accountId: number; id: number; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('passkeys')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function hasPasskey(connection: Connection, accountId: number, id: number): Promise<boolean> {
  return (await passkeysOf(connection, accountId)).some((passkey) => passkey.id === id);
}

/** Whether the account has one passkey, and neither a password nor Google. */
export async function isLastWayIn(connection: Connection, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    select from credentials where account_id = ${accountId} and password_hash is null
      and not exists (select from google_identities where account_id = ${accountId})
      and (select count(*) from passkeys where account_id = ${accountId}) = 1`.execute(connection);
  return rows.length > 0;
}

export async function deletePasskey(connection: Connection, accountId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes all passkeys of an account; returns whether there were any. */
export async function deletePasskeys(connection: Connection, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('passkeys')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function insertChallenge(
  connection: Connection,
  { challenge, accountId, minutes }: { challenge: string; accountId: number | null; minutes: number },
): Promise<void> {
  await connection
    .insertInto('passkey_challenges')
    .values({
      hash: hashOfToken(challenge),
      account_id: accountId,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
}

/** Uses up a challenge; false if none of this account, or for anybody, is open. */
export async function takeChallenge(
  connection: Connection,
  challenge: string,
  accountId: number | null,
): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('passkey_challenges')
    .where('hash', '=', hashOfToken(challenge))
    .where(sql<boolean>`account_id is not distinct from ${accountId}::bigint`)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteExpiredChallenges(connection: Connection): Promise<void> {
  await connection.deleteFrom('passkey_challenges').where('expires_at', '<=', sql<Date>`now()`).execute();
}
