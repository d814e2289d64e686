/** Accounts of imported books: authors as whom nobody can sign in. */
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Connection } from '#platform/database/database.ts';
import type { ProfileDetails } from '../contract/profile-details.ts';
import { accountMessages, isUsername } from '../rules/accounts.ts';
import { hasAccounts, insertAccount, penNameByUsername } from '../store/accounts.ts';

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

export { hasAccounts };
