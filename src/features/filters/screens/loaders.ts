import { safeReturnPath } from '#base/safe-return-path.ts';
import type { PageRequest } from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import { filterQuery } from '../rules/list-request.ts';

/** The cookie with the saved filters, as the server saw it, and the filter that the address asks to save or rename. */
export async function savedFiltersPageLoader({ savedFilters, url: { searchParams } }: PageRequest) {
  return {
    savedFilters,
    added: filterQuery(new URLSearchParams(searchParams.get('save') ?? '')),
    renamed: searchParams.get('rename') ?? '',
    back: safeReturnPath(searchParams.get('back')) ?? urls.savedFilters(),
  };
}
