import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type NoData, type Outcome, success } from '#base/failure.ts';
import { countFailedSignIn } from '#features/activity/service.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Signer } from '#platform/security/secret.ts';
import { normalizeTypedCode } from '#platform/security/typed-code.ts';
import { accountMessages } from '../contract/accounts.ts';
import { LOGIN_CODE_MINUTES, type loginCode } from '../contract/login-code.ts';
import { credentialsByLogin } from '../store/credentials.ts';
import { deleteMailTokens, lockMailToken, markMailTokenUsed } from '../store/mail-tokens.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { deviceCookie, deviceOf, newDeviceName } from './devices.ts';
import { loginCodeLimit, throttleKeyOf } from './throttles.ts';

/**
 * Signing in with a mailed code: an owner on an unknown device can use it despite the limits on passwords. Strangers
 * cannot block it: their wrong codes count only against themselves, their requests do not invalidate a mailed code, and
 * a code is too long to be guessed within its life.
 */
export async function signInByCode(
  context: Context,
  { username, code }: ParsedInputOf<typeof loginCode>,
  caller: Caller,
): Promise<Outcome<DataOf<typeof loginCode>>> {
  return code === undefined
    ? requestCode(context, username, caller)
    : redeemCode(context, { username, code }, caller);
}

/** Mails a code. All work before the answer is the same for every name. */
async function requestCode(context: Context, username: string, caller: Caller): Promise<Outcome<NoData>> {
  const quota = await context.strangerQuota.take('login-code', caller);
  if (!quota.ok) return quota;
  await quota.data.enqueue(context.db, 'mail-login-code', { username });
  const answer = success({}, accountMessages.codeRequested);
  if (deviceOf(context, caller.cookies) !== undefined) return answer;
  // Names this browser until the code is typed, so that its tries are counted apart from its neighbours'.
  return { ...answer, cookies: deviceCookie(context, newDeviceName(), 2 * LOGIN_CODE_MINUTES * 60) };
}

async function redeemCode(
  context: Context,
  { username, code }: { username: string; code: string },
  caller: Caller,
): Promise<Outcome<DataOf<typeof loginCode>>> {
  const { db, throttle } = context;
  const { network, cookies } = caller;
  const credentials = await credentialsByLogin(db, username);
  const device = deviceOf(context, cookies);
  const key = `${throttleKeyOf(username)} ${device === undefined ? `from ${network}` : `on ${device}`}`;
  const tooMany = await throttle.attempt(loginCodeLimit, key);
  if (tooMany !== undefined) return tooMany;
  // An unknown name takes the same steps.
  const accountId = credentials?.accountId ?? 0;
  const outcome = await db.transaction().execute(async (transaction) => {
    if (!(await takeLoginCode(context, transaction, accountId, code))) {
      await countFailedSignIn(transaction, accountId);
      return failure('wrong-password', accountMessages.codeWrong);
    }
    return completeSignIn(context, transaction, accountId, caller);
  });
  if (outcome.ok) await throttle.reset(loginCodeLimit, key);
  return outcome;
}

/** Uses up a mailed code of the account; false if it is none, or no longer valid. */
export async function takeLoginCode(
  { signer }: Pick<Context, 'signer'>,
  transaction: OpenTransaction,
  accountId: number,
  code: string,
): Promise<boolean> {
  const token = codeToken(signer, accountId, code);
  const mailToken = await lockMailToken(transaction, token, 'login');
  if (mailToken === undefined || mailToken.isUsed || mailToken.accountId !== accountId) return false;
  await markMailTokenUsed(transaction, token);
  await deleteMailTokens(transaction, accountId, 'login');
  return true;
}

/**
 * The mail token of a typed code. It depends on the site's secret, because a plain hash of so short a code could be
 * reversed. The lookup by hash leaks nothing through its duration.
 */
export function codeToken(signer: Signer, accountId: number, typed: string): string {
  return signer.sign('login code', `${accountId} ${normalizeTypedCode(typed)}`).toString('base64url');
}
