import type { ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { recordActivity } from '#features/activity/service.ts';
import { removeFactorsOfFormerOwner } from '#features/second-factors/service/factors.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import { type Caller, type CallerOf, freshSignInNeeded, type SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { hashPassword, isLeakedPassword, isPassword } from '#platform/security/password.ts';
import {
  accountMessages,
  type askPasswordReset,
  type changePassword,
  type resetPassword,
} from '../contract/accounts.ts';
import { lockAccount } from '../store/accounts.ts';
import { type Credentials, credentialsOf, updatePassword, verifyAddress } from '../store/credentials.ts';
import { deleteEmailChange } from '../store/email-changes.ts';
import { deleteGoogleIdentityLinkedBeforeVerification } from '../store/google.ts';
import { deleteMailTokens, findMailToken, lockMailToken, markMailTokenUsed } from '../store/mail-tokens.ts';
import { deleteSessions } from '../store/sessions.ts';
import { completeSignIn, type SignInAnswer } from './complete-sign-in.ts';
import { forgetOtherDevices } from './devices.ts';
import { accountLimit, accountNetworkLimit, passwordLimit, throttleKeyOf } from './throttles.ts';

export function serverBusy(): Failure {
  return failure('unavailable', accountMessages.busy, { retryAfterSeconds: 5 });
}

/** The reason why a long enough password is still refused. */
export function passwordProblem(
  field: string,
  password: string,
  owner: { username: string; email: string | null },
): Failure | undefined {
  const lower = password.toLowerCase();
  if (lower === owner.username.toLowerCase() || lower === owner.email?.toLowerCase())
    return invalidField(field, accountMessages.passwordIsName);
  if (isLeakedPassword(password)) return invalidField(field, accountMessages.passwordLeaked);
  return undefined;
}

/** Asks for the password again; a wrong one is reported at the given field. */
export async function confirmPassword(
  { db, throttle }: Context,
  account: SignedIn,
  field: string,
  password: string,
): Promise<Outcome<Credentials>> {
  // Counts per session, so that guesses in a forgotten session do not make the owner wait in another.
  const key = `session ${account.sessionId}`;
  const tooMany = await throttle.attempt(passwordLimit, key);
  if (tooMany !== undefined) return tooMany;
  const credentials = await credentialsOf(db, account.id);
  const isCorrect = await isPassword(password, credentials?.passwordHash ?? null);
  if (isCorrect === undefined) return serverBusy();
  if (credentials === undefined || !isCorrect) return invalidField(field, accountMessages.wrongPassword);
  await throttle.reset(passwordLimit, key);
  return success(credentials);
}

/**
 * Locks the account whose password was just checked; false if the password or the account has changed since, because
 * hashing takes time.
 */
export async function lockIfPasswordUnchanged(
  transaction: OpenTransaction,
  { accountId, passwordHash }: Credentials,
  purpose: Parameters<typeof lockAccount>[2],
): Promise<boolean> {
  if (!(await lockAccount(transaction, accountId, purpose))) return false;
  return (await credentialsOf(transaction, accountId))?.passwordHash === passwordHash;
}

/** Asks for the present password in the given field or, where there is none, for a fresh sign-in. */
export async function confirmOwner(
  context: Context,
  account: SignedIn,
  field: string,
  password: string | undefined,
): Promise<Outcome<Credentials>> {
  if (password !== undefined) return confirmPassword(context, account, field, password);
  const credentials = await credentialsOf(context.db, account.id);
  if (credentials === undefined || credentials.passwordHash !== null)
    return invalidField(field, accountMessages.passwordRequired);
  return account.isFresh ? success(credentials) : freshSignInNeeded();
}

/** Sets or changes the password and ends every other session. */
export async function replacePassword(
  context: Context,
  { old_password, new_password }: ParsedInputOf<typeof changePassword>,
  { account, cookies }: CallerOf<typeof changePassword>,
): Promise<Outcome<NoData>> {
  const confirmed = await confirmOwner(context, account, 'old_password', old_password);
  if (!confirmed.ok) return confirmed;
  const problem = passwordProblem('new_password', new_password, confirmed.data);
  if (problem !== undefined) return problem;
  const passwordHash = await hashPassword(new_password);
  if (passwordHash === undefined) return serverBusy();
  return context.db.transaction().execute(async (transaction) => {
    if (!(await lockIfPasswordUnchanged(transaction, confirmed.data, 'change')))
      return invalidField('old_password', accountMessages.wrongPassword);
    await updatePassword(transaction, account.id, passwordHash);
    await deleteSessions(transaction, account.id, account.sessionId);
    await forgetOtherDevices(context, transaction, account.id, cookies);
    await deleteMailTokens(transaction, account.id, 'reset');
    await deleteMailTokens(transaction, account.id, 'login');
    await deleteEmailChange(transaction, account.id);
    await recordActivity(transaction, account.id, { kind: 'password-changed' });
    await context.jobs.enqueue(transaction, 'mail-password-changed', { accountId: account.id });
    return success({}, accountMessages.passwordChanged);
  });
}

/** Mails a link for setting a new password. All work before the answer is the same for every address. */
export async function requestPasswordReset(
  context: Context,
  { email }: ParsedInputOf<typeof askPasswordReset>,
  caller: Caller,
): Promise<Outcome<NoData>> {
  const quota = await context.strangerQuota.take('password-reset', caller);
  if (!quota.ok) return quota;
  await quota.data.enqueue(context.db, 'mail-reset', { email });
  return success({}, accountMessages.resetRequested);
}

const resetLinkExpired = () => failure('gone', accountMessages.resetLinkExpired);

/**
 * Sets a password by a mailed link, which works once: all sessions end, and a new one begins here. The reader of the
 * address owns the account, even one that somebody else created with it: the creator loses every sign-in method, and
 * strangers' guesses no longer make the owner wait.
 */
export async function setPasswordByLink(
  context: Context,
  { token, new_password }: ParsedInputOf<typeof resetPassword>,
  caller: Caller,
): Promise<Outcome<SignInAnswer>> {
  const { network, cookies } = caller;
  const { db, throttle } = context;
  // Checks the token before the costly hash, so that made-up links cost little, and again where it is used.
  const mailToken = await findMailToken(db, token, 'reset');
  const credentials = mailToken && (await credentialsOf(db, mailToken.accountId));
  if (mailToken === undefined || mailToken.isUsed || credentials === undefined) return resetLinkExpired();
  const problem = passwordProblem('new_password', new_password, credentials);
  if (problem !== undefined) return problem;
  const passwordHash = await hashPassword(new_password);
  if (passwordHash === undefined) return serverBusy();
  const outcome = await db.transaction().execute(async (transaction) => {
    const lockedToken = await lockMailToken(transaction, token, 'reset');
    if (lockedToken === undefined || lockedToken.isUsed) return resetLinkExpired();
    await deleteGoogleIdentityLinkedBeforeVerification(transaction, lockedToken.accountId);
    await removeFactorsOfFormerOwner(transaction, lockedToken.accountId);
    await verifyAddress(transaction, lockedToken.accountId, lockedToken.email);
    await updatePassword(transaction, lockedToken.accountId, passwordHash);
    await deleteSessions(transaction, lockedToken.accountId);
    await forgetOtherDevices(context, transaction, lockedToken.accountId, cookies);
    await markMailTokenUsed(transaction, token);
    await deleteMailTokens(transaction, lockedToken.accountId, 'reset');
    await deleteMailTokens(transaction, lockedToken.accountId, 'login');
    await deleteEmailChange(transaction, lockedToken.accountId);
    await recordActivity(transaction, lockedToken.accountId, { kind: 'password-changed' });
    await context.jobs.enqueue(transaction, 'mail-password-changed', { accountId: lockedToken.accountId });
    const message = accountMessages.resetDone;
    return completeSignIn(context, transaction, lockedToken.accountId, caller, {
      message,
      isOwnerTold: true,
    });
  });
  if (outcome.ok) {
    for (const login of [credentials.username, credentials.email ?? '']) {
      const throttleKey = throttleKeyOf(login);
      await throttle.reset(accountLimit, throttleKey);
      await throttle.reset(accountNetworkLimit, `${throttleKey} from ${network}`);
    }
  }
  return outcome;
}
