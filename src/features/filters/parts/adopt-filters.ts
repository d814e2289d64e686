import { callApi } from '#ui/api-client.ts';
import { ownFilters, storeFilters } from '../components/own-filters.ts';
import { getSavedFilters, setSavedFilters } from '../contract/saved-filters.ts';
import { joinSavedFilters } from '../rules/saved-filters.ts';

/** Adds the filters of this browser to those of the account. */
export async function adoptFilters(): Promise<void> {
  const own = ownFilters();
  const { filters } = await callApi(getSavedFilters, {});
  const joined = joinSavedFilters(filters, own);
  if (joined.length > filters.length) await callApi(setSavedFilters, { filters: joined });
  storeFilters(joined);
}
