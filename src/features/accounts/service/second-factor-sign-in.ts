import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome } from '#base/failure.ts';
import { countFailedSignIn } from '#features/activity/service.ts';
import { redeemSecondFactorCode } from '#features/second-factors/service/factors.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { accountMessages } from '../contract/accounts.ts';
import type { signInWithSecondFactor } from '../contract/second-factor.ts';
import { lockAccount } from '../store/accounts.ts';
import { accountOfTicket, deleteTickets } from '../store/sign-in-tickets.ts';
import { deviceOf, isKnownDevice } from './devices.ts';
import { newSession, type SessionData } from './new-session.ts';
import { secondFactorAccountLimit, secondFactorLimit } from './throttles.ts';

/** Finishes a sign-in by a code. A wrong code leaves the ticket valid, a right one uses it up. */
export async function finishWithCode(
  context: Context,
  { ticket, code }: ParsedInputOf<typeof signInWithSecondFactor>,
  caller: Caller,
): Promise<Outcome<SessionData>> {
  const { db, throttle } = context;
  const ticketGone = () => failure('gone', accountMessages.signInExpired);
  const accountId = await accountOfTicket(db, ticket);
  if (accountId === undefined) return ticketGone();
  const device = deviceOf(context, caller.cookies);
  // Somebody who knows the password and guesses codes slows down neither the owner's device nor their network.
  const isKnown = await isKnownDevice(context, accountId, device);
  const accountKey = `account ${accountId}`;
  const placeKey = `${accountKey} ${isKnown ? `on ${device}` : `from ${caller.network}`}`;
  const tooMany =
    (await throttle.attempt(secondFactorLimit, placeKey)) ??
    (isKnown ? undefined : await throttle.attempt(secondFactorAccountLimit, accountKey));
  if (tooMany !== undefined) return tooMany;
  const outcome = await db.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId, 'change'))) return ticketGone();
    // The ticket may have been used, or ended by a new password, during the wait for the lock.
    if ((await accountOfTicket(transaction, ticket)) === undefined) return ticketGone();
    if (!(await redeemSecondFactorCode(context, transaction, accountId, code))) {
      await countFailedSignIn(transaction, accountId);
      return failure('wrong-password', accountMessages.secondCodeWrong);
    }
    await deleteTickets(transaction, accountId);
    return newSession(context, transaction, accountId, caller);
  });
  if (outcome.ok) {
    await throttle.reset(secondFactorLimit, placeKey);
    if (!isKnown) await throttle.uncount(secondFactorAccountLimit, accountKey);
  }
  return outcome;
}
