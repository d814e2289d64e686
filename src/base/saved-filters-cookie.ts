/**
 * The cookie with the filters that a reader has saved in this browser (features/filters/rules/saved-filters.ts): a guest's
 * own ones, or a copy of the account's, so that the first HTML of a list follows the default one. boot.ts removes it at
 * the end of a session.
 */
export const SAVED_FILTERS_COOKIE = 'filters';
