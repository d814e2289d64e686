import type { ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome } from '#base/failure.ts';
import { countFailedSignIn } from '#features/activity/service.ts';
import { admitNewcomer, refuseNewcomer } from '#features/invitations/service/admission.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { hashPassword, isPassword } from '#platform/security/password.ts';
import { accountMessages, type signIn, type signUp } from '../contract/accounts.ts';
import { isReservedUsername } from '../rules/accounts.ts';
import { insertAccountIfFree, penNameByUsername } from '../store/accounts.ts';
import { credentialsByLogin, insertCredentials } from '../store/credentials.ts';
import { completeSignIn, type SignInAnswer } from './complete-sign-in.ts';
import { deviceOf, isKnownDevice } from './devices.ts';
import { newSession, type SessionData } from './new-session.ts';
import { lockIfPasswordUnchanged, passwordProblem, serverBusy } from './passwords.ts';
import { usernameTaken } from './profile.ts';
import { refuseProgram } from './sign-up-form.ts';
import { accountLimit, accountNetworkLimit, deviceLimit, networkLimit, throttleKeyOf } from './throttles.ts';

/** Creates an account and signs in. The answer is the same whether or not another account has the address. */
export async function register(
  context: Context,
  { username, email, password, invitation, form }: ParsedInputOf<typeof signUp>,
  caller: Caller,
): Promise<Outcome<SessionData>> {
  const refusal = refuseProgram(context.signUps, form) ?? (await refuseNewcomer(context, caller, invitation));
  if (refusal !== undefined) return refusal;
  const problem = passwordProblem('password', password, { username, email });
  if (problem !== undefined) return problem;
  if (isReservedUsername(username)) return invalidField('username', accountMessages.usernameReserved);
  if ((await penNameByUsername(context.db, username)) !== undefined) return usernameTaken();
  const quota = await context.strangerQuota.take('sign-up', caller);
  if (!quota.ok) return quota;
  const passwordHash = await hashPassword(password);
  if (passwordHash === undefined) return serverBusy();
  return context.db.transaction().execute(async (transaction) => {
    const admitted = await admitNewcomer(context, transaction, caller, invitation);
    if (!admitted.ok) return admitted;
    const account = await insertAccountIfFree(transaction, { username });
    if (account === undefined) return usernameTaken();
    await admitted.data.recordUse(account.id);
    await insertCredentials(transaction, { accountId: account.id, email, passwordHash });
    // Beyond the site's hourly total only the mail is delayed, not the account.
    await quota.data.enqueue(transaction, 'mail-verification', { accountId: account.id });
    return newSession(context, transaction, account.id, caller, { isOwnerTold: true });
  });
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
  const accountKey = throttleKeyOf(credentials, username);
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
