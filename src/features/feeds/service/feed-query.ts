import { invalidField, type Outcome, success } from '#base/failure.ts';
import { STORY_FILTER_NAMES } from '#features/filters/contract/filters.ts';
import { feedMessages } from '../contract.ts';

export const FEED_PAGE_SIZE = 25;
const MAX_PAGE = 10_000 / FEED_PAGE_SIZE;

const QUERY_NAMES = [
  ...STORY_FILTER_NAMES,
  'q',
  'sort',
  'title_only',
  'hidden',
  'show_hidden',
  'page',
] as const;

/** The query of a feed, without the names that no feed knows. */
export type FeedQuery = Partial<Record<(typeof QUERY_NAMES)[number], string>>;

/** Reads the query of an address in a fixed order, so that a feed has one key in the cache. */
export function readFeedQuery(search: URLSearchParams): FeedQuery {
  return Object.fromEntries(
    QUERY_NAMES.flatMap((name) => {
      const text = search.get(name) ?? '';
      return text === '' ? [] : [[name, text]];
    }),
  );
}

export function pageOf({ page = '1' }: FeedQuery): Outcome<number> {
  return /^[1-9][0-9]{0,3}$/.test(page) && Number(page) <= MAX_PAGE
    ? success(Number(page))
    : invalidField('page', feedMessages.badPage);
}

/** The query of a page of a feed that has no other. */
export function pageQuery(page: number): Record<string, string> {
  return page === 1 ? {} : { page: String(page) };
}

/** The queries of the pages after and before a page of a list. */
export function turnedPage(
  { page: _, ...query }: FeedQuery,
  { page, pages }: { page: number; pages: number },
): Record<'next' | 'previous', Record<string, string> | undefined> {
  return {
    next: page < pages ? { ...query, page: String(page + 1) } : undefined,
    previous: page > 1 ? { ...query, ...pageQuery(page - 1) } : undefined,
  };
}
