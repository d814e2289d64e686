import type { Connection } from '#platform/database/database.ts';
import { otherModeratorExists } from '../store/account-status.ts';
import { findReachableModerators } from '../store/credentials.ts';

/** Whether another moderator or admin exists who is not suspended. */
export async function hasOtherModerators(connection: Connection, accountId: number): Promise<boolean> {
  return otherModeratorExists(connection, accountId);
}

/** The moderators and admins whose mail address is verified. */
export async function reachableModerators(
  connection: Connection,
): Promise<{ accountId: number; email: string }[]> {
  return findReachableModerators(connection);
}

/** The verified mail addresses of moderators. */
export async function moderatorAddresses(connection: Connection): Promise<string[]> {
  return (await reachableModerators(connection)).map(({ email }) => email);
}
