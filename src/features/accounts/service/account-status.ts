/** Accounts as moderators and admins see and change them. */
import type { Connection } from '#platform/database/database.ts';
import { refusalOf } from '#platform/mail/refused-addresses.ts';
import {
  type AccountStatus,
  findAccountsByPrefix,
  lockAccountStatus,
  markSuspended,
  markWithheld,
  unmarkSuspended,
  unmarkWithheld,
} from '../store/account-status.ts';
import { accountByUsername, updateRole } from '../store/accounts.ts';
import { credentialsByEmail, credentialsOf } from '../store/credentials.ts';
import { deleteSessions } from '../store/sessions.ts';

/** Ends all sessions of an account and returns their number; signing in again stays possible. */
export async function endAllSessionsOf(connection: Connection, accountId: number): Promise<number> {
  return deleteSessions(connection, accountId);
}

/** The verified mail address of an account; an unverified one may belong to somebody else. */
export async function verifiedAddressOf(
  connection: Connection,
  accountId: number,
): Promise<string | undefined> {
  const credentials = await credentialsOf(connection, accountId);
  return credentials?.isVerified ? (credentials.email ?? undefined) : undefined;
}

/** When a mail server last refused our mails to the verified address of an account. */
export async function refusalOfVerified(
  connection: Connection,
  accountId: number,
): Promise<Date | undefined> {
  const address = await verifiedAddressOf(connection, accountId);
  return address === undefined ? undefined : refusalOf(connection, address);
}

/** The account that has verified this mail address. */
export async function accountOfVerifiedAddress(
  connection: Connection,
  email: string,
): Promise<{ id: number } | undefined> {
  const [credentials] = await credentialsByEmail(connection, email);
  return credentials?.isVerified ? { id: credentials.accountId } : undefined;
}

export {
  type AccountStatus,
  accountByUsername,
  findAccountsByPrefix,
  lockAccountStatus,
  markSuspended,
  markWithheld,
  unmarkSuspended,
  unmarkWithheld,
  updateRole,
};
