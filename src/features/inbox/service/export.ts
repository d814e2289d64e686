import type { Connection } from '#platform/database/database.ts';
import { itemsToExport, settingsToExport } from '../store/export.ts';

/** Everything that is stored of an account's inbox. */
export async function inboxToExport(connection: Connection, accountId: number) {
  const [items, settings] = await Promise.all([
    itemsToExport(connection, accountId),
    settingsToExport(connection, accountId),
  ]);
  return { items, settings };
}
