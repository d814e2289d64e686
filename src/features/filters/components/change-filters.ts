import { ApiError, isApiError } from '#base/failure.ts';
import { callApi } from '#ui/api-client.ts';
import { readTokens } from '#ui/session.ts';
import { getSavedFilters, savedFilterMessages, setSavedFilters } from '../contract/saved-filters.ts';
import {
  formatSavedFilters,
  MAX_SAVED_FILTERS,
  MAX_SAVED_FILTERS_CHARACTERS,
  type SavedFilter,
} from '../rules/saved-filters.ts';
import { ownFilters, storeFilters } from './own-filters.ts';

type Change = (filters: readonly SavedFilter[]) => SavedFilter[];

/**
 * Changes the saved filters: the account's, whose present list may be newer than this browser's copy, or a guest's in
 * the cookie. Throws an ApiError when they are too many.
 */
export async function changeFilters(change: Change): Promise<void> {
  if (readTokens() === undefined) {
    const changed = change(ownFilters());
    if (changed.length > MAX_SAVED_FILTERS) throw new ApiError(422, 'invalid', savedFilterMessages.tooMany);
    if (formatSavedFilters(changed).length > MAX_SAVED_FILTERS_CHARACTERS)
      throw new ApiError(422, 'invalid', savedFilterMessages.tooLong);
    storeFilters(changed);
    return;
  }
  const { filters } = await callApi(getSavedFilters, {});
  storeFilters((await callApi(setSavedFilters, { filters: change(filters) })).filters);
}

/** Makes this browser's filters the account's: an account without any takes those of the browser. */
export async function adoptFilters(): Promise<void> {
  const own = ownFilters();
  const { filters } = await callApi(getSavedFilters, {});
  if (filters.length === 0 && own.length > 0) await changeFilters(() => own);
  else storeFilters(filters);
}

/** The reason that a change has failed. */
export function failureText(error: unknown): string {
  return isApiError(error) ? error.message : savedFilterMessages.failed;
}
