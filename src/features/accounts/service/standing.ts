/** Accounts as moderators and admins act upon them. */
import type { Connection } from '#platform/database/database.ts';
import { accountByUsername, updateRole } from '../store/accounts.ts';
import { credentialsOf } from '../store/credentials.ts';
import { deleteSessions } from '../store/sessions.ts';
import {
  holdStanding,
  markSuspended,
  markWithheld,
  peopleByName,
  type Standing,
  unmarkSuspended,
  unmarkWithheld,
} from '../store/standing.ts';

/** Ends all sessions of an account; signing in again is possible. Gives how many there were. */
export async function endSessionsOf(connection: Connection, accountId: number): Promise<number> {
  return deleteSessions(connection, accountId);
}

/** Where somebody is written to about their account: only where the address is known to be theirs. */
export async function verifiedAddressOf(
  connection: Connection,
  accountId: number,
): Promise<string | undefined> {
  const credentials = await credentialsOf(connection, accountId);
  return credentials?.isVerified ? (credentials.email ?? undefined) : undefined;
}

export {
  accountByUsername,
  holdStanding,
  markSuspended,
  markWithheld,
  peopleByName,
  type Standing,
  unmarkSuspended,
  unmarkWithheld,
  updateRole,
};
