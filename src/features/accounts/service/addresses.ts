import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type NoData, type Outcome, success } from '#base/failure.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { accountMessages, type resendVerification, type verifyEmail } from '../contract/accounts.ts';
import { emailChangeMessages } from '../contract/email-change.ts';
import { isAddressTaken, verifyAddress } from '../store/credentials.ts';
import { lockMailToken, markMailTokenUsed } from '../store/mail-tokens.ts';
import { refusalOfVerified } from './account-status.ts';

export async function resendVerificationMail(
  context: Context,
  _input: unknown,
  caller: CallerOf<typeof resendVerification>,
): Promise<Outcome<NoData>> {
  const { account } = caller;
  if (account.isVerified && (await refusalOfVerified(context.db, account.id)) === undefined)
    return success({}, accountMessages.alreadyVerified);
  const quota = await context.strangerQuota.take('account-link', caller);
  if (!quota.ok) return quota;
  await quota.data.enqueue(context.db, 'mail-verification', { accountId: account.id });
  return success({}, account.isVerified ? emailChangeMessages.trialSent : accountMessages.resent);
}

/**
 * Verifies an address by a link. Using the link again within its life succeeds, because mail scanners open it first.
 */
export async function verifyAddressByLink(
  { db }: Context,
  { token }: ParsedInputOf<typeof verifyEmail>,
): Promise<Outcome<NoData>> {
  return db.transaction().execute(async (transaction) => {
    const mailToken = await lockMailToken(transaction, token, 'verify');
    if (mailToken === undefined) return failure('gone', accountMessages.verifyLinkExpired);
    const { accountId, email } = mailToken;
    if (!(await verifyAddress(transaction, accountId, email))) {
      // The account may have another address since the link was used.
      return (await isAddressTaken(transaction, email, accountId))
        ? failure('taken', accountMessages.verifyTaken)
        : failure('gone', accountMessages.verifyLinkExpired);
    }
    await markMailTokenUsed(transaction, token);
    return success({}, accountMessages.verified);
  });
}
