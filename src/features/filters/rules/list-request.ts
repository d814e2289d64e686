import type { CallApi } from '#base/contract.ts';
import { isApiError } from '#base/failure.ts';
import type { HiddenCounts } from '#features/hidden/contract.ts';
import {
  type FilterCounts,
  filterCounts,
  STORY_FILTER_NAMES,
  type StoryFilterName,
  type StoryFilterText,
} from '../contract/filters.ts';
import { DEFAULT_APPLIED } from './default-applied.ts';
import { namesIn } from './names.ts';

/** The query names of a page with a list that can be filtered. */
export const LIST_QUERY_NAMES = [
  ...STORY_FILTER_NAMES,
  'hide_finished',
  'show_hidden',
  'filters',
  DEFAULT_APPLIED.name,
] as const;

/** The problems of a filter in an address, by the name of its part. */
type FilterProblems = Partial<Record<StoryFilterName, string>>;

/** The parameters of a list call for a page's address. */
export type ListInput = StoryFilterText & { hidden: string; show_hidden?: 'true'; hide_finished?: 'true' };

/** The parts of a filter that are set in an address. */
export function filterTextOf(parameters: URLSearchParams): StoryFilterText {
  const filter: StoryFilterText = {};
  for (const name of STORY_FILTER_NAMES) {
    const value = parameters.get(name)?.trim();
    if (value) filter[name] = value;
  }
  return filter;
}

/** The filter in an address in its one form; empty without any. */
export function filterQuery(parameters: URLSearchParams): string {
  const filter = filterTextOf(parameters);
  return new URLSearchParams(
    STORY_FILTER_NAMES.flatMap((name) => {
      const value = namesIn(filter[name]).join();
      return value === '' ? [] : [[name, value]];
    }),
  ).toString();
}

interface FilteredList {
  hidden: HiddenCounts;
  is_complete?: boolean;
}

/** A page's view of its list: the filter of its address, and what the list left out. */
export interface PageListView {
  filter: StoryFilterText;
  problems: FilterProblems;
  hidden: HiddenCounts;
  isComplete: boolean;
  showsHidden: boolean;
  /** Whether the address leaves out finished stories; only a call with a member's token does so. */
  hidesFinished: boolean;
  isPanelOpen: boolean;
  /** The choices of an open panel, if they could be counted. */
  counts?: FilterCounts;
}

/**
 * Loads the list of a page's address. Parts of the filter that the call refuses are left out, and reported: a page shows
 * the rest of its list, and its panel what is wrong. `counted` is the list whose choices an open panel counts.
 */
export async function loadList<List extends FilteredList>(
  { api, url, hidden }: { api: CallApi; url: URL; hidden: string },
  load: (input: ListInput) => Promise<List>,
  counted?: { tag?: string; authors?: string },
): Promise<{ list: List; view: PageListView }> {
  const { searchParams } = url;
  const filter = filterTextOf(searchParams);
  const showsHidden = searchParams.get('show_hidden') === 'true';
  const hidesFinished = searchParams.get('hide_finished') === 'true';
  const input = {
    hidden,
    ...(showsHidden ? { show_hidden: 'true' as const } : {}),
    ...(hidesFinished ? { hide_finished: 'true' as const } : {}),
  };
  const problems: FilterProblems = {};
  const list = await load({ ...filter, ...input }).catch((error: unknown) => {
    const fields = isApiError(error) && error.status === 422 ? (error.fields ?? {}) : {};
    for (const name of STORY_FILTER_NAMES) {
      const problem = fields[name];
      if (problem === undefined || filter[name] === undefined) continue;
      problems[name] = problem;
      delete filter[name];
    }
    if (Object.keys(problems).length === 0) throw error;
    return load({ ...filter, ...input });
  });
  const isPanelOpen = searchParams.get('filters') === 'open' || Object.keys(problems).length > 0;
  const counts =
    isPanelOpen && counted !== undefined
      ? await api(filterCounts, { ...filter, ...input, ...counted }).catch(() => undefined)
      : undefined;
  return {
    list,
    view: {
      filter,
      problems,
      hidden: list.hidden,
      isComplete: list.is_complete ?? true,
      showsHidden,
      hidesFinished,
      isPanelOpen,
      ...(counts === undefined ? {} : { counts }),
    },
  };
}
