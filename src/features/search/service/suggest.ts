import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import { characterCount } from '#base/text.ts';
import { tagNamesLike } from '#features/tags/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/runtime/services.ts';
import {
  type SearchType,
  SUGGESTION_MINIMUM,
  SUGGESTIONS_MAXIMUM,
  type Suggestion,
  type suggestions,
} from '../contract.ts';
import { beginningQuery, parseQuery } from '../rules/query.ts';
import { inSearchTransaction } from '../store/session.ts';
import { suggestedAuthors, suggestedStories } from '../store/suggestions.ts';
import { analyzeTerms } from '../store/terms.ts';
import { correctedQueries } from './spelling.ts';

export async function suggest(
  { db }: Services,
  { query, type }: ParsedInputOf<typeof suggestions>,
): Promise<Outcome<DataOf<typeof suggestions>>> {
  const typed = query.trim();
  if (characterCount(typed) < SUGGESTION_MINIMUM) return success({ suggestions: [] });
  const found = await inSearchTransaction(db, async (connection) => {
    const plain = await beginningLike(connection, typed, type);
    if (plain.length > 0) return plain;
    const [likeliest] = await correctedQueries(connection, typed);
    return likeliest === undefined ? [] : beginningLike(connection, likeliest, type);
  });
  return success({ suggestions: found });
}

async function beginningLike(connection: Connection, typed: string, type: SearchType): Promise<Suggestion[]> {
  const beginning = beginningQuery(await analyzeTerms(connection, parseQuery(typed)));
  if (beginning === '') return [];
  const all = SUGGESTIONS_MAXIMUM;
  return shareOut(
    { places: 5, found: type === 'authors' ? [] : await suggestedStories(connection, beginning, all) },
    { places: 3, found: type === 'stories' ? [] : await suggestedAuthors(connection, beginning, all) },
    { places: 2, found: type === 'all' ? await suggestedTagNames(connection, typed, all) : [] },
  );
}

/** Each kind gets its places; those that one does not need go to the first that can use them. */
function shareOut(...kinds: { places: number; found: Suggestion[] }[]): Suggestion[] {
  const sizes = kinds.map(({ places, found }) => Math.min(places, found.length));
  let free = SUGGESTIONS_MAXIMUM - sizes.reduce((sum, size) => sum + size, 0);
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
