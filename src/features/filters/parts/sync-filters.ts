import { haveListsJoined } from '#features/accounts/parts/session.ts';
import { callApi } from '#ui/api-client.ts';
import { readTokens } from '#ui/session.ts';
import { ownFilters, storeFilters } from '../components/own-filters.ts';
import { getSavedFilters, setSavedFilters } from '../contract/saved-filters.ts';
import { joinSavedFilters, type SavedFilter } from '../rules/saved-filters.ts';

/**
 * Makes this browser's filters those of the account, and returns them. Those of a guest who has just signed in join
 * them first: each request for the account's filters goes through here, or the first answer would replace the guest's.
 * Rejects, and stores nothing, once the signal is aborted or the session has ended.
 */
export async function syncFilters(signal?: AbortSignal): Promise<SavedFilter[]> {
  const own = haveListsJoined() ? [] : ownFilters();
  const { filters } = await callApi(getSavedFilters, {}, { signal });
  const joined = joinSavedFilters(filters, own);
  if (joined.length > filters.length) await callApi(setSavedFilters, { filters: joined }, { signal });
  signal?.throwIfAborted();
  if (readTokens() === undefined) throw new Error('the session has ended');
  storeFilters(joined);
  return joined;
}
