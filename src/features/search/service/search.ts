import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { invalidField, type Outcome, success } from '#base/failure.ts';
import { pagination } from '#base/paging.ts';
import { authorsByIds } from '#features/authors/service.ts';
import { isEmptyFilter } from '#features/filters/rules/filter.ts';
import { type HiddenSet, NOTHING_HIDDEN } from '#features/hidden/rules.ts';
import { type ListView, viewOf, viewPage, withoutHidden } from '#features/stories/service/list-view.ts';
import type { Connection } from '#platform/database/database.ts';
import { anonymous, type Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { MAX_SEARCH_RESULTS, type search, searchMessages } from '../contract.ts';
import {
  type Exclusion,
  isOnlyExclusion,
  parseQuery,
  planSearch,
  type SearchPlan,
  tooCommonToExclude,
  tooCommonToExcludeMessage,
} from '../rules/query.ts';
import { withoutExcluded } from '../store/exclusion.ts';
import { inSearchTransaction } from '../store/search-transaction.ts';
import { listSorts } from '../store/stories.ts';
import { analyzeTerms } from '../store/terms.ts';
import { highlightedStories } from './highlight.ts';
import { findMatches, findPartialMatches, type Matches, type SearchScope } from './matches.ts';
import { findCorrections } from './spelling.ts';

type Input = ParsedInputOf<typeof search>;
type Answer = DataOf<typeof search>;

/** Parses and plans the query, finds and ranks the matches, and returns one highlighted page of them. */
export async function searchLibrary(
  { db }: Context,
  input: Input,
  { account }: Pick<Caller, 'account'> = anonymous,
): Promise<Outcome<Answer>> {
  const typed = input.query.trim();
  if (typed === '' && isEmptyFilter(input)) return invalidField('query', searchMessages.queryRequired);
  return inSearchTransaction(db, async (connection) => {
    const view = await viewOf(connection, input, account);
    if (!view.ok) return view;
    const plan = await planQuery(connection, typed);
    // No story has an unknown tag.
    const result = view.data.isImpossible
      ? emptyResult(plan)
      : await findResult(connection, typed, plan, scopeOf(input, view.data), view.data);
    const answer = await buildPage(connection, result, input, view.data.hidden);
    return success(answer, answer.notice ?? (answer.is_complete ? undefined : searchMessages.incomplete));
  });
}

function scopeOf(input: Input, { filter }: ListView): SearchScope {
  return {
    hasStories: input.type !== 'authors',
    // Authors have neither tags nor a length.
    hasAuthors: input.type !== 'stories' && isEmptyFilter(input),
    titleOnly: input.match_title_only === 'true',
    tagIds: filter.tagIds,
    filter,
    sort: input.sort,
  };
}

async function planQuery(connection: Connection, typed: string): Promise<SearchPlan> {
  return planSearch(await analyzeTerms(connection, parseQuery(typed)));
}

/** A query with fewer matches may be misspelt or misremembered. */
const MIN_RESULTS = 3;

interface Result extends Matches {
  /** The plan of the query that was actually answered. */
  plan: SearchPlan;
  showingFor: string | null;
  isPartial: boolean;
  notice: string | null;
}

function emptyResult(plan: SearchPlan): Result {
  const [common] = tooCommonToExclude(plan.terms);
  const notice = common === undefined ? null : tooCommonToExcludeMessage(common);
  return {
    plan,
    stories: [],
    authors: [],
    isComplete: true,
    similarTitleCount: 0,
    areFarApart: false,
    showingFor: null,
    isPartial: false,
    notice,
  };
}

const countOf = ({ stories, authors }: Matches) => stories.length + authors.length;
/** The number of matches, except for stories that match only by a title similar to the typed one. */
const exactCountOf = (matches: Matches) => countOf(matches) - matches.similarTitleCount;

/** The matches of the typed query; if too few, those of a corrected one; if still too few, partial ones. */
async function findResult(
  connection: Connection,
  typed: string,
  plan: SearchPlan,
  scope: SearchScope,
  view: ListView,
): Promise<Result> {
  const isOnlyExcluding = isOnlyExclusion(plan.terms);
  if (isOnlyExcluding && scope.tagIds.length === 0)
    return { ...emptyResult(plan), notice: searchMessages.onlyExcluding };
  if (typed === '' || isOnlyExcluding)
    return { ...emptyResult(plan), ...(await findByFilter(connection, scope, view, plan.queries.exclusion)) };
  const exact = { ...emptyResult(plan), ...(await findMatches(connection, plan, scope)) };
  if (exactCountOf(exact) >= MIN_RESULTS && !exact.areFarApart) return exact;
  const corrected = await findCorrected(connection, typed, exact, scope);
  if (corrected.stories.length > 0 && !corrected.areFarApart)
    return { ...corrected, isPartial: exactCountOf(corrected) === 0 };
  const partial = await findPartialMatches(connection, corrected.plan, corrected, scope);
  return {
    ...corrected,
    ...partial,
    isPartial: countOf(partial) > countOf(corrected),
    showingFor: countOf(partial) === 0 ? null : corrected.showingFor,
  };
}

/** The stories that a list with this filter shows, without excluded ones; those that its reader hides are left out later. */
async function findByFilter(
  connection: Connection,
  scope: SearchScope,
  view: ListView,
  exclusion: Exclusion,
): Promise<Partial<Matches>> {
  if (!scope.hasStories) return {};
  const { ids, total, isComplete } = await viewPage(
    connection,
    { ...view, hidden: NOTHING_HIDDEN },
    { sort: listSorts[scope.sort], page: 1, limit: MAX_SEARCH_RESULTS },
  );
  const allowed = await withoutExcluded(connection, ids, exclusion);
  const stories = allowed.ids.map((id) => ({ id, chapterId: null }));
  return { stories, isComplete: isComplete && total <= MAX_SEARCH_RESULTS && allowed.isComplete };
}

/** The first correction with more matches than the exact query; the likeliest one when nothing matches at all. */
async function findCorrected(
  connection: Connection,
  typed: string,
  exact: Result,
  scope: SearchScope,
): Promise<Result> {
  let result = exact;
  const { queries, title } = await findCorrections(connection, typed);
  for (const [at, query] of queries.entries()) {
    const plan = await planQuery(connection, query);
    const matches = await findMatches(connection, plan, scope, title);
    const isBetter = exactCountOf(matches) > exactCountOf(result);
    if (isBetter || (at === 0 && countOf(result) === 0))
      result = { ...emptyResult(plan), ...matches, showingFor: query };
    if (isBetter) break;
  }
  return result;
}

async function buildPage(
  connection: Connection,
  { authors: foundAuthors, ...result }: Result,
  { page, authors_page: authorsPage = page, limit }: Pick<Input, 'page' | 'authors_page' | 'limit'>,
  hiddenSet: HiddenSet,
): Promise<Answer> {
  const foundIds = result.stories.map(({ id }) => id);
  const shown = await withoutHidden(connection, foundIds, hiddenSet);
  const shownIds = new Set(shown.ids);
  const stories = result.stories.filter(({ id }) => shownIds.has(id));
  const authors = foundAuthors.filter((id) => !hiddenSet.authors.includes(id));
  const slice = <Entry>(entries: Entry[], at: number) => entries.slice((at - 1) * limit, at * limit);
  return {
    stories: await highlightedStories(connection, slice(stories, page), result.plan.queries),
    authors: await authorsByIds(connection, slice(authors, authorsPage), hiddenSet),
    pagination: {
      stories: pagination(page, limit, stories.length),
      authors: pagination(authorsPage, limit, authors.length),
    },
    showing_for: result.showingFor,
    is_partial: result.isPartial,
    is_complete: result.isComplete,
    notice: result.notice,
    hidden: shown.hidden,
  };
}
