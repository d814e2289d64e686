import { sql } from 'kysely';
import { clockTime } from '#platform/database/clock.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { deleteFeedToken } from './feed-tokens.ts';

export interface SessionTokens {
  token: string;
  refreshToken: string;
}

// All times come from the database, because the clocks of several machines differ.
const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

export async function insertSession(
  connection: Connection,
  session: { accountId: number; seconds: number },
): Promise<number> {
  const { id } = await connection
    .insertInto('sessions')
    .values({ account_id: session.accountId, expires_at: secondsFromNow(session.seconds) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertTokens(
  connection: Connection,
  sessionId: number,
  tokens: SessionTokens,
  accessTokenSeconds: number,
): Promise<void> {
  await connection
    .insertInto('access_tokens')
    .values({
      hash: hashOfToken(tokens.token),
      session_id: sessionId,
      expires_at: secondsFromNow(accessTokenSeconds),
    })
    .execute();
  await connection
    .insertInto('refresh_tokens')
    .values({ hash: hashOfToken(tokens.refreshToken), session_id: sessionId })
    .execute();
}

/** The session of an access token. It is read at each request, so that ending a session takes effect at once. */
export async function sessionOfToken(
  connection: Connection,
  token: string,
): Promise<SignedIn | 'expired' | undefined> {
  const row = await connection
    .selectFrom('access_tokens')
    .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .leftJoin('credentials', 'credentials.account_id', 'accounts.id')
    .select([
      'accounts.id',
      'accounts.username',
      'accounts.role',
      'accounts.suspended_for',
      'sessions.id as sessionId',
      'credentials.email_verified_at',
    ])
    .select(sql<boolean>`least(access_tokens.expires_at, sessions.expires_at) <= now()`.as('is_expired'))
    .where('access_tokens.hash', '=', hashOfToken(token))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.is_expired) return 'expired';
  const { id, username, role, sessionId } = row;
  return {
    ...{ id, username, role, sessionId },
    isVerified: row.email_verified_at !== null,
    suspendedFor: row.suspended_for ?? undefined,
  };
}

export interface StoredRefreshToken {
  sessionId: number;
  /** Seconds since the token was replaced, negative if the clock was set back; null for the current token. */
  replacedSecondsAgo: number | null;
  isExpired: boolean;
  /** The salt of the token's successors; null until it is replaced. */
  successorSalt: Buffer | null;
}

/**
 * Locks the session of a refresh token, so that one of several concurrent refreshes replaces it and the others see
 * that. Ending a session also locks the session before its tokens; locking the token here could deadlock.
 */
export async function lockRefreshToken(
  transaction: Connection,
  refreshToken: string,
): Promise<StoredRefreshToken | undefined> {
  const hash = hashOfToken(refreshToken);
  await transaction
    .selectFrom('sessions')
    .select('id')
    .where('id', 'in', (query) =>
      query.selectFrom('refresh_tokens').select('session_id').where('hash', '=', hash),
    )
    .forNoKeyUpdate()
    .execute();
  return transaction
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'refresh_tokens.session_id')
    .select(['sessions.id as sessionId', 'refresh_tokens.successor_salt as successorSalt'])
    .select(
      sql<
        number | null
      >`extract(epoch from clock_timestamp() - refresh_tokens.replaced_at)::double precision`.as(
        'replacedSecondsAgo',
      ),
    )
    .select(sql<boolean>`sessions.expires_at <= now()`.as('isExpired'))
    .where('refresh_tokens.hash', '=', hash)
    .executeTakeFirst();
}

export async function markRefreshTokenReplaced(
  connection: Connection,
  refreshToken: string,
  successorSalt: Buffer,
): Promise<void> {
  await connection
    .updateTable('refresh_tokens')
    .set({ replaced_at: clockTime, successor_salt: successorSalt })
    .where('hash', '=', hashOfToken(refreshToken))
    .execute();
}

export async function deleteSession(connection: Connection, sessionId: number): Promise<void> {
  await connection.deleteFrom('sessions').where('id', '=', sessionId).execute();
}

export async function deleteSessionOfRefreshToken(
  connection: Connection,
  refreshToken: string,
): Promise<void> {
  await connection
    .deleteFrom('sessions')
    .where('id', 'in', (query) =>
      query.selectFrom('refresh_tokens').select('session_id').where('hash', '=', hashOfToken(refreshToken)),
    )
    .execute();
}

/** Ends all sessions of an account except the given one, and its private feed; returns the number of sessions. */
export async function deleteSessions(
  connection: Connection,
  accountId: number,
  exceptSessionId?: number,
): Promise<number> {
  await deleteFeedToken(connection, accountId);
  const { numDeletedRows } = await connection
    .deleteFrom('sessions')
    .where('account_id', '=', accountId)
    .$if(exceptSessionId !== undefined, (query) => query.where('id', '!=', exceptSessionId ?? 0))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function deleteExpiredSessions(connection: Connection): Promise<void> {
  await connection.deleteFrom('sessions').where('expires_at', '<=', sql<Date>`now()`).execute();
  await connection.deleteFrom('access_tokens').where('expires_at', '<=', sql<Date>`now()`).execute();
}

/** Deletes the salts of tokens whose grace period is over, so that their successors can no longer be computed. */
export async function deleteOldSuccessorSalts(connection: Connection, graceSeconds: number): Promise<void> {
  await connection
    .updateTable('refresh_tokens')
    .set({ successor_salt: null })
    .where('successor_salt', 'is not', null)
    .where('replaced_at', '<', sql<Date>`now() - make_interval(secs => ${graceSeconds})`)
    .execute();
}
