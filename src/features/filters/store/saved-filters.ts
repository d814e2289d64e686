import type { Connection } from '#platform/database/database.ts';
import type { SavedFilter } from '../rules/saved-filters.ts';

/** An account's filters, by name. */
export async function savedFiltersOf(connection: Connection, accountId: number): Promise<SavedFilter[]> {
  const rows = await connection
    .selectFrom('saved_filters')
    .select(['name', 'query', 'is_default'])
    .where('account_id', '=', accountId)
    .execute();
  return rows.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

export async function replaceSavedFilters(
  connection: Connection,
  accountId: number,
  filters: readonly SavedFilter[],
): Promise<void> {
  await connection.deleteFrom('saved_filters').where('account_id', '=', accountId).execute();
  if (filters.length === 0) return;
  await connection
    .insertInto('saved_filters')
    .values(filters.map((filter) => ({ account_id: accountId, ...filter })))
    .execute();
}
