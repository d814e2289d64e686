import type { DataOf } from '#base/contract.ts';
import { type Success, success } from '#base/failure.ts';
import { secondFactorsOf } from '#features/second-factors/service/factors.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { newToken } from '#platform/security/token.ts';
import { accountMessages, type signIn } from '../contract/accounts.ts';
import { SIGN_IN_TICKET_MINUTES } from '../contract/second-factor.ts';
import { insertTicket } from '../store/sign-in-tickets.ts';
import { type NewSessionOptions, newSession, type SessionCaller } from './new-session.ts';

export type SignInAnswer = DataOf<typeof signIn>;

/**
 * Answers a sign-in whose first factor was right, whichever it was: with a new session, or with a ticket for the second
 * factor if the account has one. A mailed link or code must lead here too, else it would replace the second factor.
 */
export async function completeSignIn(
  context: Context,
  transaction: OpenTransaction,
  accountId: number,
  caller: SessionCaller,
  options: NewSessionOptions = {},
): Promise<Success<SignInAnswer>> {
  const second_factor = await secondFactorsOf(transaction, accountId);
  if (second_factor.length === 0) return newSession(context, transaction, accountId, caller, options);
  const ticket = newToken();
  await insertTicket(transaction, { ticket, accountId, minutes: SIGN_IN_TICKET_MINUTES });
  return success({ second_factor, ticket }, accountMessages.secondFactorNeeded);
}
