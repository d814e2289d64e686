import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import {
  type Failure,
  failure,
  invalidField,
  type NoData,
  notSignedIn,
  type Outcome,
  success,
} from '#base/failure.ts';
import { secondFactorsOf } from '#features/second-factors/service/factors.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { type CallerOf, freshSignInNeeded } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  accountMessages,
  type askToDelete,
  type chooseUsername,
  type deleteAccount,
} from '../contract/accounts.ts';
import type { updateProfile } from '../contract/profile.ts';
import type { getProfile } from '../contract/session.ts';
import { isReservedUsername } from '../rules/accounts.ts';
import { displayNameProblem, lookAlikeKeys } from '../rules/display-name.ts';
import {
  deleteAccountRow,
  invalidateStoriesOfAuthor,
  lockAccount,
  resemblesOtherUsername,
  updateAccount,
  updateUsername,
  userById,
} from '../store/accounts.ts';
import { credentialsOf } from '../store/credentials.ts';
import { findMailToken } from '../store/mail-tokens.ts';
import { confirmPassword, lockIfPasswordUnchanged } from './passwords.ts';

type User = DataOf<typeof getProfile>;

/**
 * Changes something of an account in a transaction that holds its lock, so that such changes take turns and the account
 * is not deleted before the end. Fails if it no longer exists.
 */
export function inAccountTransaction<Data>(
  db: Context['db'],
  accountId: number,
  change: (transaction: OpenTransaction) => Promise<Outcome<Data>>,
): Promise<Outcome<Data>> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockAccount(transaction, accountId, 'change'))) return notSignedIn();
    return change(transaction);
  });
}

export async function readOwnProfile(
  { db }: Pick<Context, 'db'>,
  _input: unknown,
  { account }: Pick<CallerOf<typeof getProfile>, 'account'>,
): Promise<Outcome<User>> {
  const user = await userById(db, account.id);
  return user === undefined ? notSignedIn() : success(user);
}

export async function saveProfile(
  { db }: Context,
  changes: ParsedInputOf<typeof updateProfile>,
  caller: CallerOf<typeof updateProfile>,
): Promise<Outcome<User>> {
  const current = await readOwnProfile({ db }, {}, caller);
  if (!current.ok) return current;
  const { display_name } = changes;
  const problem =
    display_name === undefined
      ? undefined
      : await newDisplayNameProblem(db, display_name, {
          ...current.data,
          display_name: current.data.profile.display_name,
        });
  if (problem !== undefined) return invalidField('display_name', problem);
  const { id } = caller.account;
  const isRenamed = display_name !== undefined && display_name !== current.data.profile.display_name;
  await db.transaction().execute(async (transaction) => {
    await updateAccount(transaction, id, changes);
    if (isRenamed) await invalidateStoriesOfAuthor(transaction, id);
  });
  const updated = await readOwnProfile({ db }, {}, caller);
  return updated.ok ? success(updated.data, accountMessages.profileSaved) : updated;
}

/**
 * The problem of a pen name's new display name; its own username and an unchanged name stay valid. `formerId` is a
 * retired name of the same account whose username it takes.
 */
export async function newDisplayNameProblem(
  db: Connection,
  name: string,
  penName: { id: number; username: string; display_name: string; formerId?: number | undefined },
): Promise<string | undefined> {
  if (name === '' || name === penName.display_name) return undefined;
  if (name.toLowerCase() === penName.username.toLowerCase()) return undefined;
  const problem = displayNameProblem(name);
  if (problem !== undefined) return problem;
  const ownIds = [penName.id, penName.formerId ?? penName.id];
  const isTooSimilar = await resemblesOtherUsername(db, ownIds, lookAlikeKeys(name));
  return isTooSimilar ? accountMessages.displayNameTooSimilar : undefined;
}

/** Replaces the username generated at the first sign-in with Google, once. */
export async function replaceGeneratedUsername(
  { db }: Context,
  { username }: ParsedInputOf<typeof chooseUsername>,
  caller: CallerOf<typeof chooseUsername>,
): Promise<Outcome<User>> {
  if (isReservedUsername(username)) return invalidField('username', accountMessages.usernameReserved);
  const outcome = await updateUsername(db, caller.account.id, username);
  if (outcome === 'taken') return usernameTaken();
  if (outcome === 'chosen already') return failure('not-yours', accountMessages.usernamePermanent);
  await invalidateStoriesOfAuthor(db, caller.account.id);
  return readOwnProfile({ db }, {}, caller);
}

export { invalidateStoriesOfAuthor, lockAccount };

export function usernameTaken(): Failure {
  return failure('taken', accountMessages.usernameTaken, {
    fields: { username: accountMessages.usernameTaken },
  });
}

/**
 * Deletes the account with everything it owns, in one transaction. The password confirms it, or, for an account without
 * one, the token of a mailed link.
 */
export async function deleteOwnAccount(
  context: Context,
  { password, token }: ParsedInputOf<typeof deleteAccount>,
  { account }: CallerOf<typeof deleteAccount>,
): Promise<Outcome<NoData>> {
  const { db } = context;
  // A password or a mailed link proves as much as signing in, unless a second factor belongs to it.
  if (!account.isFresh && (await secondFactorsOf(db, account.id)).length > 0) return freshSignInNeeded();
  if (token !== undefined) {
    return db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, account.id, 'delete');
      const mailToken = await findMailToken(transaction, token, 'delete');
      if (mailToken === undefined) return failure('gone', accountMessages.deleteLinkExpired);
      if (mailToken.accountId !== account.id) return failure('gone', accountMessages.deleteLinkOfAnother);
      return deleteLockedAccount(transaction, account.id);
    });
  }
  if (password === undefined) return invalidField('password', accountMessages.passwordRequired);
  const confirmed = await confirmPassword(context, account, 'password', password);
  if (!confirmed.ok) return confirmed;
  return db.transaction().execute(async (transaction) => {
    if (!(await lockIfPasswordUnchanged(transaction, confirmed.data, 'delete')))
      return invalidField('password', accountMessages.wrongPassword);
    return deleteLockedAccount(transaction, account.id);
  });
}

async function deleteLockedAccount(
  transaction: OpenTransaction,
  accountId: number,
): Promise<Outcome<NoData>> {
  await deleteAccountRow(transaction, accountId);
  return success({});
}

/** Mails the link by which an account without a password confirms its deletion. */
export async function requestDeletionLink(
  context: Context,
  _input: unknown,
  caller: CallerOf<typeof askToDelete>,
): Promise<Outcome<NoData>> {
  const { account } = caller;
  const credentials = await credentialsOf(context.db, account.id);
  if (credentials?.email == null) return failure('not-yours', accountMessages.deleteFailed);
  const quota = await context.strangerQuota.take('account-link', caller);
  if (!quota.ok) return quota;
  await quota.data.enqueue(context.db, 'mail-deletion', { accountId: account.id });
  return success({}, accountMessages.deleteByMail);
}
