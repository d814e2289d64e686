import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { characterCount } from '#base/text.ts';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { hiddenSetFor } from '#features/hidden/service.ts';
import { ANY_STORY, withoutHidden } from '#features/stories/service/list-view.ts';
import { findTagNames, withHiddenTags } from '#features/tags/service/tags.ts';
import type { Connection } from '#platform/database/database.ts';
import { anonymous, type Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  MAX_SUGGESTIONS,
  MIN_SUGGESTION_CHARACTERS,
  type SearchType,
  type Suggestion,
  type suggestions,
} from '../contract.ts';
import { type AnalyzedTerm, composeQueries, parseQuery, prefixQuery } from '../rules/query.ts';
import {
  MIN_TITLE_SIMILARITY,
  type TypedTitle,
  titlePrefixSimilarity,
  typedTitleOf,
} from '../rules/title-similarity.ts';
import { withoutExcluded } from '../store/exclusion.ts';
import { inSearchTransaction } from '../store/search-transaction.ts';
import { findTitles } from '../store/stories.ts';
import { storySuggestion, suggestedAuthors, suggestedStories } from '../store/suggestions.ts';
import { analyzeTerms } from '../store/terms.ts';
import { findCorrections } from './spelling.ts';

interface SuggestionScope {
  type: SearchType;
  hidden: HiddenSet;
}

export async function suggest(
  { db }: Context,
  { query, type, ...input }: ParsedInputOf<typeof suggestions>,
  { account }: Pick<Caller, 'account'> = anonymous,
): Promise<Outcome<DataOf<typeof suggestions>>> {
  const typed = query.trim();
  if (characterCount(typed) < MIN_SUGGESTION_CHARACTERS) return success({ suggestions: [] });
  const matches = await inSearchTransaction(db, async (connection) => {
    const scope = { type, hidden: await hiddenSetFor(connection, input, account) };
    const plain = await suggestByPrefix(connection, typed, scope);
    return plain.length > 0 ? plain : suggestCorrected(connection, typed, scope);
  });
  return success({ suggestions: matches });
}

/** Suggestions for a query without prefix matches: similar titles, and prefix matches of a correction. */
async function suggestCorrected(
  connection: Connection,
  typed: string,
  scope: SuggestionScope,
): Promise<Suggestion[]> {
  const terms = await analyzeTerms(connection, parseQuery(typed));
  const { queries, title } = await findCorrections(connection, typed);
  const titles =
    scope.type === 'authors'
      ? []
      : [
          ...(await suggestSimilarTitles(connection, typedTitleOf(terms), terms, scope)),
          ...(await suggestSimilarTitles(connection, title, terms, scope)),
        ];
  const suggestions: Suggestion[] = [...titles];
  for (const query of queries) suggestions.push(...(await suggestByPrefix(connection, query, scope)));
  const keyOf = ({ type: kind, slug, text }: Suggestion) => `${kind} ${slug ?? text}`;
  return [...new Map(suggestions.map((candidate) => [keyOf(candidate), candidate])).values()].slice(
    0,
    MAX_SUGGESTIONS,
  );
}

async function suggestSimilarTitles(
  connection: Connection,
  title: TypedTitle,
  terms: readonly AnalyzedTerm[],
  { hidden }: SuggestionScope,
): Promise<Suggestion[]> {
  const titles = await findTitles(connection, title, { tagIds: [], filter: ANY_STORY });
  const { exclusion } = composeQueries(terms);
  const shown = await withoutHidden(
    connection,
    titles.map(({ id }) => id),
    hidden,
  );
  const allowed = await withoutExcluded(connection, shown.ids, exclusion);
  return titles
    .filter(({ id }) => allowed.ids.includes(id))
    .map((candidate) => ({ ...candidate, similarity: titlePrefixSimilarity(title.typed, candidate.title) }))
    .filter(({ similarity }) => similarity >= MIN_TITLE_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || b.id - a.id)
    .map(({ title: text, slug, language }) => storySuggestion({ text, slug, language }));
}

async function suggestByPrefix(
  connection: Connection,
  typed: string,
  scope: SuggestionScope,
): Promise<Suggestion[]> {
  const prefix = prefixQuery(await analyzeTerms(connection, parseQuery(typed)));
  if (prefix === '') return [];
  const all = MAX_SUGGESTIONS;
  const { type, hidden } = scope;
  return allocatePlaces(
    { places: 5, matches: type === 'authors' ? [] : await suggestedStories(connection, prefix, all, hidden) },
    { places: 3, matches: type === 'stories' ? [] : await suggestedAuthors(connection, prefix, all, hidden) },
    { places: 2, matches: type === 'all' ? await suggestedTagNames(connection, typed, all, hidden) : [] },
  );
}

/** Gives each kind its places; unused places go to the first kind that can fill them. */
function allocatePlaces(...kinds: { places: number; matches: Suggestion[] }[]): Suggestion[] {
  const sizes = kinds.map(({ places, matches }) => Math.min(places, matches.length));
  let free = MAX_SUGGESTIONS - sizes.reduce((sum, size) => sum + size, 0);
  return kinds.flatMap(({ matches }, at) => {
    const size = Math.min(matches.length, (sizes[at] ?? 0) + free);
    free -= size - (sizes[at] ?? 0);
    return matches.slice(0, size);
  });
}

async function suggestedTagNames(
  connection: Connection,
  typed: string,
  limit: number,
  hidden: HiddenSet,
): Promise<Suggestion[]> {
  const names = await withHiddenTags(connection, hidden.tags, ({ ids }) =>
    findTagNames(connection, typed, limit, ids),
  );
  return names.map((text) => ({ text, type: 'tag' }));
}
