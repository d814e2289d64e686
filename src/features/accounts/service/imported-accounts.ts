/** Accounts of imported books: authors as whom nobody can sign in. */
import { failure, type Outcome, success } from '#base/failure.ts';
import type { Connection } from '#platform/database/database.ts';
import type { ProfileDetails } from '../contract/profile-details.ts';
import { accountMessages, isUsername } from '../rules/accounts.ts';
import { accountByUsername, hasAccounts, insertAccount } from '../store/accounts.ts';

/** The account with this name, in the caller's transaction; created if missing. */
export async function findOrCreateAccount(
  connection: Connection,
  account: Partial<ProfileDetails> & { username: string; created_at?: Date },
): Promise<Outcome<{ id: number; username: string; isNew: boolean }>> {
  if (!isUsername(account.username)) {
    const message = accountMessages.usernameForm;
    return failure('invalid', message, { fields: { username: message } });
  }
  const existing = await accountByUsername(connection, account.username);
  if (existing !== undefined) return success({ ...existing, isNew: false });
  return success({ ...(await insertAccount(connection, account)), isNew: true });
}

export { hasAccounts };
