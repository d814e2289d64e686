/** Pen names: the names that readers see. The account behind them is known to its owner and the staff only. */
import type { Connection } from '#platform/database/database.ts';
import { accountOfUsername, penNameIdsOf, penNamesToExport } from './store.ts';

/** The ids of an account's pen names, its default one included. */
export async function penNameIds(connection: Connection, accountId: number): Promise<number[]> {
  return penNameIdsOf(connection, accountId);
}

/** The account behind a pen name, for staff. */
export async function accountIdOfPenName(
  connection: Connection,
  username: string,
): Promise<number | undefined> {
  return accountOfUsername(connection, username);
}

export { penNamesToExport };
