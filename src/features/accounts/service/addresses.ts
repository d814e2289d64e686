import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { accountMessages, type verifyEmail } from '../contract/accounts.ts';
import { verifyAddress } from '../store/credentials.ts';
import { holdMailToken, markUsed } from '../store/mail-tokens.ts';

export async function sendVerificationAgain(
  context: Context,
  _input: unknown,
  caller: Caller<SignedIn>,
): Promise<Outcome<Record<string, never>>> {
  const { account } = caller;
  if (account.isVerified) return success({}, accountMessages.alreadyVerified);
  const admitted = await context.strangerQuota.take('account-link', caller);
  if (!admitted.ok) return admitted;
  await admitted.data.enqueue(context.db, 'mail-verification', { accountId: account.id });
  return success({}, accountMessages.resent);
}

/**
 * Verifies an address by a link. Using the link again within its life succeeds, because mail scanners open it first.
 */
export async function verifyByLink(
  { db }: Context,
  { token }: ParsedInputOf<typeof verifyEmail>,
): Promise<Outcome<Record<string, never>>> {
  return db.transaction().execute(async (transaction) => {
    const held = await holdMailToken(transaction, token, 'verify');
    if (held === undefined) return failure('gone', accountMessages.verifyDead);
    const isTheirs = await verifyAddress(transaction, held.accountId, held.email);
    if (!isTheirs) return failure('taken', accountMessages.verifyTaken);
    await markUsed(transaction, token);
    return success({}, accountMessages.verified);
  });
}
