/** Accounts of imported books: authors as whom nobody can sign in. */
import { emailSchema } from '#base/email-schema.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { normalizeLine, normalizeLines } from '#base/plain-text.ts';
import { excerpt } from '#base/text.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { newToken } from '#platform/security/token.ts';
import {
  MAX_BIO_CHARACTERS,
  MAX_DISPLAY_NAME_CHARACTERS,
  type ProfileDetails,
} from '../contract/profile-details.ts';
import {
  accountMessages,
  isReservedUsername,
  isUsername,
  MAX_USERNAME_CHARACTERS,
} from '../rules/accounts.ts';
import {
  accountByUsername,
  hasAccounts,
  insertAccount,
  lockAccount,
  penNameByUsername,
} from '../store/accounts.ts';
import {
  credentialsOf,
  insertCredentials,
  isAddressTaken,
  isUnclaimed,
  replaceUnverifiedAddress,
} from '../store/credentials.ts';
import { insertMailToken } from '../store/mail-tokens.ts';
import { newDisplayNameProblem } from './profile.ts';

/** The pen name with this username, in the caller's transaction; with a new account if missing. */
export async function findOrCreateAccount(
  connection: Connection,
  account: Partial<ProfileDetails> & { username: string; created_at?: Date },
): Promise<Outcome<{ id: number; username: string; isNew: boolean }>> {
  if (!isUsername(account.username)) {
    const message = accountMessages.usernameForm;
    return failure('invalid', message, { fields: { username: message } });
  }
  const existing = await penNameByUsername(connection, account.username);
  if (existing !== undefined && existing.retired_at !== null) {
    const message = accountMessages.usernameTaken;
    return failure('taken', message, { fields: { username: message } });
  }
  if (existing !== undefined) return success({ id: existing.id, username: existing.username, isNew: false });
  return success({ ...(await insertAccount(connection, account)), isNew: true });
}

const email = emailSchema({ required: '', form: '' });
/** A link that an operator hands over by other means reaches its author later than a mailed one. */
const CLAIM_LINK_DAYS = 7;

/**
 * Adds the account of an author of another site. Nobody can sign in to it until its author claims it: with a mailed link
 * for a new password, as somebody who forgot theirs, or with a link that an operator hands over.
 */
export async function addUnclaimedAccount(
  transaction: OpenTransaction,
  author: { name: string; email?: string | undefined; bio: string; joined?: Date | undefined },
): Promise<{ id: number; username: string; notes: string[] }> {
  const notes: string[] = [];
  const username = await freeUsername(transaction, author.name);
  const typed = excerpt(normalizeLine(author.name), MAX_DISPLAY_NAME_CHARACTERS);
  const problem = await newDisplayNameProblem(transaction, typed, { id: 0, username, display_name: '' });
  if (problem !== undefined) notes.push(`the pen name “${typed}” became ${username}: ${problem}`);
  const { id } = await insertAccount(transaction, {
    username,
    display_name: problem === undefined ? typed : '',
    bio: excerpt(normalizeLines(author.bio), MAX_BIO_CHARACTERS),
    ...(author.joined === undefined ? {} : { created_at: author.joined }),
  });
  const address = email.safeParse(author.email).data ?? null;
  if (address === null)
    notes.push('its author has no usable address: hand over a link with npm run claim-link');
  await insertCredentials(transaction, { accountId: id, email: address, passwordHash: null });
  return { id, username, notes };
}

/** The first free one of name, name-2, name-3 …, in the letters of usernames. */
async function freeUsername(transaction: OpenTransaction, name: string): Promise<string> {
  const letters = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, MAX_USERNAME_CHARACTERS - 6);
  const base =
    isUsername(letters) && !isReservedUsername(letters) ? letters : `author-${letters}`.replace(/-$/, '');
  for (let number = 1; ; number++) {
    const username = number === 1 ? base : `${base}-${number}`;
    if ((await penNameByUsername(transaction, username)) === undefined) return username;
  }
}

/**
 * Makes a link with which whoever opens it sets the password of an account that nobody has signed in to. It proves no
 * address. An address that the operator knows to be the author's takes the place of the one that the account came with,
 * and is mailed the link instead.
 */
export async function claimLink(
  context: Pick<Context, 'db' | 'jobs'>,
  username: string,
  address?: string,
): Promise<Outcome<{ token: string | undefined }>> {
  const account = await accountByUsername(context.db, username);
  if (account === undefined) return failure('not-found', `nobody is called ${username}`);
  const accountId = account.id;
  return context.db.transaction().execute(async (transaction) => {
    if (
      !(await lockAccount(transaction, accountId, 'change')) ||
      !(await isUnclaimed(transaction, accountId))
    )
      return failure('not-found', `somebody signs in to the account ${username} already`);
    // The author of an imported book came with a name alone.
    if ((await credentialsOf(transaction, accountId)) === undefined)
      await insertCredentials(transaction, { accountId, email: null, passwordHash: null });
    if (address === undefined) {
      const token = newToken();
      const expiresAt = new Date(Date.now() + CLAIM_LINK_DAYS * 24 * 60 * 60_000);
      await insertMailToken(transaction, { token, accountId, purpose: 'reset', email: '', expiresAt });
      return success({ token });
    }
    const valid = email.safeParse(address);
    if (!valid.success) return failure('invalid', accountMessages.emailForm);
    if (await isAddressTaken(transaction, valid.data, accountId))
      return failure('taken', accountMessages.verifyTaken);
    await replaceUnverifiedAddress(transaction, accountId, valid.data);
    await context.jobs.enqueue(transaction, 'mail-reset', { email: valid.data });
    return success({ token: undefined });
  });
}

export { hasAccounts };
