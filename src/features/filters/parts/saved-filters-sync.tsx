import { useAtSignIn } from '#features/accounts/parts/use-at-sign-in.ts';

const adopt = () => import('../components/change-filters.ts').then(({ adoptFilters }) => adoptFilters());

/** Joins the filters that a guest has saved to the account at sign-in. At the end of a session boot.ts removes the cookie. */
export function SavedFiltersSync() {
  useAtSignIn('filters', adopt);
  return null;
}
