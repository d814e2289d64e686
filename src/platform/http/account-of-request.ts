import '../server-only.ts';
import type { FastifyRequest } from 'fastify';
import type { Call } from '#base/contract.ts';
import { type Failure, failure, notSignedIn } from '#base/failure.ts';
import { isBrokenReference } from '../database/database.ts';
import { type Authenticate, hasAccess, refuseStale, refuseSuspended, type SignedIn } from './caller.ts';

/** One sentence for both reasons: a role that was taken away is told, and no call is confirmed. */
export const NO_SUCH_CALL = 'There is no such call, or your role doesn’t allow it';

const MAX_TOKEN_CHARACTERS = 200;

/** The account that makes the call, or the reason for its refusal. */
export async function accountOf(
  call: Pick<Call, 'access' | 'method' | 'allowSuspended' | 'needsFreshSignIn' | 'signedOutMessage'>,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<SignedIn | Failure | undefined> {
  if (call.access === 'anyone') return undefined;
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || token.length > MAX_TOKEN_CHARACTERS) {
    const mayBeAnonymous = call.access === 'optional-auth' && request.headers.authorization === undefined;
    return mayBeAnonymous ? undefined : notSignedIn(call.signedOutMessage);
  }
  const account = await authenticate(token);
  if (account === undefined) return notSignedIn(call.signedOutMessage);
  if (account === 'expired') return failure('token-expired', 'Your session needs to be renewed');
  if (hasAccess(account.role, call.access))
    return refuseSuspended(account, call) ?? refuseStale(account, call) ?? account;
  // Other accounts must not learn that the call exists.
  return failure('not-found', NO_SUCH_CALL);
}

/** The failure of a call whose account was deleted meanwhile: its broken reference is no bug. */
export async function failureOfDeletedAccount(
  error: unknown,
  authenticateAgain: () => ReturnType<typeof accountOf>,
): Promise<Failure> {
  const account = isBrokenReference(error) ? await authenticateAgain() : undefined;
  if (account !== undefined && 'ok' in account) return account;
  throw error;
}
