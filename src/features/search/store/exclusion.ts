import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Exclusion } from '../rules/query.ts';
import { exceedsBudget, RARE_ESTIMATE, type ScanBudget } from '../rules/scan-budget.ts';
import { estimateMatches } from './term-counts.ts';
import { isSearchable } from './texts.ts';

/** The number of chapters with an excluded word that the index collects, whatever their share. */
const MAX_CHAPTERS_COLLECTED = 2_000;
/** Beyond this budget, the matching stories themselves are read. */
const CHAPTER_BUDGET: ScanBudget = { rows: 20_000, share: 0.05 };
const MAX_CHAPTERS_SCANNED = 1_000;
/**
 * From this length on, a chapter can have more positions of a word than the index stores, which makes word order
 * uncertain.
 */
const MIN_WORDS_WITH_UNCERTAIN_ORDER = 10_000;

/**
 * The stories that contain no excluded words, neither in the title block nor in any chapter, in the same order. Stories
 * that could not be checked in bounded time are left out, and `isComplete` is false.
 */
export async function withoutExcluded(
  connection: Connection,
  ids: readonly number[],
  exclusion: Exclusion,
): Promise<{ ids: number[]; isComplete: boolean }> {
  if (exclusion.query === '' || ids.length === 0) return { ids: [...ids], isComplete: true };
  const [estimate = RARE_ESTIMATE] = await estimateMatches(connection, [
    { query: exclusion.unordered, place: 'text' },
  ]);
  if (exceedsBudget(CHAPTER_BUDGET, estimate, MAX_CHAPTERS_COLLECTED))
    return withoutExcludedByScan(connection, ids, exclusion);
  const excluded = await excludedByIndex(connection, ids, exclusion);
  return { ids: ids.filter((id) => !excluded.has(id)), isComplete: true };
}

/** For rare words: finds all stories by the index, and unpacks no chapter unless words must appear in order. */
async function excludedByIndex(
  connection: Connection,
  ids: readonly number[],
  { query, unordered }: Exclusion,
): Promise<Set<number>> {
  const isOrdered = query !== unordered;
  const { rows } = await sql<{ id: number }>`
    with matching as materialized (
      select chapter_id, story_id from search_chapters where words @@ ${unordered}::tsquery
    ), matching_candidates as materialized (
      select chapter_id, story_id from matching where story_id = any (${ids})
    )
    select story_id as id from search_stories where story_id = any (${ids}) and head @@ ${query}::tsquery
    union
    select story_id from matching_candidates where ${isSearchable} and ${
      isOrdered
        ? sql`exists (select from search_chapters join chapters on chapters.id = chapter_id
            where chapter_id = matching_candidates.chapter_id and ${isExcluded(query, unordered)})`
        : sql`true`
    }`.execute(connection);
  return new Set(rows.map((row) => row.id));
}

/** For common words: checks one story after the other, each up to its first matching chapter. */
export async function withoutExcludedByScan(
  connection: Connection,
  ids: readonly number[],
  { query, unordered }: Exclusion,
): Promise<{ ids: number[]; isComplete: boolean }> {
  const { rows } = await sql<{ id: number; isAllowed: boolean }>`
    with candidates as materialized (
      select stories.id, place, sum(chapter_count) over (order by place) - chapter_count as chapters_before
      from unnest(${ids}::bigint[]) with ordinality as candidates (id, place) join stories on stories.id = candidates.id
    )
    select id,
      not exists (select from search_stories where story_id = candidates.id and head @@ ${query}::tsquery)
        and not exists (select from search_chapters join chapters on chapters.id = chapter_id
          where search_chapters.story_id = candidates.id and ${isSearchable}
            and ${isExcluded(query, unordered)}) as "isAllowed"
    from candidates where chapters_before < ${MAX_CHAPTERS_SCANNED} order by place`.execute(connection);
  return {
    ids: rows.flatMap(({ id, isAllowed }) => (isAllowed ? [id] : [])),
    isComplete: rows.length === ids.length,
  };
}

/**
 * The index stores 256 positions of a word, and none beyond the first 16,383 words: when in doubt, the story is
 * excluded.
 */
function isExcluded(query: string, unordered: string) {
  if (query === unordered) return sql`words @@ ${query}::tsquery`;
  return sql`(words @@ ${query}::tsquery
    or (word_count >= ${MIN_WORDS_WITH_UNCERTAIN_ORDER} and words @@ ${unordered}::tsquery))`;
}
