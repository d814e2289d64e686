import type { Connection } from '#platform/database/database.ts';
import { MAX_SEARCH_RESULTS } from '../contract.ts';
import { partialQueries, type SearchPlan, type SearchQueries, singleWords } from '../rules/query.ts';
import { partialRelevance, relevance } from '../rules/relevance.ts';
import {
  lettersApart,
  MIN_TITLE_SIMILARITY,
  type TypedTitle,
  titleSimilarity,
  typedTitleOf,
} from '../rules/title-similarity.ts';
import { authorsByWords } from '../store/authors.ts';
import { withoutExcluded } from '../store/exclusion.ts';
import {
  findTitles,
  readRelevance,
  type SearchFilter,
  storiesByIndex,
  storiesByTitleBlock,
  storiesInOrder,
} from '../store/stories.ts';
import { countMatches, estimateMatches } from '../store/term-counts.ts';
import { storiesByText, storiesMatchingAnyTerm } from '../store/texts.ts';

/** The part of a search that stays the same for every spelling of its query. */
export interface SearchScope extends SearchFilter {
  hasStories: boolean;
  hasAuthors: boolean;
  titleOnly: boolean;
}

export interface StoryMatch {
  id: number;
  /** A chapter with the words; null when they occur elsewhere. */
  chapterId: number | null;
}

/** All matches of a query, in order. */
export interface Matches {
  stories: StoryMatch[];
  authors: number[];
  isComplete: boolean;
  /** The number of stories that match only by a title similar to the typed one. */
  similarTitleCount: number;
  /** Whether no title block contains the words, and chapters contain them only far apart. */
  areFarApart: boolean;
}

/** The stories and authors that match all words, and stories with a title similar to the typed one. */
export async function findMatches(
  connection: Connection,
  plan: SearchPlan,
  scope: SearchScope,
  title: TypedTitle = typedTitleOf(plan.terms),
): Promise<Matches> {
  const { queries } = plan;
  const titleOnly = scope.titleOnly || plan.isTitleOnly;
  const matches: Matches = {
    stories: [],
    authors: [],
    isComplete: true,
    similarTitleCount: 0,
    areFarApart: false,
  };
  if (queries.titleBlock === '') return matches;
  if (scope.hasStories)
    Object.assign(matches, await findStories(connection, queries, { ...scope, titleOnly }, title));
  if (scope.hasAuthors) {
    const options = { sort: scope.sort, namesOnly: titleOnly, excluded: queries.exclusion.query };
    const { ids, isComplete } = await authorsByWords(connection, queries.titleBlock, options);
    matches.authors = ids;
    matches.isComplete &&= isComplete;
  }
  return matches;
}

/**
 * The minimum proximity of words in one sentence, as `TextMatch` measures it: about twenty other words between them.
 */
const MIN_SENTENCE_PROXIMITY = 0.05;

async function findStories(
  connection: Connection,
  queries: SearchQueries,
  scope: SearchScope,
  title: TypedTitle,
): Promise<Omit<Matches, 'authors'>> {
  const { sort, titleOnly } = scope;
  const [inTitle, inTitleBlock, inText] = await estimateMatches(connection, [
    { query: queries.titleBlock, place: 'title' },
    { query: queries.titleBlock, place: 'head' },
    { query: queries.unordered, place: 'text' },
  ]);
  // Titles are searched separately: a word common in synopses would hide a lower rated story with that title.
  const searchTitles = titleOnly ? storiesByTitleBlock : storiesByIndex;
  const titles = await searchTitles(connection, 'title', queries.titleBlock, scope, inTitle);
  const titleBlocks = titleOnly
    ? titles
    : await storiesByTitleBlock(connection, 'head', queries.titleBlock, scope, inTitleBlock);
  const texts = titleOnly
    ? { matches: [], isComplete: true }
    : await storiesByText(connection, queries, scope, inText);
  const similarities = await findSimilarTitles(connection, title, scope);
  const textOf = new Map(texts.matches.map((match) => [match.id, match]));
  const proximityOf = (id: number) => textOf.get(id)?.text ?? 0;
  const byProximity = texts.matches
    .map(({ id }) => id)
    .sort((a, b) => proximityOf(b) - proximityOf(a) || b - a);
  // An incomplete selection of texts would leave gaps in any order but relevance.
  const fitsOrder = texts.isComplete || sort === 'relevance' || titleBlocks.ids.length === 0;
  const textIds =
    sort === 'relevance' ? byProximity.slice(0, MAX_SEARCH_RESULTS) : fitsOrder ? byProximity : [];
  const matching = new Set([...titles.ids, ...titleBlocks.ids, ...textIds]);
  const ids = [...new Set([...matching, ...similarities.keys()])];
  const ordered =
    sort === 'relevance'
      ? await sortByRelevance(connection, ids, queries, proximityOf, similarities, title.typed)
      : await storiesInOrder(connection, ids, sort);
  const allowed = await withoutExcluded(connection, ordered, queries.exclusion);
  return {
    stories: allowed.ids
      .slice(0, MAX_SEARCH_RESULTS)
      .map((id) => ({ id, chapterId: textOf.get(id)?.chapterId ?? null })),
    isComplete:
      texts.isComplete &&
      titleBlocks.isComplete &&
      allowed.isComplete &&
      new Set([...ids, ...byProximity]).size <= MAX_SEARCH_RESULTS,
    similarTitleCount: allowed.ids.filter((id) => !matching.has(id)).length,
    areFarApart:
      !titleOnly &&
      similarities.size === 0 &&
      titles.ids.length === 0 &&
      titleBlocks.ids.length === 0 &&
      queries.hasSeveralTerms &&
      allowed.ids.every((id) => proximityOf(id) < MIN_SENTENCE_PROXIMITY),
  };
}

async function sortByRelevance(
  connection: Connection,
  ids: readonly number[],
  queries: SearchQueries,
  proximityOf: (id: number) => number,
  similarities: ReadonlyMap<number, number>,
  typed: string,
): Promise<number[]> {
  const matches = await readRelevance(connection, ids, queries);
  const distances = new Map(
    matches.filter(({ isInTitle }) => isInTitle).map(({ id, name }) => [id, lettersApart(typed, name)]),
  );
  const nearest = Math.min(...distances.values());
  return matches
    .map((match) => ({
      id: match.id,
      score: relevance({
        ...match,
        furtherLetters: (distances.get(match.id) ?? nearest) - nearest,
        text: proximityOf(match.id),
        titleSimilarity: similarities.get(match.id) ?? 0,
      }),
    }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .map(({ id }) => id);
}

/** The similarity of stories' titles to the typed one, for sufficiently similar ones. */
async function findSimilarTitles(
  connection: Connection,
  title: TypedTitle,
  scope: SearchScope,
): Promise<Map<number, number>> {
  const titles = await findTitles(connection, title, scope);
  return new Map(
    titles
      .map((candidate): [number, number] => [candidate.id, titleSimilarity(title.typed, candidate.title)])
      .filter(([, similarity]) => similarity >= MIN_TITLE_SIMILARITY),
  );
}

const MAX_PARTIAL_TITLE_BLOCKS = 100;
/** A story that scores much less than the best one has little to do with the query. */
const MIN_PARTIAL_SCORE_SHARE = 0.5;

/** The stories and authors that match some words, together with those that match all. */
export async function findPartialMatches(
  connection: Connection,
  plan: SearchPlan,
  matches: Matches,
  scope: SearchScope,
): Promise<Matches> {
  const counted = await countMatches(connection, singleWords(plan.terms));
  const partial = partialQueries(counted);
  if (partial === undefined || scope.titleOnly) return matches;
  const { exclusion } = plan.queries;
  const result = { ...matches };
  if (scope.hasStories) {
    const [estimate] = await estimateMatches(connection, [{ query: partial.anyOfRarest, place: 'head' }]);
    const titleBlocks = await storiesByTitleBlock(connection, 'head', partial.anyOfRarest, scope, estimate);
    const first = await storiesInOrder(connection, titleBlocks.ids, scope.sort);
    const fullMatchIds = matches.stories.map((story) => story.id);
    const ids = [...new Set([...fullMatchIds, ...first.slice(0, MAX_PARTIAL_TITLE_BLOCKS)])];
    const weights = partial.terms.map((term) => term.weight);
    const scored = (await storiesMatchingAnyTerm(connection, partial, ids, scope))
      .map((match) => ({ ...match, score: partialRelevance(match, weights) }))
      .sort((a, b) => b.score - a.score || b.id - a.id);
    const chapterOf = new Map(scored.map((match) => [match.id, match.chapterId]));
    const scoreOf = new Map(scored.map((match) => [match.id, match.score]));
    const allowed = await withoutExcluded(
      connection,
      scored.map(({ id }) => id),
      exclusion,
    );
    const minimum = MIN_PARTIAL_SCORE_SHARE * (scoreOf.get(allowed.ids[0] ?? 0) ?? 0);
    const relevant = allowed.ids.filter((id) => (scoreOf.get(id) ?? 0) >= minimum);
    const ordered =
      scope.sort === 'relevance' ? relevant : await storiesInOrder(connection, relevant, scope.sort);
    result.isComplete &&= allowed.isComplete;
    result.stories = ordered.map((id) => ({ id, chapterId: chapterOf.get(id) ?? null }));
  }
  if (scope.hasAuthors && matches.stories.length === 0 && matches.authors.length === 0) {
    const options = { sort: scope.sort, namesOnly: false, excluded: exclusion.query };
    result.authors = (await authorsByWords(connection, partial.rarestTogether, options)).ids;
  }
  return result;
}
