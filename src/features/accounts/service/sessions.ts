import { randomBytes } from 'node:crypto';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type NoData, type Outcome, success } from '#base/failure.ts';
import { recordActivity } from '#features/activity/service.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Authenticate, Caller, CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { newToken } from '#platform/security/token.ts';
import type { endOtherSessions } from '../contract/accounts.ts';
import type { refreshSession, signOut } from '../contract/session.ts';
import {
  type endSessionById,
  type listSessions,
  MAX_LISTED_SESSIONS,
  sessionMessages,
} from '../contract/sessions.ts';
import { deviceLabel, networkLabel } from '../rules/device-label.ts';
import {
  deleteOwnSession,
  deleteSession,
  deleteSessionOfRefreshToken,
  deleteSessions,
  insertSession,
  insertTokens,
  lockRefreshToken,
  markRefreshTokenReplaced,
  markSessionSeen,
  openSessionsOf,
  type SessionOrigin,
  type SessionTokens,
  sessionOfToken,
} from '../store/sessions.ts';

/** A session ends this long after its sign-in, however often it is refreshed (ASVS 5.0 7.3.2). */
const SESSION_SECONDS = 30 * 24 * 60 * 60;
/** During this time a replaced refresh token returns the same successors: for a second tab, or after a lost answer. */
export const REFRESH_GRACE_SECONDS = 10;
const SALT_BYTES = 32;

/** The part of a caller that the list of sessions shows. */
export function originOf({ userAgent, network }: Pick<Caller, 'userAgent' | 'network'>): SessionOrigin {
  return { device: deviceLabel(userAgent), network: networkLabel(network) };
}

export async function createSession(
  context: Context,
  transaction: OpenTransaction,
  accountId: number,
  origin: SessionOrigin,
): Promise<SessionTokens> {
  const tokens = { token: newToken(), refreshToken: newToken() };
  const sessionId = await insertSession(transaction, { accountId, seconds: SESSION_SECONDS, origin });
  await insertTokens(transaction, sessionId, tokens, context.accessTokenSeconds);
  return tokens;
}

/** Resolves a request's token to its session. */
export function authenticate({ db }: Context): Authenticate {
  return (token) => sessionOfToken(db, token);
}

/**
 * Replaces both tokens. The database stores only hashes of tokens, yet a repeated refresh must return the same
 * successors: they derive from the replaced token, a random salt stored beside it, and the site's secret. A replaced
 * token used after its grace period has been copied; the copier is unknown, so the whole session ends (RFC 9700,
 * 4.14.2).
 */
export async function renewSession(
  context: Context,
  { refreshToken }: ParsedInputOf<typeof refreshSession>,
): Promise<Outcome<DataOf<typeof refreshSession>>> {
  return context.db.transaction().execute(async (transaction) => {
    const stored = await lockRefreshToken(transaction, refreshToken);
    if (stored === undefined || stored.isExpired) return sessionEnded();
    if (stored.replacedSecondsAgo === null) {
      const salt = randomBytes(SALT_BYTES);
      const successor = successorOf(context, refreshToken, salt);
      await insertTokens(transaction, stored.sessionId, successor, context.accessTokenSeconds);
      await markRefreshTokenReplaced(transaction, refreshToken, salt);
      await markSessionSeen(transaction, stored.sessionId);
      return success(successor);
    }
    // A clock that was set back makes the age negative, by up to a day or more.
    const isInGrace = Math.abs(stored.replacedSecondsAgo) <= REFRESH_GRACE_SECONDS;
    if (isInGrace && stored.successorSalt !== null)
      return success(successorOf(context, refreshToken, stored.successorSalt));
    const { accountId, device, network } = stored;
    await deleteSession(transaction, stored.sessionId);
    await recordActivity(transaction, accountId, { kind: 'token-reused', device, network });
    context.log.warn({}, 'a replaced refresh token was used again; its session was ended');
    return sessionEnded();
  });
}

function successorOf({ signer }: Context, refreshToken: string, salt: Buffer): SessionTokens {
  const seed = `${refreshToken} ${salt.toString('base64url')}`;
  return {
    token: signer.sign('access token', seed).toString('base64url'),
    refreshToken: signer.sign('refresh token', seed).toString('base64url'),
  };
}

function sessionEnded() {
  return failure('unauthenticated', 'Your session has ended. Please log in again.');
}

export async function endSession(
  { db }: Context,
  { refreshToken }: ParsedInputOf<typeof signOut>,
): Promise<Outcome<NoData>> {
  if (refreshToken !== undefined) await deleteSessionOfRefreshToken(db, refreshToken);
  return success({});
}

export async function signOutElsewhere(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof endOtherSessions>,
): Promise<Outcome<DataOf<typeof endOtherSessions>>> {
  return db.transaction().execute(async (transaction) => {
    const ended = await deleteSessions(transaction, account.id, account.sessionId);
    if (ended > 0) await recordActivity(transaction, account.id, { kind: 'sessions-ended', count: ended });
    return success({ ended });
  });
}

export async function readOpenSessions(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof listSessions>,
): Promise<Outcome<DataOf<typeof listSessions>>> {
  const rows = await openSessionsOf(db, account.id, MAX_LISTED_SESSIONS);
  const sessions = rows.map(({ created_at, seen_at, ...session }) => ({
    ...session,
    created_at: created_at.toISOString(),
    seen_at: seen_at.toISOString(),
    is_current: session.id === account.sessionId,
  }));
  return success({ sessions });
}

export async function endOwnSession(
  { db }: Context,
  { id }: ParsedInputOf<typeof endSessionById>,
  { account }: CallerOf<typeof endSessionById>,
): Promise<Outcome<NoData>> {
  return db.transaction().execute(async (transaction) => {
    if (!(await deleteOwnSession(transaction, account.id, id)))
      return failure('not-found', sessionMessages.notFound);
    await recordActivity(transaction, account.id, { kind: 'sessions-ended' });
    return success({}, sessionMessages.ended);
  });
}
