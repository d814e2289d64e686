import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { ProviderIdentity } from '#platform/security/openid-client.ts';
import { hashOfToken } from '#platform/security/token.ts';

export interface GoogleAttempt {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The account to be linked with Google; null for a sign-in. */
  accountId: number | null;
  /** For an account that the sign-in may create. */
  invitation: string | null;
  /** The answer of Google, once it is redeemed, of a newcomer who may ask again. */
  identity?: ProviderIdentity | undefined;
}

export async function insertGoogleAttempt(
  connection: Connection,
  token: string,
  attempt: GoogleAttempt,
): Promise<void> {
  await connection
    .insertInto('google_attempts')
    .values({
      token_hash: hashOfToken(token),
      state: attempt.state,
      nonce: attempt.nonce,
      code_verifier: attempt.codeVerifier,
      account_id: attempt.accountId,
      invitation: attempt.invitation,
      issuer: attempt.identity?.issuer,
      subject: attempt.identity?.subject,
      email: attempt.identity?.email,
      is_email_verified: attempt.identity?.isEmailVerified,
    })
    .execute();
}

/**
 * Removes the attempt and returns it: it works once, even if the rest fails. The answer to another attempt, of another tab
 * or of a link made by a stranger, leaves it alone.
 */
export async function takeGoogleAttempt(
  connection: Connection,
  token: string,
  state: string,
): Promise<GoogleAttempt | undefined> {
  const row = await connection
    .deleteFrom('google_attempts')
    .where('token_hash', '=', hashOfToken(token))
    .where('state', '=', state)
    .returning(['state', 'nonce', 'code_verifier as codeVerifier', 'account_id as accountId', 'invitation'])
    .returning(['issuer', 'subject', 'email', 'is_email_verified'])
    .returning(sql<boolean>`created_at > now() - interval '10 minutes'`.as('isFresh'))
    .executeTakeFirst();
  if (!row?.isFresh) return undefined;
  const { issuer, subject, email, is_email_verified, isFresh, ...attempt } = row;
  if (issuer === null || subject === null) return attempt;
  return { ...attempt, identity: { issuer, subject, email, isEmailVerified: is_email_verified === true } };
}

export async function accountIdOfGoogle(
  connection: Connection,
  identity: { issuer: string; subject: string },
): Promise<number | undefined> {
  const row = await connection
    .selectFrom('google_identities')
    .select('account_id')
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();
  return row?.account_id;
}

/** Serialises two simultaneous first sign-ins of one identity, so that the second finds the first one's account. */
export async function lockGoogleIdentity(
  transaction: OpenTransaction,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 3))`.execute(
    transaction,
  );
}

/**
 * Links the identity and returns the account that it opens: another account if the account or the identity was linked
 * otherwise before.
 */
export async function insertGoogleIdentity(
  connection: Connection,
  accountId: number,
  identity: { issuer: string; subject: string },
): Promise<number | undefined> {
  await connection
    .insertInto('google_identities')
    .values({ account_id: accountId, issuer: identity.issuer, subject: identity.subject })
    .onConflict((on) => on.doNothing())
    .execute();
  return accountIdOfGoogle(connection, identity);
}

/** Returns whether there was one. */
export async function deleteGoogleIdentity(connection: Connection, accountId: number): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('google_identities')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Unlinks a Google account that was linked since then; returns whether there was one. */
export async function deleteGoogleIdentityLinkedSince(
  connection: Connection,
  accountId: number,
  since: Date,
): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('google_identities')
    .where('account_id', '=', accountId)
    .where('linked_at', '>=', since)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * Unlinks a Google account that was linked before the account's address was verified: the account's creator may have
 * linked their own, and left the verification to the address's owner.
 */
export async function deleteGoogleIdentityLinkedBeforeVerification(
  connection: Connection,
  accountId: number,
): Promise<void> {
  await connection
    .deleteFrom('google_identities')
    .where('account_id', '=', accountId)
    .where('linked_at', '<', (query) =>
      query
        .selectFrom('credentials')
        .select(sql<Date>`coalesce(email_verified_at, 'infinity')`.as('verified_at'))
        .where('account_id', '=', accountId),
    )
    .execute();
}

export async function deleteOldGoogleAttempts(connection: Connection): Promise<void> {
  await connection
    .deleteFrom('google_attempts')
    .where('created_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .execute();
}
