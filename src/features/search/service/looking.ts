import type { Connection } from '#platform/database/database.ts';
import { SEARCH_DEPTH, type SearchSort } from '../contract.ts';
import {
  commonWordsQuery,
  composeQueries,
  type Exclusion,
  type Queries,
  type ReadTerm,
  readQuery,
} from '../rules/query.ts';
import { relevance } from '../rules/relevance.ts';
import { authorsByWords } from '../store/authors.ts';
import { estimates } from '../store/estimates.ts';
import { withoutExcluded } from '../store/exclusion.ts';
import {
  type Candidates,
  matchesOf,
  storiesByHead,
  storiesByIndex,
  storiesInOrder,
} from '../store/stories.ts';
import { readTerms } from '../store/terms.ts';
import { storiesByText } from '../store/texts.ts';

/** What is looked for beside the words. */
export interface Scope {
  /** Which of the two, or both. */
  stories: boolean;
  authors: boolean;
  titleOnly: boolean;
  tagIds: readonly number[];
  sort: SearchSort;
}

export interface FoundStory {
  id: number;
  /** A chapter with the words; null where they stand elsewhere. */
  chapterId: number | null;
}

/** Everything that a query finds, in order; what is shown of it is read afterwards. */
export interface Found {
  /** What is marked in titles and in texts, as queries. */
  marks: { title: string; text: string };
  terms: ReadTerm[];
  exclusion: Exclusion;
  stories: FoundStory[];
  authors: number[];
  isComplete: boolean;
  /** Whether all words are to be found, but nowhere together. */
  isScattered: boolean;
}

export async function look(connection: Connection, typed: string, scope: Scope): Promise<Found> {
  const terms = await readTerms(connection, readQuery(typed));
  const queries = composeQueries(terms);
  const found: Found = {
    marks: { title: queries.any, text: queries.anyInText },
    terms,
    exclusion: queries.exclusion,
    stories: [],
    authors: [],
    isComplete: true,
    isScattered: false,
  };
  if (queries.head === '') {
    const common = commonWordsQuery(terms);
    if (common === '') return found;
    // 'You and I': a title or a name can be made of nothing but such words.
    found.marks.title = common;
    if (scope.stories) {
      const [estimate] = await estimates(connection, [{ query: common, where: 'title' }]);
      const { ids, isComplete } = await storiesByHead(connection, 'title', common, scope, estimate);
      const ordered = await storiesInOrder(connection, ids, scope.sort);
      const kept = await withoutExcluded(connection, ordered, queries.exclusion);
      found.stories = outsideTexts(kept.ids);
      found.isComplete = isComplete && kept.isComplete;
    }
    if (scope.authors) {
      const options = { sort: scope.sort, namesOnly: true, excluded: queries.exclusion.query };
      addAuthors(found, await authorsByWords(connection, common, options));
    }
    return found;
  }
  if (scope.stories) Object.assign(found, await lookForStories(connection, queries, scope));
  if (scope.authors) {
    const options = { sort: scope.sort, namesOnly: scope.titleOnly, excluded: queries.exclusion.query };
    addAuthors(found, await authorsByWords(connection, queries.head, options));
  }
  return found;
}

function addAuthors(found: Found, { ids, isComplete }: Candidates): void {
  found.authors = ids;
  found.isComplete &&= isComplete;
}

const outsideTexts = (ids: readonly number[]): FoundStory[] => ids.map((id) => ({ id, chapterId: null }));

/** How near words stand that belong together, in the measure of `TextMatch`: some twenty others between them. */
const IN_ONE_SENTENCE = 0.05;

async function lookForStories(
  connection: Connection,
  queries: Queries,
  scope: Scope,
): Promise<Pick<Found, 'stories' | 'isComplete' | 'isScattered'>> {
  const { sort, titleOnly } = scope;
  const [inTitle, inHead, inText] = await estimates(connection, [
    { query: queries.head, where: 'title' },
    { query: queries.head, where: 'head' },
    { query: queries.loose, where: 'text' },
  ]);
  // Apart, or a word that many synopses have would hide the less liked story that is named so.
  const lookIn = titleOnly ? storiesByHead : storiesByIndex;
  const titles = await lookIn(connection, 'title', queries.head, scope, inTitle);
  const heads = titleOnly ? titles : await storiesByHead(connection, 'head', queries.head, scope, inHead);
  const texts = titleOnly
    ? { matches: [], isComplete: true }
    : await storiesByText(connection, queries, scope, inText);
  const textOf = new Map(texts.matches.map((match) => [match.id, match]));
  // Where the texts give only some of what they have, those would make any order but that of relevance a wrong one.
  const fitsOrder = texts.isComplete || sort === 'relevance' || heads.ids.length === 0;
  const byText = texts.matches.toSorted((a, b) => b.text - a.text || b.id - a.id).map(({ id }) => id);
  // No more than are given: to weigh each costs something.
  const ofTexts = sort === 'relevance' ? byText.slice(0, SEARCH_DEPTH) : fitsOrder ? byText : [];
  const ids = [...new Set([...titles.ids, ...heads.ids, ...ofTexts])];
  const ordered =
    sort === 'relevance'
      ? await byRelevance(connection, ids, queries, (id) => textOf.get(id)?.text ?? 0)
      : await storiesInOrder(connection, ids, sort);
  const kept = await withoutExcluded(connection, ordered, queries.exclusion);
  const isOnlyInTexts = !titleOnly && titles.ids.length === 0 && heads.ids.length === 0;
  return {
    stories: kept.ids
      .slice(0, SEARCH_DEPTH)
      .map((id) => ({ id, chapterId: textOf.get(id)?.chapterId ?? null })),
    isComplete:
      texts.isComplete &&
      heads.isComplete &&
      kept.isComplete &&
      new Set([...ids, ...byText]).size <= SEARCH_DEPTH,
    isScattered:
      isOnlyInTexts &&
      queries.isSeveral &&
      kept.ids.every((id) => (textOf.get(id)?.text ?? 0) < IN_ONE_SENTENCE),
  };
}

async function byRelevance(
  connection: Connection,
  ids: readonly number[],
  queries: Queries,
  textOf: (id: number) => number,
): Promise<number[]> {
  const matches = await matchesOf(connection, ids, queries);
  return matches
    .map((match) => ({ id: match.id, score: relevance({ ...match, text: textOf(match.id) }) }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .map(({ id }) => id);
}
