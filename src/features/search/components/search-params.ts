import { MAX_TAG_NAME_CHARACTERS } from '#features/tags/contract.ts';
import { tagKey } from '#features/tags/rules.ts';
import { choiceOf, pageOf } from '#ui/page-loader.ts';
import { urls } from '#urls.ts';
import {
  MAX_SEARCH_QUERY_CHARACTERS,
  MAX_SEARCH_TAGS,
  SEARCH_SORTS,
  SEARCH_TYPES,
  type SearchSort,
  type SearchType,
} from '../contract.ts';

/** The search parameters of the page's address. */
export interface Asked {
  q: string;
  type: SearchType;
  sort: SearchSort;
  tags: string[];
  titleOnly: boolean;
  page: number;
  authorsPage: number;
}

export const SEARCH_QUERY_NAMES = [
  'q',
  'type',
  'sort',
  'tags',
  'title_only',
  'page',
  'authors_page',
] as const;

export function askedBy(url: URL): Asked {
  const text = (name: string) => (url.searchParams.get(name) ?? '').replaceAll(/\p{Cc}/gu, ' ');
  return {
    q: text('q').trim().slice(0, MAX_SEARCH_QUERY_CHARACTERS),
    type: choiceOf(url, 'type', SEARCH_TYPES, 'all'),
    sort: choiceOf(url, 'sort', SEARCH_SORTS, 'relevance'),
    tags: tagsIn(text('tags')),
    titleOnly: text('title_only') === 'true',
    page: pageOf(url),
    authorsPage: pageOf(url, 'authors_page'),
  };
}

/** Drops further spellings of the same tag. */
function tagsIn(text: string): string[] {
  const byKey = new Map<string, string>();
  for (const tag of text.split(',').map((one) => one.trim().slice(0, MAX_TAG_NAME_CHARACTERS))) {
    const key = tagKey(tag);
    if (key !== '' && !byKey.has(key)) byKey.set(key, tag);
  }
  return [...byKey.values()].slice(0, MAX_SEARCH_TAGS);
}

/** The address of a search; any change other than of the page returns to the first page. */
export function addressOf(asked: Asked, change: Partial<Asked> = {}): string {
  return urls.search({ ...asked, page: 1, authorsPage: 1, ...change });
}

export function hasTag(asked: Asked, tag: string): boolean {
  return asked.tags.some((one) => tagKey(one) === tagKey(tag));
}

/** The tags with this one added, or removed if present. */
export function toggledTag(asked: Asked, tag: string): string[] {
  return hasTag(asked, tag) ? asked.tags.filter((one) => tagKey(one) !== tagKey(tag)) : [...asked.tags, tag];
}

/** Whether the search has parameters besides its words. */
export function hasFilters(asked: Asked): boolean {
  return asked.type !== 'all' || asked.sort !== 'relevance' || asked.titleOnly || asked.tags.length > 0;
}

/** The address with only the words. */
export function clearedAddress({ q }: Asked): string {
  return urls.search({ q });
}
