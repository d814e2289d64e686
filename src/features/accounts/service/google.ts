import { randomInt } from 'node:crypto';
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, type Success, success } from '#base/failure.ts';
import { recordActivity } from '#features/activity/service.ts';
import { admitNewcomer, refuseNewcomer } from '#features/invitations/service/admission.ts';
import { recordAcceptance } from '#features/legal/service/terms.ts';
import { secondFactorsOf } from '#features/second-factors/service/factors.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { Caller, CallerOf } from '#platform/http/caller.ts';
import { isOneAddress } from '#platform/mail/mail-address.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { ProviderIdentity } from '#platform/security/openid-client.ts';
import { newToken } from '#platform/security/token.ts';
import { accountMessages } from '../contract/accounts.ts';
import type {
  finishGoogle,
  finishGoogleLink,
  linkGoogle,
  signInWays,
  startGoogle,
} from '../contract/google.ts';
import type { getProfile } from '../contract/session.ts';
import { insertAccountIfFree, lockAccount } from '../store/accounts.ts';
import { credentialsOf, insertCredentials, verifyAddress } from '../store/credentials.ts';
import {
  accountIdOfGoogle,
  deleteGoogleIdentity,
  type GoogleAttempt,
  insertGoogleAttempt,
  insertGoogleIdentity,
  lockGoogleIdentity,
  takeGoogleAttempt,
} from '../store/google.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { confirmOwner } from './passwords.ts';
import { inAccountTransaction, readOwnProfile } from './profile.ts';

/** Binds the answer to the browser that started; the prefix __Host- keeps other hosts from setting the cookie. */
const ATTEMPT_COOKIE = '__Host-google-attempt';
const ATTEMPT_SECONDS = 10 * 60;

const expiredAttemptCookie: Success<unknown>['cookies'] = {
  [ATTEMPT_COOKIE]: { value: '', maxAgeSeconds: 0 },
};

function googleUnavailable(): Failure {
  return failure('google-unavailable', accountMessages.googleLoginFailed, { retryAfterSeconds: 60 });
}

const googleRefused = () => failure('malformed', accountMessages.googleFailed);

export async function readSignInMethods({
  google,
  settings,
  signUps,
}: Context): Promise<Outcome<DataOf<typeof signInWays>>> {
  const { registration } = settings.values;
  return success({ google: google !== undefined, registration, form_seconds: signUps.minSeconds });
}

async function startAttempt(
  { db, google }: Context,
  { accountId, invitation }: { accountId: number | null; invitation: string | null },
): Promise<Outcome<DataOf<typeof startGoogle>>> {
  const authorization = await google?.begin();
  if (authorization === undefined) return googleUnavailable();
  const token = newToken();
  await insertGoogleAttempt(db, token, { ...authorization.attempt, accountId, invitation });
  return {
    ...success({ auth_url: authorization.url }),
    cookies: { [ATTEMPT_COOKIE]: { value: token, maxAgeSeconds: ATTEMPT_SECONDS } },
  };
}

export function startGoogleSignIn(
  context: Context,
  { invitation }: ParsedInputOf<typeof startGoogle>,
): Promise<Outcome<DataOf<typeof startGoogle>>> {
  return startAttempt(context, { accountId: null, invitation: invitation || null });
}

/** Starts linking. It asks who is there, so that a stranger in an open session cannot add a sign-in method. */
export async function startGoogleLink(
  context: Context,
  { password }: ParsedInputOf<typeof linkGoogle>,
  { account }: CallerOf<typeof linkGoogle>,
): Promise<Outcome<DataOf<typeof startGoogle>>> {
  const confirmed = await confirmOwner(context, account, 'password', password);
  return confirmed.ok ? startAttempt(context, { accountId: account.id, invitation: null }) : confirmed;
}

type FinishedAttempt = GoogleAttempt & { identity: ProviderIdentity; token: string };

/** The Google identity of an answer, if this browser started the attempt, for this purpose, within ten minutes. */
async function finishAttempt(
  { db, google }: Context,
  answer: ParsedInputOf<typeof finishGoogle>,
  cookies: Caller['cookies'],
  accountId: number | null,
): Promise<Outcome<FinishedAttempt>> {
  if (google === undefined) return googleUnavailable();
  const token = cookies[ATTEMPT_COOKIE];
  if (token === undefined || token === '') return googleRefused();
  const attempt = await takeGoogleAttempt(db, token, answer.state);
  if (attempt === undefined || attempt.accountId !== accountId) return googleRefused();
  const identity = attempt.identity ?? (await google.finish(answer, attempt));
  if (identity === 'unreachable') return googleUnavailable();
  if (identity === 'refused') return googleRefused();
  return success({ ...attempt, identity, token });
}

/**
 * Counts a sign-up of this network, as the form does. Google's answer cannot be redeemed again, so that a refusal keeps
 * what it said for the same browser, which repeats the call with a proof of work.
 */
async function admitToNetwork(
  context: Context,
  { token, ...attempt }: FinishedAttempt,
  caller: Caller,
): Promise<Outcome<undefined>> {
  const refusal = await refuseNewcomer(context, caller, attempt.invitation ?? undefined);
  if (refusal !== undefined) return refusal;
  const quota = await context.strangerQuota.take('sign-up', caller);
  if (quota.ok) return success(undefined);
  await insertGoogleAttempt(context.db, token, attempt);
  return quota;
}

/** Signs in the account of a Google identity and creates it the first time. An equal mail address links nothing. */
export async function signInWithGoogle(
  context: Context,
  answer: ParsedInputOf<typeof finishGoogle>,
  caller: Caller,
): Promise<Outcome<DataOf<typeof finishGoogle>>> {
  const finished = await finishAttempt(context, answer, caller.cookies, null);
  if (!finished.ok) return finished;
  const { identity, invitation } = finished.data;
  const isNew = (await accountIdOfGoogle(context.db, identity)) === undefined;
  const admitted = isNew ? await admitToNetwork(context, finished.data, caller) : undefined;
  if (admitted?.ok === false) return admitted;
  const signedIn = await context.db.transaction().execute(async (transaction) => {
    await lockGoogleIdentity(transaction, identity);
    const existingId = await lockAccountOfGoogle(transaction, identity);
    if (existingId !== undefined) return completeSignIn(context, transaction, existingId, caller);
    // The account was deleted or unlinked meanwhile; a new one would be past the network's limit.
    if (!isNew) return googleRefused();
    const admission = await admitNewcomer(context, transaction, caller, invitation ?? undefined);
    if (!admission.ok) return admission;
    const accountId = await createAccountForGoogle(transaction, identity);
    await recordAcceptance(context, transaction, accountId);
    await admission.data.recordUse(accountId);
    return completeSignIn(context, transaction, accountId, caller, { isOwnerTold: true });
  });
  if (!signedIn.ok) return signedIn;
  return { ...signedIn, cookies: { ...expiredAttemptCookie, ...signedIn.cookies } };
}

/**
 * Locks the account of a Google identity for a new session. It checks the link again under the lock, because the
 * account may have been unlinked or deleted meanwhile.
 */
async function lockAccountOfGoogle(
  transaction: OpenTransaction,
  identity: ProviderIdentity,
): Promise<number | undefined> {
  const existingId = await accountIdOfGoogle(transaction, identity);
  if (existingId === undefined || !(await lockAccount(transaction, existingId, 'share'))) return undefined;
  return (await accountIdOfGoogle(transaction, identity)) === existingId ? existingId : undefined;
}

async function createAccountForGoogle(
  transaction: OpenTransaction,
  identity: ProviderIdentity,
): Promise<number> {
  const account = await insertAccountWithGeneratedName(transaction);
  const email = identity.email !== null && isOneAddress(identity.email) ? identity.email : null;
  await insertCredentials(transaction, { accountId: account.id, email, passwordHash: null });
  await insertGoogleIdentity(transaction, account.id, identity);
  if (email !== null && identity.isEmailVerified) await verifyAddress(transaction, account.id, email);
  return account.id;
}

const GENERATED_NAME_CHARACTERS = 'bcdfghjkmnpqrstvwxz23456789';

/** Creates an account whose name reveals nothing of the Google account; its owner may replace the name once. */
async function insertAccountWithGeneratedName(transaction: OpenTransaction): Promise<{ id: number }> {
  for (;;) {
    const suffix = Array.from(
      { length: 7 },
      () => GENERATED_NAME_CHARACTERS[randomInt(GENERATED_NAME_CHARACTERS.length)],
    ).join('');
    const account = await insertAccountIfFree(transaction, {
      username: `reader-${suffix}`,
      username_chosen_at: null,
    });
    if (account !== undefined) return account;
  }
}

export async function linkWithGoogle(
  context: Context,
  answer: ParsedInputOf<typeof finishGoogleLink>,
  caller: CallerOf<typeof finishGoogleLink>,
): Promise<Outcome<DataOf<typeof getProfile>>> {
  const { account, cookies } = caller;
  const finished = await finishAttempt(context, answer, cookies, account.id);
  if (!finished.ok) return finished;
  const outcome = await context.db.transaction().execute(async (transaction) => {
    const { identity } = finished.data;
    await lockGoogleIdentity(transaction, identity);
    await lockAccount(transaction, account.id, 'change');
    const linkedAccountId = await insertGoogleIdentity(transaction, account.id, identity);
    if (linkedAccountId === undefined) return failure('taken', accountMessages.otherGoogleLinked);
    if (linkedAccountId !== account.id) return failure('taken', accountMessages.googleTaken);
    await recordActivity(transaction, account.id, { kind: 'google-linked' });
    await context.jobs.enqueue(transaction, 'mail-google-linked', { accountId: account.id });
    return success(undefined);
  });
  if (!outcome.ok) return outcome;
  const profile = await readOwnProfile(context, {}, caller);
  return profile.ok ? { ...profile, cookies: expiredAttemptCookie } : profile;
}

export async function unlinkFromGoogle(
  { db }: Context,
  _input: unknown,
  caller: CallerOf<typeof getProfile>,
): Promise<Outcome<DataOf<typeof getProfile>>> {
  const unlinked = await inAccountTransaction(db, caller.account.id, async (transaction) => {
    if (!(await canSignInWithoutGoogle(transaction, caller.account.id)))
      return invalidField('password', accountMessages.googleIsOnlySignIn);
    if (await deleteGoogleIdentity(transaction, caller.account.id))
      await recordActivity(transaction, caller.account.id, { kind: 'google-unlinked' });
    return success({});
  });
  if (!unlinked.ok) return unlinked;
  return readOwnProfile({ db }, {}, caller);
}

async function canSignInWithoutGoogle(transaction: OpenTransaction, accountId: number): Promise<boolean> {
  const credentials = await credentialsOf(transaction, accountId);
  if (credentials?.passwordHash != null) return true;
  return (await secondFactorsOf(transaction, accountId)).includes('passkey');
}
