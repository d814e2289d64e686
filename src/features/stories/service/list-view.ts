import type { z } from 'zod';
import { invalidField, type Outcome, success } from '#base/failure.ts';
import { pageWindow } from '#base/paging.ts';
import { FILTER_DEPTH, filterMessages, type storyFilterInput } from '#features/filters/contract/filters.ts';
import { excludesEveryLength, isEmptyFilter, parseStoryFilter } from '#features/filters/rules/filter.ts';
import {
  HIDDEN_COUNT_DEPTH,
  HIDDEN_SPARE_DEPTH,
  type HiddenCounts,
  type hiddenInput,
} from '#features/hidden/contract.ts';
import { type HiddenSet, hidesNothing, NOTHING_HIDDEN } from '#features/hidden/rules.ts';
import {
  hiddenCounts,
  hiddenSetFor,
  NO_HIDDEN_COUNTS,
  ownHiddenSet,
  withCanonicalTags,
} from '#features/hidden/service.ts';
import { tagsNamed } from '#features/tags/service/tags.ts';
import type { Connection } from '#platform/database/database.ts';
import type { StorySort } from '../contract/sorts.ts';
import { findPage, hiddenReasons, listedStoryIds, passingIds } from '../store/filtered-lists.ts';
import { ANY_STORY, passesFilter, type ResolvedFilter } from '../store/list-conditions.ts';
import {
  authorIdsNamed,
  authorStoryCount,
  countFeaturedOfAuthors,
  countFeaturedWithTag,
  storyTotals,
} from '../store/lists.ts';

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
export function viewOf(
  connection: Connection,
  input: ViewInput,
  account: { id: number } | undefined,
  tag?: string,
): Promise<Outcome<ListView>> {
  return readView(hiddenSetFor, connection, input, account, tag);
}

/** The same for `viewPage` alone, which finds out by itself that a hidden tag has become a synonym: one statement less. */
export function pageViewOf(
  connection: Connection,
  input: ViewInput,
  account: { id: number } | undefined,
  tag?: string,
): Promise<Outcome<ListView>> {
  return readView(ownHiddenSet, connection, input, account, tag);
}

async function readView(
  readHidden: typeof ownHiddenSet,
  connection: Connection,
  input: ViewInput,
  account: { id: number } | undefined,
  tag: string | undefined,
): Promise<Outcome<ListView>> {
  const unfinishedBy = input.hide_finished === 'true' ? account?.id : undefined;
  const isFiltered = !isEmptyFilter(input) || unfinishedBy !== undefined;
  if (!isFiltered && tag === undefined)
    return success({ ...UNFILTERED, hidden: await readHidden(connection, input, account) });
  const filter = parseStoryFilter(input);
  if (excludesEveryLength(filter)) return invalidField('min_words', filterMessages.wordsOrder);
  const tags = [...new Set([...(tag === undefined ? [] : [tag]), ...filter.tags])];
  const [hidden, all, none, authors, notAuthors] = await Promise.all([
    readHidden(connection, input, account),
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

/** A page of a list as its caller views it. */
export interface ViewedPage {
  ids: number[];
  total: number;
  hidden: HiddenCounts;
  /** Whether nothing of the list was left unseen. */
  isComplete: boolean;
}

/** The number of stories in the list that the filter narrows; stored, except for featured stories of a tag or authors. */
export async function countListed(
  connection: Connection,
  { filter, rarestCount }: ListView,
  sort: StorySort,
): Promise<number> {
  const { authorIds } = filter;
  if (authorIds !== undefined)
    return sort === 'featured'
      ? countFeaturedOfAuthors(connection, authorIds)
      : authorStoryCount(connection, authorIds);
  const [rarest] = filter.tagIds;
  if (rarest !== undefined)
    return sort === 'featured' ? countFeaturedWithTag(connection, rarest) : rarestCount;
  const totals = await storyTotals(connection);
  return sort === 'featured' ? totals.featured : totals.listed;
}

/**
 * A page of the list that the view describes. A filter looks at the first stories of the list only, and a page passes over
 * a limited number of hidden ones, so that a list of which almost nothing is left costs little more than others.
 */
export async function viewPage(
  connection: Connection,
  view: ListView,
  { sort, page, limit }: { sort: StorySort; page: number; limit: number },
): Promise<ViewedPage> {
  const nothing = { ids: [], total: 0, hidden: NO_HIDDEN_COUNTS, isComplete: true };
  if (view.isImpossible) return nothing;
  const { offset, beyond } = pageWindow(page, limit);
  const window = beyond ? { offset: 0, limit: 0 } : { offset, limit };
  const scope = { sort, ...view };
  const isHiding = !hidesNothing(view.hidden);
  if (!view.isFiltered && !isHiding) {
    const [ids, total] = await Promise.all([
      beyond ? [] : listedStoryIds(connection, scope, window),
      countListed(connection, view, sort),
    ]);
    return { ...nothing, ids, total };
  }
  const depth = 2 * (window.offset + window.limit) + HIDDEN_SPARE_DEPTH;
  const [first, listed] = await Promise.all([
    findPage(connection, scope, { ...window, depth }),
    countListed(connection, view, sort),
  ]);
  const { ids, passing, reasons } = first.hides_synonym
    ? await findPage(
        connection,
        { ...scope, hidden: await withCanonicalTags(connection, view.hidden) },
        { ...window, depth },
      )
    : first;
  const found = passing ?? listed;
  const hidden = hiddenCounts(reasons, isHiding && found > HIDDEN_COUNT_DEPTH);
  const total = found - hidden.total;
  // The hidden ones among the first stories are all of them only in a short list, but here the list ends.
  const isEnd = !beyond && ids.length < limit;
  return {
    ids,
    total: isEnd ? Math.min(total, offset + ids.length) : total,
    hidden,
    isComplete: (passing === null || listed <= FILTER_DEPTH) && !(isHiding && isEnd && found > depth),
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
  const found = await hiddenReasons(connection, ids, hidden);
  const isHidden = new Set(found.map(({ id }) => id));
  const reasons = [...Map.groupBy(found, ({ reason }) => reason)].map(([reason, stories]) => ({
    reason,
    name: stories[0]?.name ?? null,
    count: stories.length,
  }));
  return { ids: ids.filter((id) => !isHidden.has(id)), hidden: hiddenCounts(reasons, false) };
}

export { ANY_STORY, passesFilter, type ResolvedFilter };
