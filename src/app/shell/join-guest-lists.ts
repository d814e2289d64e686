import { adoptFilters } from '#features/filters/parts/adopt-filters.ts';
import { adoptHidden } from '#features/hidden/parts/adopt-hidden.ts';
import { writeEntry } from '#ui/browser-storage.ts';

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
    adoptHidden(signal).then((hasChanged) => (hasChanged ? onHiddenChange() : undefined)),
    adoptFilters(signal),
  ]);
  writeEntry('joined', String(accountId));
}
