import type { Connection } from '#platform/database/database.ts';
import { verifiedAddressesOfModerators } from '../store/credentials.ts';
import { otherModeratorExists } from '../store/standing.ts';

/** Whether anybody else could act as a moderator here: an account with that role, or an admin's, that is not suspended. */
export async function hasOtherModerators(connection: Connection, accountId: number): Promise<boolean> {
  return otherModeratorExists(connection, accountId);
}

/** Where moderators are written to: verified addresses only. */
export async function moderatorAddresses(connection: Connection): Promise<string[]> {
  return verifiedAddressesOfModerators(connection);
}
