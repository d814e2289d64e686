import { useAtSignIn } from '#features/accounts/parts/use-at-sign-in.ts';

function adopt(): void {
  import('../components/change-filters.ts')
    .then(({ adoptFilters }) => adoptFilters())
    // The page of saved filters asks the account again.
    .catch(() => undefined);
}

/** Joins the filters that a guest has saved to the account at sign-in. At the end of a session boot.ts removes the cookie. */
export function SavedFiltersSync() {
  useAtSignIn(adopt);
  return null;
}
