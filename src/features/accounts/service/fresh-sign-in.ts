import type { ParsedInputOf } from '#base/contract.ts';
import { invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { type PasskeyResponse, passkeyMessages } from '#features/second-factors/contract/passkeys.ts';
import { redeemSecondFactorCode, secondFactorsOf } from '#features/second-factors/service/factors.ts';
import { redeemPasskey } from '#features/second-factors/service/passkeys.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { accountMessages } from '../contract/accounts.ts';
import type { freshSignIn } from '../contract/second-factor.ts';
import { lockAccount } from '../store/accounts.ts';
import { markSessionProven } from '../store/sessions.ts';
import { takeLoginCode } from './login-code.ts';
import { confirmPassword } from './passwords.ts';
import { loginCodeLimit, secondFactorLimit } from './throttles.ts';

/**
 * Proves within a session that its owner is there. It asks for as much as signing in does at least: a password alone
 * does not remove a second factor.
 */
export async function proveIdentity(
  context: Context,
  { password, code, passkey }: ParsedInputOf<typeof freshSignIn>,
  { account }: CallerOf<typeof freshSignIn>,
): Promise<Outcome<NoData>> {
  const hasSecondFactor = (await secondFactorsOf(context.db, account.id)).length > 0;
  const proof = hasSecondFactor
    ? passkey === undefined
      ? await proveByCode(context, account, code, { isMailed: false })
      : await proveByPasskey(context, account, passkey)
    : password === undefined && code !== undefined
      ? await proveByCode(context, account, code, { isMailed: true })
      : await proveByPassword(context, account, password);
  if (!proof.ok) return proof;
  await markSessionProven(context.db, account.sessionId);
  return success({});
}

async function proveByPassword(
  context: Context,
  account: SignedIn,
  password: string | undefined,
): Promise<Outcome<unknown>> {
  if (password === undefined) return invalidField('password', accountMessages.passwordRequired);
  return confirmPassword(context, account, 'password', password);
}

async function proveByPasskey(
  context: Context,
  account: SignedIn,
  passkey: PasskeyResponse,
): Promise<Outcome<unknown>> {
  const owner = await context.db
    .transaction()
    .execute((transaction) => redeemPasskey(context, transaction, passkey));
  return owner === account.id ? success({}) : invalidField('passkey', passkeyMessages.refused);
}

async function proveByCode(
  context: Context,
  account: SignedIn,
  code: string | undefined,
  { isMailed }: { isMailed: boolean },
): Promise<Outcome<unknown>> {
  if (code === undefined) return invalidField('code', accountMessages.codeRequired);
  const limit = isMailed ? loginCodeLimit : secondFactorLimit;
  const key = `session ${account.sessionId}`;
  const tooMany = await context.throttle.attempt(limit, key);
  if (tooMany !== undefined) return tooMany;
  const redeem = isMailed ? takeLoginCode : redeemSecondFactorCode;
  const isRight = await context.db.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, account.id, 'change'))) return false;
    return redeem(context, transaction, account.id, code);
  });
  if (!isRight) {
    const message = isMailed ? accountMessages.codeWrong : accountMessages.secondCodeWrong;
    return invalidField('code', message);
  }
  await context.throttle.reset(limit, key);
  return success({});
}
