import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { EMAIL_CHANGE_HOURS } from '../contract/email-change.ts';
import { isAddressTaken } from './credentials.ts';

export interface StoredEmailChange {
  email: string;
  requested_at: Date;
  expires_at: Date;
}

/** The change of an account that waits for its confirmation. */
export async function emailChangeOf(
  connection: Connection,
  accountId: number,
): Promise<StoredEmailChange | undefined> {
  return connection
    .selectFrom('email_changes')
    .select(['email', 'requested_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Stores a change instead of an earlier one. */
export async function storeEmailChange(
  connection: Connection,
  accountId: number,
  email: string,
): Promise<StoredEmailChange> {
  const expires_at = sql<Date>`now() + make_interval(hours => ${EMAIL_CHANGE_HOURS})`;
  return connection
    .insertInto('email_changes')
    .values({ account_id: accountId, email, expires_at })
    .onConflict((on) =>
      on.column('account_id').doUpdateSet({ email, expires_at, requested_at: sql<Date>`now()` }),
    )
    .returning(['email', 'requested_at', 'expires_at'])
    .executeTakeFirstOrThrow();
}

/** Ends a change that waits, and makes the links to its address useless. */
export async function deleteEmailChange(connection: Connection, accountId: number): Promise<void> {
  await connection.deleteFrom('email_changes').where('account_id', '=', accountId).execute();
  await connection
    .deleteFrom('mail_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'confirm-email')
    .where('used_at', 'is', null)
    .execute();
}

/**
 * Gives the account an address whose reader has confirmed it, unless another account has; returns whether it did. The
 * time of the first verification stays: what the owner has set up since then is theirs whatever the address.
 */
export async function replaceAddress(
  connection: Connection,
  accountId: number,
  email: string,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email.toLowerCase()}, 2))`.execute(connection);
  if (await isAddressTaken(connection, email, accountId)) return false;
  await connection
    .updateTable('credentials')
    .set({ email, email_verified_at: sql<Date>`coalesce(email_verified_at, now())` })
    .where('account_id', '=', accountId)
    .execute();
  return true;
}

/** Deletes unused links that were mailed about an account, because its address is another one now. */
export async function deleteLinksToFormerAddress(connection: Connection, accountId: number): Promise<void> {
  await connection
    .deleteFrom('mail_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', 'in', ['verify', 'reset', 'login', 'delete'])
    .where('used_at', 'is', null)
    .execute();
}

/** A session that began within these hours before it asked for a change is doubted from its beginning. */
const DOUBTED_HOURS = 24;

/**
 * The time from which a change is doubted that this session asks for: now or, for a session of the last day, its sign-in,
 * because whoever has just got in may set up a second factor first.
 */
export async function doubtedSinceOf(connection: Connection, sessionId: number): Promise<Date> {
  const since = sql<Date>`case when created_at > now() - make_interval(hours => ${DOUBTED_HOURS})
    then created_at else now() end`;
  const row = await connection
    .selectFrom('sessions')
    .select(since.as('since'))
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.since ?? new Date();
}

/** The earliest time from which the changes are doubted of which this address was told; undefined: none is known. */
export async function firstDoubtOf(
  connection: Connection,
  accountId: number,
  email: string,
): Promise<Date | undefined> {
  const row = await connection
    .selectFrom('mail_tokens')
    .select((each) => each.fn.min('doubted_since').as('since'))
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'keep-email')
    .where('expires_at', '>', sql<Date>`now()`)
    .where('used_at', 'is', null)
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .executeTakeFirst();
  return row?.since ?? undefined;
}

/** Ends the doubt of this address: the account is its reader's again, and so is what is set up from now on. */
export async function endDoubt(connection: Connection, accountId: number, email: string): Promise<void> {
  await connection
    .updateTable('mail_tokens')
    .set({ doubted_since: null })
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'keep-email')
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .execute();
}

/** Deletes the links by which addresses that the account got later could be restored. */
export async function deleteLaterRestoreLinks(
  connection: Connection,
  { accountId, token, email }: { accountId: number; token: string; email: string },
): Promise<void> {
  await connection
    .deleteFrom('mail_tokens')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'keep-email')
    .where(sql<boolean>`lower(email) <> lower(${email})`)
    .where('expires_at', '>', (query) =>
      query.selectFrom('mail_tokens').select('expires_at').where('hash', '=', hashOfToken(token)),
    )
    .execute();
}

export async function deleteExpiredEmailChanges(connection: Connection): Promise<void> {
  await connection.deleteFrom('email_changes').where('expires_at', '<=', sql<Date>`now()`).execute();
}
