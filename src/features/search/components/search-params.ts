import { firstCharacters } from '#base/text.ts';
import { STORY_FILTER_NAMES, type StoryFilterText } from '#features/filters/contract/filters.ts';
import { filterTextOf } from '#features/filters/rules/list-request.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import { tagKey } from '#features/labels/rules/tag-key.ts';
import { choiceOf, pageOf } from '#ui/page-loader.ts';
import { urls, withQuery } from '#urls.ts';
import {
  MAX_SEARCH_QUERY_CHARACTERS,
  MAX_SEARCH_TAGS,
  SEARCH_SORTS,
  SEARCH_TYPES,
  type SearchSort,
  type SearchType,
} from '../contract.ts';

/** The search parameters of the page's address. */
export interface SearchParams {
  q: string;
  type: SearchType;
  sort: SearchSort;
  tags: string[];
  titleOnly: boolean;
  page: number;
  authorsPage: number;
  /** The parts of the filter besides its tags. */
  filter: StoryFilterText;
}

export function parseSearchParams(url: URL): SearchParams {
  const text = (name: string) => (url.searchParams.get(name) ?? '').replaceAll(/\p{Cc}/gu, ' ');
  return {
    q: text('q').trim().slice(0, MAX_SEARCH_QUERY_CHARACTERS),
    type: choiceOf(url, 'type', SEARCH_TYPES, 'all'),
    sort: choiceOf(url, 'sort', SEARCH_SORTS, 'relevance'),
    tags: parseTags(text('tags')),
    titleOnly: text('title_only') === 'true',
    page: pageOf(url),
    authorsPage: pageOf(url, 'authors_page'),
    filter: { ...filterTextOf(url.searchParams), tags: '' },
  };
}

/** Drops further spellings of the same tag. */
function parseTags(text: string): string[] {
  const byKey = new Map<string, string>();
  for (const tag of text.split(',').map((name) => firstCharacters(name.trim(), MAX_TAG_NAME_CHARACTERS))) {
    const key = tagKey(tag);
    if (key !== '' && !byKey.has(key)) byKey.set(key, tag);
  }
  return [...byKey.values()].slice(0, MAX_SEARCH_TAGS);
}

/** The address of a search; any change other than of the page returns to the first page. */
export function searchUrl(params: SearchParams, change: Partial<SearchParams> = {}): string {
  const { filter, ...search } = { ...params, page: 1, authorsPage: 1, ...change };
  const [pathname = '', query = ''] = urls.search(search).split('?');
  const parts = STORY_FILTER_NAMES.filter((name) => name !== 'tags').map((name) => [name, filter[name]]);
  return withQuery(pathname, {
    ...Object.fromEntries(new URLSearchParams(query)),
    ...Object.fromEntries(parts),
  });
}

export function hasTag(params: SearchParams, tag: string): boolean {
  return params.tags.some((chosen) => tagKey(chosen) === tagKey(tag));
}

/** The tags with this one added, or removed if present. */
export function toggledTags(params: SearchParams, tag: string): string[] {
  return hasTag(params, tag)
    ? params.tags.filter((chosen) => tagKey(chosen) !== tagKey(tag))
    : [...params.tags, tag];
}

/** Whether the search has parameters besides its words. */
export function hasFilters(params: SearchParams): boolean {
  return params.type !== 'all' || params.sort !== 'relevance' || params.titleOnly || hasFilterParts(params);
}

/** Whether a search has tags or other parts of a filter. */
export function hasFilterParts({ tags, filter }: SearchParams): boolean {
  return tags.length > 0 || Object.values(filter).some((part) => part !== '');
}

/** The address with only the words. */
export function clearedSearchUrl({ q }: SearchParams): string {
  return urls.search({ q });
}
