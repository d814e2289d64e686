import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

export interface Credentials {
  accountId: number;
  username: string;
  email: string | null;
  isVerified: boolean;
  passwordHash: string | null;
}

const credentialsQuery = (connection: Connection) =>
  connection
    .selectFrom('credentials')
    .innerJoin('accounts', 'accounts.id', 'credentials.account_id')
    .select([
      'accounts.id as accountId',
      'accounts.username',
      'credentials.email',
      'credentials.password_hash as passwordHash',
    ])
    .select(sql<boolean>`credentials.email_verified_at is not null`.as('isVerified'));

export async function insertCredentials(
  connection: Connection,
  credentials: { accountId: number; email: string | null; passwordHash: string | null },
): Promise<void> {
  await connection
    .insertInto('credentials')
    .values({
      account_id: credentials.accountId,
      email: credentials.email,
      password_hash: credentials.passwordHash,
    })
    .execute();
}

export async function credentialsOf(
  connection: Connection,
  accountId: number,
): Promise<Credentials | undefined> {
  return credentialsQuery(connection).where('credentials.account_id', '=', accountId).executeTakeFirst();
}

/** Finds credentials by what people type to sign in: a username, or a verified address. */
export async function credentialsByLogin(
  connection: Connection,
  login: string,
): Promise<Credentials | undefined> {
  const key = login.toLowerCase();
  const query = credentialsQuery(connection);
  return key.includes('@')
    ? query
        .where('credentials.email_key', '=', key)
        .where('credentials.email_verified_at', 'is not', null)
        .executeTakeFirst()
    : query.where('accounts.username_key', '=', key).executeTakeFirst();
}

/** Accounts of one address, at most, to which it is mailed links. */
const MAX_ACCOUNTS_OF_ADDRESS = 10;

/**
 * Finds the owner of an address: the account that verified it, or else all that entered it, because any of them may be
 * its reader's. The oldest come first, so that nobody pushes an account out of the list by making others.
 */
export async function credentialsByEmail(connection: Connection, email: string): Promise<Credentials[]> {
  const all = await credentialsQuery(connection)
    .where('credentials.email_key', '=', email.toLowerCase())
    .orderBy(sql`credentials.email_verified_at is null`)
    .orderBy('credentials.account_id')
    .limit(MAX_ACCOUNTS_OF_ADDRESS)
    .execute();
  return all[0]?.isVerified ? [all[0]] : all;
}

/** Whether another account has verified this address. */
export async function isAddressTaken(
  connection: Connection,
  email: string,
  accountId: number,
): Promise<boolean> {
  const row = await connection
    .selectFrom('credentials')
    .select('account_id')
    .where('email_key', '=', email.toLowerCase())
    .where('email_verified_at', 'is not', null)
    .where('account_id', '!=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Marks the address as verified unless another account has verified it first; returns whether this account owns it now.
 */
export async function verifyAddress(
  connection: Connection,
  accountId: number,
  email: string,
): Promise<boolean> {
  // Serialises two accounts with one address, so that the second sees the first instead of violating the index.
  await sql`select pg_advisory_xact_lock(hashtextextended(${email.toLowerCase()}, 2))`.execute(connection);
  if (await isAddressTaken(connection, email, accountId)) return false;
  const { numUpdatedRows } = await connection
    .updateTable('credentials')
    .set({ email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('account_id', '=', accountId)
    .where('email_key', '=', email.toLowerCase())
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** Whether nobody has ever been able to sign in to an account. */
export async function isUnclaimed(connection: Connection, accountId: number): Promise<boolean> {
  const { rows } = await sql`
    select where not exists (select from credentials where account_id = ${accountId}
        and (password_hash is not null or email_verified_at is not null))
      and not exists (select from passkeys where account_id = ${accountId})
      and not exists (select from google_identities where account_id = ${accountId})
      and not exists (select from sessions where account_id = ${accountId})`.execute(connection);
  return rows.length > 0;
}

/** Gives an account that nobody signs in to another address. */
export async function replaceUnverifiedAddress(
  connection: Connection,
  accountId: number,
  email: string,
): Promise<void> {
  await connection
    .updateTable('credentials')
    .set({ email })
    .where('account_id', '=', accountId)
    .where('email_verified_at', 'is', null)
    .execute();
}

export async function updatePassword(
  connection: Connection,
  accountId: number,
  passwordHash: string,
): Promise<void> {
  await connection
    .updateTable('credentials')
    .set({ password_hash: passwordHash, password_changed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .execute();
}

/** Leaves the account without a password, so that nobody signs in by one; returns whether it had one. */
export async function removePassword(connection: Connection, accountId: number): Promise<boolean> {
  const { numUpdatedRows } = await connection
    .updateTable('credentials')
    .set({ password_hash: null, password_changed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('password_hash', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

export async function findReachableModerators(
  connection: Connection,
): Promise<{ accountId: number; email: string }[]> {
  const rows = await connection
    .selectFrom('accounts')
    .innerJoin('credentials', 'credentials.account_id', 'accounts.id')
    .select(['accounts.id as accountId', 'credentials.email'])
    .where('accounts.role', 'in', ['moderator', 'admin'])
    .where('credentials.email_verified_at', 'is not', null)
    .orderBy('accounts.id')
    .execute();
  return rows.flatMap(({ accountId, email }) => (email === null ? [] : [{ accountId, email }]));
}
