import { SAVED_FILTERS_COOKIE } from '#base/saved-filters-cookie.ts';
import { deviceCookie } from '#ui/device-cookie.ts';
import {
  formatSavedFilters,
  parseSavedFilters,
  SAVED_FILTERS_COOKIE_SECONDS,
  type SavedFilter,
} from '../rules/saved-filters.ts';

/** A device choice: Quick exit keeps it (boot.ts). */
const cookie = deviceCookie(SAVED_FILTERS_COOKIE, SAVED_FILTERS_COOKIE_SECONDS);

/** The filters that this browser has: a guest's own ones, or a copy of the account's. */
export function ownFilters(): SavedFilter[] {
  return parseSavedFilters(cookie.read());
}

/** The same in a page. `onServer` is the cookie that the server saw. */
export function useOwnFilters(onServer = ''): SavedFilter[] {
  return parseSavedFilters(cookie.useValue(onServer));
}

export function storeFilters(filters: readonly SavedFilter[]): void {
  cookie.store(formatSavedFilters(filters));
}
