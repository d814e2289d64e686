import { ApiError } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { failureText } from '#ui/failure-text.ts';
import { readTokens } from '#ui/session.ts';
import { savedFilterMessages, setSavedFilters } from '../contract/saved-filters.ts';
import { syncFilters } from '../parts/sync-filters.ts';
import { exceededLimit, type SavedFilter } from '../rules/saved-filters.ts';
import { ownFilters, storeFilters } from './own-filters.ts';

type Change = (filters: readonly SavedFilter[]) => SavedFilter[];

/**
 * Changes the saved filters: the account's, whose present list may be newer than this browser's copy, or a guest's in
 * the cookie. Throws an ApiError when they are too many.
 */
export async function changeFilters(change: Change): Promise<void> {
  if (readTokens() === undefined) {
    const changed = change(ownFilters());
    const exceeded = exceededLimit(changed);
    if (exceeded !== undefined) throw new ApiError(422, 'invalid', savedFilterMessages[exceeded]);
    storeFilters(changed);
    return;
  }
  const filters = change(await syncFilters());
  storeFilters((await callApi(setSavedFilters, { filters })).filters);
}

/** The reason that a change has failed. */
export function messageOf(error: unknown): string {
  return failureText(error, savedFilterMessages.failed);
}
