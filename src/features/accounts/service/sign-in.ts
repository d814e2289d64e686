import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import type { Connection } from '#platform/database.ts';
import type { Caller } from '#platform/http/caller.ts';
import { hashPassword, isPassword } from '#platform/password.ts';
import type { Services } from '#platform/services.ts';
import { accountMessages, type signIn, type signUp } from '../contract.ts';
import { isReservedUsername } from '../rules.ts';
import { accountByUsername, insertAccountIfFree, userById } from '../store/accounts.ts';
import { credentialsByLogin, insertCredentials } from '../store/credentials.ts';
import { busy, holdByPassword, passwordProblem } from './passwords.ts';
import { usernameTaken } from './profile.ts';
import { openSession } from './sessions.ts';
import { accountTries, knownNetwork, networkTries, pairTries } from './throttles.ts';

type SessionData = DataOf<typeof signIn>;

/** Makes an account and signs in. The answer is the same whether or not the address belongs to an account already. */
export async function register(
  services: Services,
  { username, email, password }: ParsedInputOf<typeof signUp>,
  caller: Caller,
): Promise<Outcome<SessionData>> {
  const problem = passwordProblem('password', password, { username, email });
  if (problem !== undefined) return problem;
  if (isReservedUsername(username)) return invalidField('username', accountMessages.usernameReserved);
  if ((await accountByUsername(services.db, username)) !== undefined) return usernameTaken();
  const admitted = await services.strangerQuota.take('sign-up', caller);
  if (!admitted.ok) return admitted;
  const passwordHash = await hashPassword(password);
  if (passwordHash === undefined) return busy();
  return services.db.transaction().execute(async (transaction) => {
    const account = await insertAccountIfFree(transaction, { username });
    if (account === undefined) return usernameTaken();
    await insertCredentials(transaction, { accountId: account.id, email, passwordHash });
    // Beyond the site's hourly total the account is there at once, and its mail later.
    await admitted.data.enqueue(transaction, 'mail-verification', { accountId: account.id });
    return success(await sessionFor(services, transaction, account.id));
  });
}

/** Signs in by name or verified address. An unknown name costs the same work and gets the same answer as a wrong password. */
export async function signInWithPassword(
  services: Services,
  { username, password }: ParsedInputOf<typeof signIn>,
  { network }: Caller,
): Promise<Outcome<SessionData>> {
  const { throttle } = services;
  const found = await credentialsByLogin(services.db, username);
  const who = found === undefined ? `unknown ${username.toLowerCase()}` : `account ${found.accountId}`;
  const pair = `${who} from ${network}`;
  // Others who guess, at this account or in this network, slow down strangers, not those who are at home here.
  const isKnown = await throttle.remembers(knownNetwork, pair);
  const tooMany =
    (await throttle.attempt(pairTries, pair)) ??
    (isKnown ? undefined : await throttle.attempt(networkTries, network)) ??
    (isKnown ? undefined : await throttle.attempt(accountTries, who));
  if (tooMany !== undefined) return tooMany;
  const isRight = await isPassword(password, found?.passwordHash ?? null);
  if (isRight === undefined) return busy();
  if (found === undefined || !isRight) return wrongLogin();
  await throttle.forgive(pairTries, pair);
  if (!isKnown) await throttle.giveBack(networkTries, network);
  if (!isKnown) await throttle.giveBack(accountTries, who);
  await throttle.remember(knownNetwork, pair);
  return services.db.transaction().execute(async (transaction) => {
    if (!(await holdByPassword(transaction, found, 'share'))) return wrongLogin();
    return success(await sessionFor(services, transaction, found.accountId));
  });
}

function wrongLogin() {
  return failure('wrong-password', accountMessages.wrongLogin);
}

/** A new session with all that the browser keeps of it. */
export async function sessionFor(
  services: Services,
  transaction: Connection,
  accountId: number,
): Promise<SessionData> {
  const tokens = await openSession(services, transaction, accountId);
  const user = await userById(transaction, accountId);
  if (user === undefined) throw new Error('the account of a new session is gone');
  return { ...tokens, user };
}
