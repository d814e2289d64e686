import type { Connection } from '#platform/database/database.ts';
import { otherModeratorExists } from '../store/account-status.ts';
import { findReachableModerators } from '../store/credentials.ts';

/** Whether another moderator or admin exists who is not suspended; not counting a further account, if one is named. */
export async function hasOtherModerators(
  connection: Connection,
  accountId: number,
  exceptId: number | null = null,
): Promise<boolean> {
  return otherModeratorExists(connection, exceptId === null ? [accountId] : [accountId, exceptId]);
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
