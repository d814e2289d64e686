import { adoptFilters } from '#features/filters/parts/adopt-filters.ts';
import { adoptHidden } from '#features/hidden/parts/adopt-hidden.ts';
import { writeEntry } from '#ui/browser-storage.ts';

/** Joins this browser's lists to those of the account. `onHiddenChange` runs if the lists of the page change by that. */
export async function joinGuestLists(accountId: number, onHiddenChange: () => Promise<void>): Promise<void> {
  await Promise.all([
    adoptHidden().then((hasChanged) => (hasChanged ? onHiddenChange() : undefined)),
    adoptFilters(),
  ]);
  writeEntry('joined', String(accountId));
}
