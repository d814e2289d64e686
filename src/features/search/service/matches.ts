import type { Connection } from '#platform/database/database.ts';
import { SEARCH_DEPTH } from '../contract.ts';
import { partialQueries, type SearchPlan, type SearchQueries, singleWords } from '../rules/query.ts';
import { partialRelevance, relevance } from '../rules/relevance.ts';
import {
  MIN_TITLE_LIKENESS,
  type TypedTitle,
  titleLikeness,
  typedTitleOf,
} from '../rules/title-similarity.ts';
import { authorsByWords } from '../store/authors.ts';
import { withoutExcluded } from '../store/exclusion.ts';
import {
  matchesOf,
  type SearchFilter,
  storiesByIndex,
  storiesByTitleBlock,
  storiesInOrder,
  titlesLike,
} from '../store/stories.ts';
import { estimates, frequencies } from '../store/term-counts.ts';
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
  almostTitles: number;
  /** Whether no title block contains the words, and chapters contain them only far apart. */
  areFarApart: boolean;
}

/** The stories and authors that match all words, and stories with a title similar to the typed one. */
export async function matchesOfAll(
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
    almostTitles: 0,
    areFarApart: false,
  };
  if (queries.titleBlock === '') return matches;
  if (scope.hasStories)
    Object.assign(matches, await storiesWithAll(connection, queries, { ...scope, titleOnly }, title));
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
const MIN_PROXIMITY_OF_SENTENCE = 0.05;

async function storiesWithAll(
  connection: Connection,
  queries: SearchQueries,
  scope: SearchScope,
  title: TypedTitle,
): Promise<Omit<Matches, 'authors'>> {
  const { sort, titleOnly } = scope;
  const [inTitle, inHead, inText] = await estimates(connection, [
    { query: queries.titleBlock, place: 'title' },
    { query: queries.titleBlock, place: 'head' },
    { query: queries.unordered, place: 'text' },
  ]);
  // Titles are searched separately: a word common in synopses would hide a lower rated story with that title.
  const searchTitles = titleOnly ? storiesByTitleBlock : storiesByIndex;
  const titles = await searchTitles(connection, 'title', queries.titleBlock, scope, inTitle);
  const blocks = titleOnly
    ? titles
    : await storiesByTitleBlock(connection, 'head', queries.titleBlock, scope, inHead);
  const texts = titleOnly
    ? { matches: [], isComplete: true }
    : await storiesByText(connection, queries, scope, inText);
  const likeness = await likenessOfTitles(connection, title, scope);
  const textOf = new Map(texts.matches.map((match) => [match.id, match]));
  const proximityOf = (id: number) => textOf.get(id)?.text ?? 0;
  const byProximity = texts.matches
    .map(({ id }) => id)
    .sort((a, b) => proximityOf(b) - proximityOf(a) || b - a);
  // An incomplete selection of texts would leave gaps in any order but relevance.
  const fitsOrder = texts.isComplete || sort === 'relevance' || blocks.ids.length === 0;
  const ofTexts = sort === 'relevance' ? byProximity.slice(0, SEARCH_DEPTH) : fitsOrder ? byProximity : [];
  const matching = new Set([...titles.ids, ...blocks.ids, ...ofTexts]);
  const ids = [...new Set([...matching, ...likeness.keys()])];
  const ordered =
    sort === 'relevance'
      ? await byRelevance(connection, ids, queries, proximityOf, likeness)
      : await storiesInOrder(connection, ids, sort);
  const kept = await withoutExcluded(connection, ordered, queries.exclusion);
  return {
    stories: kept.ids
      .slice(0, SEARCH_DEPTH)
      .map((id) => ({ id, chapterId: textOf.get(id)?.chapterId ?? null })),
    isComplete:
      texts.isComplete &&
      blocks.isComplete &&
      kept.isComplete &&
      new Set([...ids, ...byProximity]).size <= SEARCH_DEPTH,
    almostTitles: kept.ids.filter((id) => !matching.has(id)).length,
    areFarApart:
      !titleOnly &&
      likeness.size === 0 &&
      titles.ids.length === 0 &&
      blocks.ids.length === 0 &&
      queries.hasSeveralTerms &&
      kept.ids.every((id) => proximityOf(id) < MIN_PROXIMITY_OF_SENTENCE),
  };
}

async function byRelevance(
  connection: Connection,
  ids: readonly number[],
  queries: SearchQueries,
  proximityOf: (id: number) => number,
  likeness: ReadonlyMap<number, number>,
): Promise<number[]> {
  const matches = await matchesOf(connection, ids, queries);
  return matches
    .map((match) => ({
      id: match.id,
      score: relevance({ ...match, text: proximityOf(match.id), likeness: likeness.get(match.id) ?? 0 }),
    }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .map(({ id }) => id);
}

/** The likeness of stories' titles to the typed one, for sufficiently similar ones. */
async function likenessOfTitles(
  connection: Connection,
  title: TypedTitle,
  { tagIds }: SearchScope,
): Promise<Map<number, number>> {
  const titles = await titlesLike(connection, title, tagIds);
  return new Map(
    titles
      .map((one): [number, number] => [one.id, titleLikeness(title.typed, one.title)])
      .filter(([, likeness]) => likeness >= MIN_TITLE_LIKENESS),
  );
}

const MAX_PARTIAL_TITLE_BLOCKS = 100;
/** A story that scores much less than the best one has little to do with the query. */
const MIN_PARTIAL_SCORE_SHARE = 0.5;

/** The stories and authors that match some words, together with those that match all. */
export async function matchesOfSome(
  connection: Connection,
  plan: SearchPlan,
  matches: Matches,
  scope: SearchScope,
): Promise<Matches> {
  const counted = await frequencies(connection, singleWords(plan.terms));
  const partial = partialQueries(counted);
  if (partial === undefined || scope.titleOnly) return matches;
  const { exclusion } = plan.queries;
  const result = { ...matches };
  if (scope.hasStories) {
    const [estimate] = await estimates(connection, [{ query: partial.anyOfRarest, place: 'head' }]);
    const blocks = await storiesByTitleBlock(connection, 'head', partial.anyOfRarest, scope, estimate);
    const first = await storiesInOrder(connection, blocks.ids, scope.sort);
    const present = matches.stories.map((story) => story.id);
    const ids = [...new Set([...present, ...first.slice(0, MAX_PARTIAL_TITLE_BLOCKS)])];
    const weights = partial.terms.map((term) => term.weight);
    const scored = (await storiesMatchingAnyTerm(connection, partial, ids, scope))
      .map((match) => ({ ...match, score: partialRelevance(match, weights) }))
      .sort((a, b) => b.score - a.score || b.id - a.id);
    const chapterOf = new Map(scored.map((match) => [match.id, match.chapterId]));
    const scoreOf = new Map(scored.map((match) => [match.id, match.score]));
    const kept = await withoutExcluded(
      connection,
      scored.map(({ id }) => id),
      exclusion,
    );
    const minimum = MIN_PARTIAL_SCORE_SHARE * (scoreOf.get(kept.ids[0] ?? 0) ?? 0);
    const relevant = kept.ids.filter((id) => (scoreOf.get(id) ?? 0) >= minimum);
    const ordered =
      scope.sort === 'relevance' ? relevant : await storiesInOrder(connection, relevant, scope.sort);
    result.stories = ordered.map((id) => ({ id, chapterId: chapterOf.get(id) ?? null }));
  }
  if (scope.hasAuthors && matches.stories.length === 0 && matches.authors.length === 0) {
    const options = { sort: scope.sort, namesOnly: false, excluded: exclusion.query };
    result.authors = (await authorsByWords(connection, partial.rarestTogether, options)).ids;
  }
  return result;
}
