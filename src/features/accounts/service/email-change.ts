/**
 * Changes of an account's address. The new address counts once its reader has confirmed it. The reader of the former,
 * verified one is told at once, and can stop the change, or undo it some days later: somebody who has got hold of a
 * session and its password must not take the account away.
 */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { recordActivity } from '#features/activity/service.ts';
import { removeFactorsSince, secondFactorsOf } from '#features/second-factors/service/factors.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import { type Caller, type CallerOf, freshSignInNeeded } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { accountMessages } from '../contract/accounts.ts';
import {
  type cancelEmailChange,
  type changeEmail,
  type confirmEmailChange,
  emailChangeMessages,
  type getEmailChange,
  type resendEmailChange,
  type stopEmailChange,
} from '../contract/email-change.ts';
import { type Credentials, credentialsOf, removePassword } from '../store/credentials.ts';
import {
  deleteEmailChange,
  deleteLaterRestoreLinks,
  deleteLinksToFormerAddress,
  doubtedSinceOf,
  emailChangeOf,
  endDoubt,
  firstDoubtOf,
  replaceAddress,
  type StoredEmailChange,
  storeEmailChange,
} from '../store/email-changes.ts';
import { deleteGoogleIdentityLinkedSince } from '../store/google.ts';
import { lockMailToken, markMailTokenUsed } from '../store/mail-tokens.ts';
import { deleteSessions } from '../store/sessions.ts';
import { refusalOfVerified } from './account-status.ts';
import { forgetOtherDevices } from './devices.ts';
import { confirmPassword } from './passwords.ts';
import { inAccountTransaction } from './profile.ts';

const shown = (change: StoredEmailChange | undefined): DataOf<typeof changeEmail> => ({
  change:
    change === undefined
      ? null
      : {
          email: change.email,
          requested_at: change.requested_at.toISOString(),
          expires_at: change.expires_at.toISOString(),
        },
});

const isSameAddress = (one: string | null, other: string) => one?.toLowerCase() === other.toLowerCase();

/** The former address, if its reader may be told: an unverified one may belong to somebody else. */
const addressToTell = ({ email, isVerified }: Credentials) => (isVerified ? email : null);

export async function readEmailChange(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof getEmailChange>,
): Promise<Outcome<DataOf<typeof getEmailChange>>> {
  const [change, refusedAt] = await Promise.all([
    emailChangeOf(db, account.id),
    refusalOfVerified(db, account.id),
  ]);
  return success({ ...shown(change), refused_at: refusedAt?.toISOString() ?? null });
}

/** All work before the answer is the same whether or not the address is in use: the mails are jobs. */
export async function requestEmailChange(
  context: Context,
  { email, password }: ParsedInputOf<typeof changeEmail>,
  caller: CallerOf<typeof changeEmail>,
): Promise<Outcome<DataOf<typeof changeEmail>>> {
  const { account } = caller;
  const credentials = await credentialsOf(context.db, account.id);
  const hasSecondFactor = (await secondFactorsOf(context.db, account.id)).length > 0;
  const hasPassword = credentials?.passwordHash != null;
  if (!account.isFresh && (hasSecondFactor || !hasPassword)) return freshSignInNeeded();
  if (hasPassword) {
    if (password === undefined) return invalidField('password', accountMessages.passwordRequired);
    const confirmed = await confirmPassword(context, account, 'password', password);
    if (!confirmed.ok) return confirmed;
  }
  if (isSameAddress(credentials?.email ?? null, email))
    return invalidField('email', emailChangeMessages.same);
  const quota = await context.strangerQuota.take('account-link', caller);
  if (!quota.ok) return quota;
  return inAccountTransaction(context.db, account.id, async (transaction) => {
    const current = await credentialsOf(transaction, account.id);
    if (current?.passwordHash !== credentials?.passwordHash)
      return invalidField('password', accountMessages.wrongPassword);
    const earlier = await emailChangeOf(transaction, account.id);
    if (earlier?.email !== email) await deleteEmailChange(transaction, account.id);
    const change = await storeEmailChange(transaction, account.id, email);
    await quota.data.enqueue(transaction, 'mail-email-change', { accountId: account.id });
    if (earlier?.email !== email)
      await recordActivity(transaction, account.id, { kind: 'email-change-asked' });
    const former = current === undefined ? null : addressToTell(current);
    // A repeated request needs no second notice: the link of the first one still works.
    if (former !== null && earlier?.email !== email)
      await context.jobs.enqueue(transaction, 'mail-email-notice', {
        ...{ accountId: account.id, email: former, notice: 'requested' },
        doubtedSince: await doubtedSinceOf(transaction, account.sessionId),
      });
    return success(shown(change), emailChangeMessages.requested);
  });
}

export async function resendLinkForNewAddress(
  context: Context,
  _input: unknown,
  caller: CallerOf<typeof resendEmailChange>,
): Promise<Outcome<NoData>> {
  const { account } = caller;
  if ((await emailChangeOf(context.db, account.id)) === undefined)
    return failure('not-found', emailChangeMessages.none);
  const quota = await context.strangerQuota.take('account-link', caller);
  if (!quota.ok) return quota;
  await quota.data.enqueue(context.db, 'mail-email-change', { accountId: account.id });
  return success({}, emailChangeMessages.sentAgain);
}

export async function cancelOwnEmailChange(
  { db }: Context,
  _input: unknown,
  { account }: CallerOf<typeof cancelEmailChange>,
): Promise<Outcome<NoData>> {
  return inAccountTransaction(db, account.id, async (transaction) => {
    await deleteEmailChange(transaction, account.id);
    return success({}, emailChangeMessages.cancelled);
  });
}

/** Changes the address. Sessions stay, because whoever asked has proven to be the owner; a second press succeeds. */
export async function confirmNewAddress(
  context: Context,
  { token }: ParsedInputOf<typeof confirmEmailChange>,
): Promise<Outcome<NoData>> {
  return context.db.transaction().execute(async (transaction) => {
    const mailToken = await lockMailToken(transaction, token, 'confirm-email');
    const credentials = mailToken && (await credentialsOf(transaction, mailToken.accountId));
    if (mailToken === undefined || credentials === undefined)
      return failure('gone', emailChangeMessages.linkExpired);
    const { accountId, email, isUsed } = mailToken;
    if (isUsed)
      return isSameAddress(credentials.email, email)
        ? success({}, emailChangeMessages.confirmed)
        : failure('gone', emailChangeMessages.linkExpired);
    if (!(await replaceAddress(transaction, accountId, email)))
      return failure('taken', accountMessages.verifyTaken);
    const doubtedSince = (await emailChangeOf(transaction, accountId))?.requested_at;
    await markMailTokenUsed(transaction, token);
    await deleteEmailChange(transaction, accountId);
    await deleteLinksToFormerAddress(transaction, accountId);
    await recordActivity(transaction, accountId, { kind: 'email-changed' });
    const former = addressToTell(credentials);
    if (former !== null)
      await context.jobs.enqueue(transaction, 'mail-email-notice', {
        ...{ accountId, email: former, notice: 'changed', doubtedSince },
      });
    return success({}, emailChangeMessages.confirmed);
  });
}

/**
 * Removes what was set up for signing in since a change is doubted: a factor of the thief would keep the owner out, and a
 * passkey or Google account would let the thief in again. So would the password, which whoever asked has known or set; the
 * reader of the address is mailed a link for a new one.
 */
async function removeWaysInSince(
  context: Context,
  transaction: OpenTransaction,
  accountId: number,
  since: Date,
): Promise<void> {
  await removeFactorsSince(context, transaction, accountId, since);
  if (await deleteGoogleIdentityLinkedSince(transaction, accountId, since))
    await recordActivity(transaction, accountId, { kind: 'google-unlinked' });
  if (!(await removePassword(transaction, accountId))) return;
  await recordActivity(transaction, accountId, { kind: 'password-removed' });
  await context.jobs.enqueue(transaction, 'mail-password-removed', { accountId });
}

/**
 * Keeps or restores the address that the link was mailed to. All sessions end, because whoever asked for the change
 * was signed in. Of several changes within days, the earliest address is the strongest.
 */
export async function stopChangeByLink(
  context: Context,
  { token }: ParsedInputOf<typeof stopEmailChange>,
  { cookies }: Caller,
): Promise<Outcome<NoData>> {
  return context.db.transaction().execute(async (transaction) => {
    const mailToken = await lockMailToken(transaction, token, 'keep-email');
    const credentials = mailToken && (await credentialsOf(transaction, mailToken.accountId));
    if (mailToken === undefined || credentials === undefined)
      return failure('gone', emailChangeMessages.stopExpired);
    const { accountId, email, isUsed } = mailToken;
    const hasChanged = !isSameAddress(credentials.email, email);
    if (isUsed)
      return hasChanged
        ? failure('gone', emailChangeMessages.stopExpired)
        : success({}, emailChangeMessages.stopped);
    await deleteEmailChange(transaction, accountId);
    const ended = await deleteSessions(transaction, accountId);
    if (ended > 0) await recordActivity(transaction, accountId, { kind: 'sessions-ended', count: ended });
    await forgetOtherDevices(context, transaction, accountId, cookies);
    // The failure is returned, not thrown, so the sessions have ended nevertheless.
    if (hasChanged && !(await replaceAddress(transaction, accountId, email)))
      return failure('taken', emailChangeMessages.stopTaken);
    const doubtedSince = await firstDoubtOf(transaction, accountId, email);
    if (doubtedSince !== undefined) await removeWaysInSince(context, transaction, accountId, doubtedSince);
    await endDoubt(transaction, accountId, email);
    await markMailTokenUsed(transaction, token);
    await deleteLinksToFormerAddress(transaction, accountId);
    await deleteLaterRestoreLinks(transaction, { accountId, token, email });
    if (hasChanged) await recordActivity(transaction, accountId, { kind: 'email-restored' });
    if (hasChanged && credentials.email !== null)
      await context.jobs.enqueue(transaction, 'mail-email-notice', {
        ...{ accountId, email: credentials.email, notice: 'restored' },
      });
    return success({}, emailChangeMessages.stopped);
  });
}
