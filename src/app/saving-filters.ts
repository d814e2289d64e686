import { failure, success } from '#base/failure.ts';
import { SAVED_FILTERS_COOKIE } from '#base/saved-filters-cookie.ts';
import { savedFilterSchema, setSavedFilters } from '#features/filters/contract/saved-filters.ts';
import {
  formatSavedFilters,
  parseSavedFilters,
  SAVED_FILTERS_COOKIE_SECONDS,
  savedFiltersText,
  withChangedFilter,
  withoutSavedFilter,
} from '#features/filters/rules/saved-filters.ts';
import { urls } from '#urls.ts';
import type { CookieForm } from './cookie-form.ts';

/** Saves a filter in this browser, replaces one of its name, renames one (`former_name`), or deletes it (`action=delete`). */
export const savingFiltersForm: CookieForm = {
  path: urls.savedFilters(),
  cookie: { name: SAVED_FILTERS_COOKIE, maxAgeSeconds: SAVED_FILTERS_COOKIE_SECONDS },
  refusedTitle: 'This filter can’t be saved',
  crossSiteMessage: 'Only this site’s own pages can save a filter for you.',
  change: async (field, cookies) => {
    const filters = parseSavedFilters(savedFiltersText(cookies));
    const name = field('name');
    if (field('action') === 'delete') return success(formatSavedFilters(withoutSavedFilter(filters, name)));
    const filter = savedFilterSchema.safeParse({
      name,
      query: field('query'),
      is_default: field('default') !== '',
    });
    if (!filter.success) return failure('invalid', filter.error.issues[0]?.message ?? '');
    const former = field('former_name') || filter.data.name;
    const changed = setSavedFilters.input.safeParse({
      filters: withChangedFilter(filters, former, filter.data),
    });
    if (!changed.success) return failure('invalid', changed.error.issues[0]?.message ?? '');
    return success(formatSavedFilters(changed.data.filters));
  },
};
