import { type ImplementedCall, implement } from '#platform/http/implemented-call.ts';
import { getSavedFilters, setSavedFilters } from './contract/saved-filters.ts';
import { changeSavedFilters, readSavedFilters } from './service/saved-filters.ts';

export const filtersApi: ImplementedCall[] = [
  implement(getSavedFilters, readSavedFilters),
  implement(setSavedFilters, changeSavedFilters),
];
