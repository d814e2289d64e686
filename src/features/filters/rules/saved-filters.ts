import { cookieValue } from '#base/cookies.ts';
import { SAVED_FILTERS_COOKIE } from '#base/saved-filters-cookie.ts';
import { firstCharacters } from '#base/text.ts';
import { DEFAULT_APPLIED } from './default-applied.ts';
import { filterQuery } from './list-request.ts';

/** A filter that its reader has named: the parts that an address has, without the list that it narrows. */
export interface SavedFilter {
  name: string;
  /** Such as `tags=letters&max_words=5000`. */
  query: string;
  is_default: boolean;
}

export const MAX_SAVED_FILTERS = 20;
export const MAX_SAVED_FILTER_NAME_CHARACTERS = 40;
/** The length of the cookie with all of them, which every request of their reader carries. */
export const MAX_SAVED_FILTERS_CHARACTERS = 3000;

/** A browser keeps the cookie for a year after the last change. */
export const SAVED_FILTERS_COOKIE_SECONDS = 31_536_000;

/** Reads the cookie: `f` (or `d` for the default one) with a name, then `q` with its filter. Anything else is ignored. */
export function parseSavedFilters(text: string): SavedFilter[] {
  const filters: SavedFilter[] = [];
  let name: { text: string; isDefault: boolean } | undefined;
  for (const [key, value] of new URLSearchParams(text.slice(0, MAX_SAVED_FILTERS_CHARACTERS))) {
    const query = key === 'q' ? filterQuery(new URLSearchParams(value)) : '';
    if (name !== undefined && query !== '')
      filters.push({ name: name.text, query, is_default: name.isDefault });
    name = key === 'f' || key === 'd' ? { text: value.trim(), isDefault: key === 'd' } : undefined;
    if (name?.text === '') name = undefined;
  }
  let named: SavedFilter[] = [];
  for (const filter of filters.slice(0, MAX_SAVED_FILTERS)) named = withSavedFilter(named, filter);
  return named;
}

/** The cookie's value; empty without filters. */
export function formatSavedFilters(filters: readonly SavedFilter[]): string {
  return new URLSearchParams(
    filters.flatMap(({ name, query, is_default }) => [
      [is_default ? 'd' : 'f', name],
      ['q', query],
    ]),
  ).toString();
}

/** The list with one more filter, by name. It replaces one of the same name, and only one is the default. */
export function withSavedFilter(filters: readonly SavedFilter[], added: SavedFilter): SavedFilter[] {
  return [
    ...withoutSavedFilter(filters, added.name).map((filter) =>
      added.is_default ? { ...filter, is_default: false } : filter,
    ),
    added,
  ].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

export function withoutSavedFilter(filters: readonly SavedFilter[], name: string): SavedFilter[] {
  return filters.filter((filter) => filter.name !== name);
}

/** The limit that a list of filters exceeds: their number, or the length of the cookie. */
export function exceededLimit(filters: readonly SavedFilter[]): 'tooMany' | 'tooLong' | undefined {
  if (filters.length > MAX_SAVED_FILTERS) return 'tooMany';
  return formatSavedFilters(filters).length > MAX_SAVED_FILTERS_CHARACTERS ? 'tooLong' : undefined;
}

/** The list with the filter of this name changed, which may give it another name. */
export function withChangedFilter(
  filters: readonly SavedFilter[],
  name: string,
  changed: SavedFilter,
): SavedFilter[] {
  return withSavedFilter(withoutSavedFilter(filters, name), changed);
}

/**
 * The list with the filters of another one that it lacks, as far as they fit. One whose name is taken gets a number; the
 * default of the list stays.
 */
export function joinSavedFilters(
  filters: readonly SavedFilter[],
  others: readonly SavedFilter[],
): SavedFilter[] {
  let joined = [...filters];
  for (const other of others) {
    if (joined.some(({ query }) => query === other.query)) continue;
    const added = {
      ...other,
      name: freeName(joined, other.name),
      is_default: other.is_default && !joined.some(({ is_default }) => is_default),
    };
    const longer = withSavedFilter(joined, added);
    if (exceededLimit(longer) === undefined) joined = longer;
  }
  return joined;
}

function freeName(filters: readonly SavedFilter[], name: string): string {
  const isTaken = (wanted: string) => filters.some((filter) => filter.name === wanted);
  let free = name;
  for (let at = 2; isTaken(free); at += 1) {
    const suffix = ` ${at}`;
    free = firstCharacters(name, MAX_SAVED_FILTER_NAME_CHARACTERS - suffix.length) + suffix;
  }
  return free;
}

/** The filters in the cookies of a request, or of a document, as the text that `parseSavedFilters` reads. */
export function savedFiltersText(cookies: string | undefined): string {
  return cookieValue(cookies, SAVED_FILTERS_COOKIE) ?? '';
}

/** Whether a list follows the default filter: the home page, all stories, tags and the search. */
const followsDefault = (pathname: string) => /^\/(?:stories|search|tag\/[^/]+)?$/.test(pathname);

/** The address of a list with the reader's default filter; undefined where none applies, or a filter is chosen already. */
export function defaultFilterAddress(url: URL, text: string): string | undefined {
  if (text === '' || !followsDefault(url.pathname)) return undefined;
  if (url.searchParams.has(DEFAULT_APPLIED.name) || filterQuery(url.searchParams) !== '') return undefined;
  const query = parseSavedFilters(text).find((filter) => filter.is_default)?.query;
  if (query === undefined) return undefined;
  const parameters = new URLSearchParams([
    ...url.searchParams,
    ...new URLSearchParams(query),
    [DEFAULT_APPLIED.name, DEFAULT_APPLIED.value],
  ]);
  return `${url.pathname}?${parameters}`;
}
