import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { characterCount } from '#base/text.ts';
import { tagNamesLike } from '#features/tags/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  MAX_SUGGESTIONS,
  MIN_SUGGESTION_CHARACTERS,
  type SearchType,
  type Suggestion,
  type suggestions,
} from '../contract.ts';
import { type AnalyzedTerm, beginningQuery, composeQueries, parseQuery } from '../rules/query.ts';
import {
  beginningLikeness,
  MIN_TITLE_LIKENESS,
  type TypedTitle,
  typedTitleOf,
} from '../rules/title-similarity.ts';
import { withoutExcluded } from '../store/exclusion.ts';
import { inSearchTransaction } from '../store/search-transaction.ts';
import { titlesLike } from '../store/stories.ts';
import { suggestedAuthors, suggestedStories } from '../store/suggestions.ts';
import { analyzeTerms } from '../store/terms.ts';
import { correctionsOf } from './spelling.ts';

export async function suggest(
  { db }: Context,
  { query, type }: ParsedInputOf<typeof suggestions>,
): Promise<Outcome<DataOf<typeof suggestions>>> {
  const typed = query.trim();
  if (characterCount(typed) < MIN_SUGGESTION_CHARACTERS) return success({ suggestions: [] });
  const found = await inSearchTransaction(db, async (connection) => {
    const plain = await beginningLike(connection, typed, type);
    return plain.length > 0 ? plain : corrected(connection, typed, type);
  });
  return success({ suggestions: found });
}

/** Suggestions for a query without prefix matches: similar titles, and prefix matches of a correction. */
async function corrected(connection: Connection, typed: string, type: SearchType): Promise<Suggestion[]> {
  const terms = await analyzeTerms(connection, parseQuery(typed));
  const { queries, title } = await correctionsOf(connection, typed);
  const titles =
    type === 'authors'
      ? []
      : [
          ...(await titlesNearly(connection, typedTitleOf(terms), terms)),
          ...(await titlesNearly(connection, title, terms)),
        ];
  const suggestions: Suggestion[] = [...titles];
  for (const query of queries) suggestions.push(...(await beginningLike(connection, query, type)));
  const keyOf = ({ type: kind, slug, text }: Suggestion) => `${kind} ${slug ?? text}`;
  return [...new Map(suggestions.map((one) => [keyOf(one), one])).values()].slice(0, MAX_SUGGESTIONS);
}

async function titlesNearly(
  connection: Connection,
  title: TypedTitle,
  terms: readonly AnalyzedTerm[],
): Promise<Suggestion[]> {
  const titles = await titlesLike(connection, title, []);
  const { exclusion } = composeQueries(terms);
  const kept = await withoutExcluded(
    connection,
    titles.map(({ id }) => id),
    exclusion,
  );
  return titles
    .filter(({ id }) => kept.ids.includes(id))
    .map((one) => ({ ...one, likeness: beginningLikeness(title.typed, one.title) }))
    .filter(({ likeness }) => likeness >= MIN_TITLE_LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || b.id - a.id)
    .map(({ title: text, slug }) => ({ type: 'story', text, slug }));
}

async function beginningLike(connection: Connection, typed: string, type: SearchType): Promise<Suggestion[]> {
  const beginning = beginningQuery(await analyzeTerms(connection, parseQuery(typed)));
  if (beginning === '') return [];
  const all = MAX_SUGGESTIONS;
  return shareOut(
    { places: 5, found: type === 'authors' ? [] : await suggestedStories(connection, beginning, all) },
    { places: 3, found: type === 'stories' ? [] : await suggestedAuthors(connection, beginning, all) },
    { places: 2, found: type === 'all' ? await suggestedTagNames(connection, typed, all) : [] },
  );
}

/** Gives each kind its places; unused places go to the first kind that can fill them. */
function shareOut(...kinds: { places: number; found: Suggestion[] }[]): Suggestion[] {
  const sizes = kinds.map(({ places, found }) => Math.min(places, found.length));
  let free = MAX_SUGGESTIONS - sizes.reduce((sum, size) => sum + size, 0);
  return kinds.flatMap(({ found }, at) => {
    const size = Math.min(found.length, (sizes[at] ?? 0) + free);
    free -= size - (sizes[at] ?? 0);
    return found.slice(0, size);
  });
}

async function suggestedTagNames(
  connection: Connection,
  typed: string,
  limit: number,
): Promise<Suggestion[]> {
  const names = await tagNamesLike(connection, typed, limit);
  return names.map((text) => ({ text, type: 'tag' }));
}
