import { urls, withQuery } from '#urls.ts';
import type { StorySort } from '../contract/sorts.ts';

export const HOME_SORTS = ['trending', 'top', 'new', 'updated'] as const satisfies StorySort[];
export type HomeSort = (typeof HOME_SORTS)[number];

/** The order of the tags in the panel: trending now, or used by most stories. */
export const HOME_TAG_SORTS = ['trending', 'popular'] as const;
type HomeTagSort = (typeof HOME_TAG_SORTS)[number];

export interface HomeState {
  sort: HomeSort;
  tagSort: HomeTagSort;
  page?: number;
}

/** The home page's address in a given state; defaults are left out of the query. */
export function homeAddress({ sort, tagSort, page }: HomeState): string {
  return withQuery(urls.home(), {
    sort: sort === 'trending' ? undefined : sort,
    tag_sort: tagSort === 'trending' ? undefined : tagSort,
    page: page === 1 ? undefined : page,
  });
}
