import type { z } from 'zod';
import { type Failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { pageWindow } from '#base/paging.ts';
import { FILTER_DEPTH, filterMessages, type storyFilterInput } from '#features/filters/contract/filters.ts';
import { isEmptyFilter, parseStoryFilter, type StoryFilter } from '#features/filters/rules/filter.ts';
import { HIDDEN_COUNT_DEPTH, type HiddenCounts, type hiddenInput } from '#features/hidden/contract.ts';
import { type HiddenSet, hidesNothing, NOTHING_HIDDEN } from '#features/hidden/rules.ts';
import { hiddenCounts, hiddenSetFor, NO_HIDDEN_COUNTS } from '#features/hidden/service.ts';
import { tagsNamed } from '#features/tags/service/tags.ts';
import type { Connection } from '#platform/database/database.ts';
import type { StorySort } from '../contract/sorts.ts';
import { countByReason, filteredStoryIds, hiddenReasons, passingIds } from '../store/filtered-lists.ts';
import { ANY_STORY, isAnyStory, passesFilter, type ResolvedFilter } from '../store/list-conditions.ts';
import { authorIdsNamed, authorStoryCount, countFeaturedWithTag, storyTotals } from '../store/lists.ts';

type Parsed<Shape extends Record<string, z.ZodType>> = { [Name in keyof Shape]: z.output<Shape[Name]> };
/** The parameters that every list of stories has. */
export type ViewInput = Parsed<typeof storyFilterInput> & Parsed<typeof hiddenInput>;

/** A caller's view of lists: the stories they ask for, and those that they never want to meet. */
export interface ListView {
  filter: ResolvedFilter;
  hidden: HiddenSet;
  /** Whether no story can pass the filter, because it names an unknown tag or author. */
  isImpossible: boolean;
  isFiltered: boolean;
  /** The number of stories with the rarest tag of the filter. */
  rarestCount: number;
}

const UNFILTERED: ListView = {
  filter: ANY_STORY,
  hidden: NOTHING_HIDDEN,
  isImpossible: false,
  isFiltered: false,
  rarestCount: 0,
};

/** Reads a list's parameters for its caller. `tag` is one more tag that the stories must have. */
export async function viewOf(
  connection: Connection,
  input: ViewInput,
  account: { id: number } | undefined,
  tag?: string,
): Promise<Outcome<ListView>> {
  const hidden = await hiddenSetFor(connection, input, account);
  const unfinishedBy = input.hide_finished === 'true' ? account?.id : undefined;
  const isFiltered = !isEmptyFilter(input) || unfinishedBy !== undefined;
  if (!isFiltered && tag === undefined) return success({ ...UNFILTERED, hidden });
  const filter = parseStoryFilter(input);
  const problem = contradiction(filter);
  if (problem !== undefined) return problem;
  const tags = [...new Set([...(tag === undefined ? [] : [tag]), ...filter.tags])];
  const [all, none, authors, notAuthors] = await Promise.all([
    tagsNamed(connection, tags),
    tagsNamed(connection, filter.notTags),
    authorIdsNamed(connection, filter.authors),
    authorIdsNamed(connection, filter.notAuthors),
  ]);
  const tagged = [...all.found].sort((a, b) => a.story_count - b.story_count || a.id - b.id);
  const { statuses, languages, minWords, maxWords, updatedSince, notWarnings } = filter;
  return success({
    filter: {
      tagIds: tagged.map(({ id }) => id),
      notTagIds: none.found.map(({ id }) => id),
      notAuthorIds: notAuthors,
      authorIds: filter.authors.length === 0 ? undefined : authors,
      ...{ statuses, languages, minWords, maxWords, updatedSince, notWarnings, unfinishedBy },
    },
    hidden,
    isImpossible: all.isIncomplete || (filter.authors.length > 0 && authors.length === 0),
    isFiltered,
    rarestCount: tagged[0]?.story_count ?? 0,
  });
}

function contradiction({
  minWords = 0,
  maxWords = Number.POSITIVE_INFINITY,
}: StoryFilter): Failure | undefined {
  return minWords > maxWords ? invalidField('min_words', filterMessages.wordsOrder) : undefined;
}

/** A page of a list as its caller views it. */
export interface ViewedPage {
  ids: number[];
  total: number;
  hidden: HiddenCounts;
  /** Whether the filter looked at the whole list. */
  isComplete: boolean;
}

/** The number of stories in the list that the filter narrows; stored, except for featured stories with a tag. */
export async function countListed(
  connection: Connection,
  { filter, rarestCount }: ListView,
  sort: StorySort,
): Promise<number> {
  if (filter.authorIds !== undefined) return authorStoryCount(connection, filter.authorIds);
  const [rarest] = filter.tagIds;
  if (rarest !== undefined)
    return sort === 'featured' ? countFeaturedWithTag(connection, rarest) : rarestCount;
  const totals = await storyTotals(connection);
  return sort === 'featured' ? totals.featured : totals.listed;
}

/**
 * A page of the list that the view describes. A filter looks at the first stories of the list only, so that one that
 * matches almost nothing costs no more than others.
 */
export async function viewPage(
  connection: Connection,
  view: ListView,
  { sort, page, limit }: { sort: StorySort; page: number; limit: number },
): Promise<ViewedPage> {
  const { offset, beyond } = pageWindow(page, limit);
  const isWhole = !view.isFiltered && hidesNothing(view.hidden);
  const depth = view.isFiltered ? FILTER_DEPTH : HIDDEN_COUNT_DEPTH;
  const none = new Map<string | null, number>();
  const [ids, byReason, listed] = view.isImpossible
    ? [[], none, 0]
    : await Promise.all([
        beyond ? [] : filteredStoryIds(connection, { sort, ...view }, { depth: FILTER_DEPTH, offset, limit }),
        isWhole ? none : countByReason(connection, { sort, ...view }, depth),
        countListed(connection, view, sort),
      ]);
  const isCapped = listed > depth;
  const hidden = await hiddenCounts(connection, byReason, isCapped && !hidesNothing(view.hidden));
  return {
    ids,
    total: view.isFiltered ? (byReason.get(null) ?? 0) : listed - hidden.total,
    hidden,
    isComplete: !(view.isFiltered && isCapped),
  };
}

/** Those of the stories that the view shows, in the same order, and the counts of hidden ones. */
export async function viewStories(
  connection: Connection,
  ids: readonly number[],
  view: ListView,
): Promise<{ ids: number[]; hidden: HiddenCounts }> {
  if (view.isImpossible) return { ids: [], hidden: NO_HIDDEN_COUNTS };
  const passing = view.isFiltered ? await passingIds(connection, ids, view.filter) : ids;
  return withoutHidden(connection, passing, view.hidden);
}

/** Those of the stories that are not hidden, in the same order, and the counts of the others. */
export async function withoutHidden(
  connection: Connection,
  ids: readonly number[],
  hidden: HiddenSet,
): Promise<{ ids: number[]; hidden: HiddenCounts }> {
  if (hidesNothing(hidden)) return { ids: [...ids], hidden: NO_HIDDEN_COUNTS };
  const reasonOf = await hiddenReasons(connection, ids, hidden);
  const byReason = new Map<string | null, number>();
  for (const reason of reasonOf.values()) byReason.set(reason, (byReason.get(reason) ?? 0) + 1);
  return {
    ids: ids.filter((id) => !reasonOf.has(id)),
    hidden: await hiddenCounts(connection, byReason, false),
  };
}

export { ANY_STORY, isAnyStory, passesFilter, type ResolvedFilter };
