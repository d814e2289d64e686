import type { Connection } from '#platform/database/database.ts';
import { correctionsOfAccount } from './store.ts';

/** The corrections that an account has suggested, for its export. */
export async function correctionsByAccount(connection: Connection, accountId: number) {
  return correctionsOfAccount(connection, accountId);
}
