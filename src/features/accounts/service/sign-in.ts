import type { ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome } from '#base/failure.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { hashPassword, isPassword } from '#platform/security/password.ts';
import { accountMessages, type signIn, type signUp } from '../contract/accounts.ts';
import { isReservedUsername } from '../rules/accounts.ts';
import { accountByUsername, insertAccountIfFree } from '../store/accounts.ts';
import { credentialsByLogin, insertCredentials } from '../store/credentials.ts';
import { deviceOf, isKnownDevice } from './devices.ts';
import { newSession, type SessionData } from './new-session.ts';
import { busy, holdByPassword, passwordProblem } from './passwords.ts';
import { usernameTaken } from './profile.ts';
import { accountTries, deviceTries, networkTries, pairTries, throttledName } from './throttles.ts';

/** Creates an account and signs in. The answer is the same whether or not another account has the address. */
export async function register(
  context: Context,
  { username, email, password }: ParsedInputOf<typeof signUp>,
  caller: Caller,
): Promise<Outcome<SessionData>> {
  const problem = passwordProblem('password', password, { username, email });
  if (problem !== undefined) return problem;
  if (isReservedUsername(username)) return invalidField('username', accountMessages.usernameReserved);
  if ((await accountByUsername(context.db, username)) !== undefined) return usernameTaken();
  const admitted = await context.strangerQuota.take('sign-up', caller);
  if (!admitted.ok) return admitted;
  const passwordHash = await hashPassword(password);
  if (passwordHash === undefined) return busy();
  return context.db.transaction().execute(async (transaction) => {
    const account = await insertAccountIfFree(transaction, { username });
    if (account === undefined) return usernameTaken();
    await insertCredentials(transaction, { accountId: account.id, email, passwordHash });
    // Beyond the site's hourly total only the mail is delayed, not the account.
    await admitted.data.enqueue(transaction, 'mail-verification', { accountId: account.id });
    return newSession(context, transaction, account.id, caller);
  });
}

/**
 * Signs in by name or verified address. An unknown name costs the same work and gets the same answer as a wrong
 * password.
 */
export async function signInWithPassword(
  context: Context,
  { username, password }: ParsedInputOf<typeof signIn>,
  { network, cookies }: Caller,
): Promise<Outcome<SessionData>> {
  const { throttle } = context;
  const found = await credentialsByLogin(context.db, username);
  const who = throttledName(found, username);
  const device = deviceOf(context, cookies);
  // Guesses at this account, or from this network, slow down strangers, but not the owner on a known device.
  const isKnown = await isKnownDevice(context, found?.accountId, device);
  const onDevice = `${who} on ${device}`;
  const pair = `${who} from ${network}`;
  const tooMany = isKnown
    ? await throttle.attempt(deviceTries, onDevice)
    : ((await throttle.attempt(pairTries, pair)) ??
      (await throttle.attempt(networkTries, network)) ??
      (await throttle.attempt(accountTries, who)));
  if (tooMany !== undefined) return tooMany;
  const isRight = await isPassword(password, found?.passwordHash ?? null);
  if (isRight === undefined) return busy();
  if (found === undefined || !isRight) return wrongLogin();
  if (isKnown) {
    await throttle.forgive(deviceTries, onDevice);
  } else {
    await throttle.forgive(pairTries, pair);
    await throttle.giveBack(networkTries, network);
    await throttle.giveBack(accountTries, who);
  }
  return context.db.transaction().execute(async (transaction) => {
    if (!(await holdByPassword(transaction, found, 'share'))) return wrongLogin();
    return newSession(context, transaction, found.accountId, { cookies });
  });
}

function wrongLogin() {
  return failure('wrong-password', accountMessages.wrongLogin);
}
