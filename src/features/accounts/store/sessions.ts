import { sql } from 'kysely';
import { clockTime } from '#platform/database/clock.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { hashOfToken } from '#platform/security/token.ts';
import { deleteFeedToken } from './feed-tokens.ts';
import { deleteTickets } from './sign-in-tickets.ts';

export interface SessionTokens {
  token: string;
  refreshToken: string;
}

// All times come from the database, because the clocks of several machines differ.
const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

const currentHour = sql<Date>`date_trunc('hour', now())`;

/** The time after a sign-in, or another proof of identity, during which sensitive calls need no new one. */
const FRESH_MINUTES = 15;

/** The facts by which people recognise a session. */
export interface SessionOrigin {
  device: string | null;
  network: string | null;
}

export async function insertSession(
  connection: Connection,
  { accountId, seconds, origin }: { accountId: number; seconds: number; origin: SessionOrigin },
): Promise<number> {
  const { id } = await connection
    .insertInto('sessions')
    .values({
      ...{ account_id: accountId, expires_at: secondsFromNow(seconds), seen_at: currentHour },
      ...origin,
    })
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
    .select(
      sql<boolean>`greatest(sessions.created_at, sessions.proven_at) > now() - make_interval(mins => ${FRESH_MINUTES})`.as(
        'is_fresh',
      ),
    )
    .select(
      sql<boolean>`accounts.role <> 'user' and not exists (
        select from totp_secrets where account_id = accounts.id and confirmed_at is not null)
        and not exists (select from passkeys where account_id = accounts.id)`.as('is_staff_without_factor'),
    )
    .where('access_tokens.hash', '=', hashOfToken(token))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.is_expired) return 'expired';
  const { id, username, role, sessionId } = row;
  return {
    ...{ id, username, role, sessionId },
    isVerified: row.email_verified_at !== null,
    isFresh: row.is_fresh,
    isStaffWithoutFactor: row.is_staff_without_factor,
    suspendedFor: row.suspended_for ?? undefined,
  };
}

export interface StoredRefreshToken extends SessionOrigin {
  sessionId: number;
  accountId: number;
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
  transaction: OpenTransaction,
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
    .select(['sessions.id as sessionId', 'sessions.account_id as accountId'])
    .select(['sessions.device', 'sessions.network', 'refresh_tokens.successor_salt as successorSalt'])
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

/** Records the use of a session, to the hour: a finer time would say when its owner reads. */
export async function markSessionSeen(connection: Connection, sessionId: number): Promise<void> {
  await connection
    .updateTable('sessions')
    .set({ seen_at: currentHour })
    .where('id', '=', sessionId)
    .where(sql<boolean>`seen_at is distinct from ${currentHour}`)
    .execute();
}

export async function markSessionProven(connection: Connection, sessionId: number): Promise<void> {
  await connection
    .updateTable('sessions')
    .set({ proven_at: sql<Date>`now()` })
    .where('id', '=', sessionId)
    .execute();
}

export async function openSessionsOf(connection: Connection, accountId: number, limit: number) {
  return connection
    .selectFrom('sessions')
    .select(['id', 'device', 'network', 'created_at'])
    .select(sql<Date>`coalesce(seen_at, created_at)`.as('seen_at'))
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy(sql`coalesce(seen_at, created_at)`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Whether the account has an open session on such a device in this network. */
export async function hasSessionFrom(
  connection: Connection,
  accountId: number,
  { device, network }: SessionOrigin,
): Promise<boolean> {
  const row = await connection
    .selectFrom('sessions')
    .select('id')
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(sql<boolean>`device is not distinct from ${device}::text`)
    .where(sql<boolean>`network is not distinct from ${network}::text`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a session if it is the account's; returns whether it was. */
export async function deleteOwnSession(
  connection: Connection,
  accountId: number,
  sessionId: number,
): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
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

/**
 * Ends all sessions of an account except the given one, sign-ins that are under way, and its private feed; returns the
 * number of sessions.
 */
export async function deleteSessions(
  connection: Connection,
  accountId: number,
  exceptSessionId?: number,
): Promise<number> {
  await deleteFeedToken(connection, accountId);
  await deleteTickets(connection, accountId);
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
