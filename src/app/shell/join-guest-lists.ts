import { rememberListsJoined } from '#features/accounts/parts/session.ts';
import { syncFilters } from '#features/filters/parts/sync-filters.ts';
import { syncHidden } from '#features/hidden/parts/sync-hidden.ts';

/**
 * Joins this browser's lists to those of the account. `onHiddenChange` runs if the lists of the page change by that.
 * Rejects once the signal is aborted.
 */
export async function joinGuestLists(
  accountId: number,
  onHiddenChange: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  await Promise.all([
    syncHidden(signal).then(({ hasChanged }) => (hasChanged ? onHiddenChange() : undefined)),
    syncFilters(signal),
  ]);
  rememberListsJoined(accountId);
}
