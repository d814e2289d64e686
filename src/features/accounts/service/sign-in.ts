import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome } from '#base/failure.ts';
import { countFailedSignIn } from '#features/activity/service.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { hashPassword, isPassword } from '#platform/security/password.ts';
import { accountMessages, type signIn, type signUp } from '../contract/accounts.ts';
import { credentialsByLogin } from '../store/credentials.ts';
import { completeSignIn, type SignInAnswer } from './complete-sign-in.ts';
import { deviceOf, isKnownDevice } from './devices.ts';
import { admitSignUp, refuseSignUp } from './new-account.ts';
import type { SessionData } from './new-session.ts';
import { lockIfPasswordUnchanged, passwordProblem, serverBusy } from './passwords.ts';
import { accountLimit, accountNetworkLimit, deviceLimit, networkLimit, throttleKeyOf } from './throttles.ts';

/** Creates an account and signs in. The answer is the same whether or not another account has the address. */
export async function register(
  context: Context,
  { password, ...newcomer }: ParsedInputOf<typeof signUp>,
  caller: Caller,
): Promise<Outcome<SessionData>> {
  const refused = await refuseSignUp(context, newcomer, caller);
  if (!refused.ok) return refused;
  const problem = passwordProblem('password', password, newcomer);
  if (problem !== undefined) return problem;
  const admitted = await admitSignUp(context, newcomer, caller);
  if (!admitted.ok) return admitted;
  const passwordHash = await hashPassword(password);
  if (passwordHash === undefined) return serverBusy();
  return context.db.transaction().execute((transaction) => admitted.data.create(transaction, passwordHash));
}

/**
 * Signs in by name or verified address. An unknown name costs the same work and gets the same answer as a wrong
 * password.
 */
export async function signInWithPassword(
  context: Context,
  { username, password }: ParsedInputOf<typeof signIn>,
  caller: Caller,
): Promise<Outcome<SignInAnswer>> {
  const { throttle } = context;
  const { network, cookies } = caller;
  const credentials = await credentialsByLogin(context.db, username);
  const accountKey = throttleKeyOf(username);
  const device = deviceOf(context, cookies);
  // Guesses at this account, or from this network, slow down strangers, but not the owner on a known device.
  const isKnown = await isKnownDevice(context, credentials?.accountId, device);
  const deviceKey = `${accountKey} on ${device}`;
  const accountNetworkKey = `${accountKey} from ${network}`;
  const tooMany = isKnown
    ? await throttle.attempt(deviceLimit, deviceKey)
    : ((await throttle.attempt(accountNetworkLimit, accountNetworkKey)) ??
      (await throttle.attempt(networkLimit, network)) ??
      (await throttle.attempt(accountLimit, accountKey)));
  if (tooMany !== undefined) return tooMany;
  const isCorrect = await isPassword(password, credentials?.passwordHash ?? null);
  if (isCorrect === undefined) return serverBusy();
  if (credentials === undefined || !isCorrect) {
    await countFailedSignIn(context.db, credentials?.accountId ?? 0);
    return wrongLogin();
  }
  if (isKnown) {
    await throttle.reset(deviceLimit, deviceKey);
  } else {
    await throttle.reset(accountNetworkLimit, accountNetworkKey);
    await throttle.uncount(networkLimit, network);
    await throttle.uncount(accountLimit, accountKey);
  }
  return context.db.transaction().execute(async (transaction) => {
    if (!(await lockIfPasswordUnchanged(transaction, credentials, 'share'))) return wrongLogin();
    return completeSignIn(context, transaction, credentials.accountId, caller);
  });
}

function wrongLogin() {
  return failure('wrong-password', accountMessages.wrongLogin);
}
