import type { Connection } from '#platform/database.ts';
import { verifiedAddressesOfModerators } from '../store/credentials.ts';

/** Where moderators are written to: verified addresses only. */
export async function moderatorAddresses(connection: Connection): Promise<string[]> {
  return verifiedAddressesOfModerators(connection);
}
