import { callApi } from '#ui/api-client.ts';
import { ownFilters, storeFilters } from '../components/own-filters.ts';
import { getSavedFilters, setSavedFilters } from '../contract/saved-filters.ts';
import { joinSavedFilters } from '../rules/saved-filters.ts';

/** Adds the filters of this browser to those of the account. Rejects, and stores nothing, once the signal is aborted. */
export async function adoptFilters(signal: AbortSignal): Promise<void> {
  const own = ownFilters();
  const { filters } = await callApi(getSavedFilters, {}, { signal });
  const joined = joinSavedFilters(filters, own);
  if (joined.length > filters.length) await callApi(setSavedFilters, { filters: joined }, { signal });
  signal.throwIfAborted();
  storeFilters(joined);
}
