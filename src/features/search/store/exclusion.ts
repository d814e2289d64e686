import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Exclusion } from '../rules/query.ts';
import { exceeds, RARE, type ScanBudget } from '../rules/scan-budget.ts';
import { estimates } from './term-counts.ts';

/** How many chapters with an excluded word the index collects, whatever their share. */
const MAX_CHAPTERS_COLLECTED = 2_000;
/** Where it exceeds this, the matching stories themselves are read. */
const CHAPTER_BUDGET: ScanBudget = { rows: 20_000, share: 0.05 };
const MAX_CHAPTERS_SCANNED = 1_000;
/** From here on a chapter may have more places of a word than the index keeps, so that the order of words is uncertain. */
const MIN_WORDS_WITH_UNCERTAIN_ORDER = 10_000;

/**
 * Those of the stories that have nothing of what is excluded, neither in title, author, tags and synopsis nor in any
 * chapter, in the same order. A story that could not be looked through in bounded time is not among them, and
 * `isComplete` is false.
 */
export async function withoutExcluded(
  connection: Connection,
  ids: readonly number[],
  exclusion: Exclusion,
): Promise<{ ids: number[]; isComplete: boolean }> {
  if (exclusion.query === '' || ids.length === 0) return { ids: [...ids], isComplete: true };
  const [estimate = RARE] = await estimates(connection, [{ query: exclusion.unordered, place: 'text' }]);
  if (exceeds(CHAPTER_BUDGET, estimate, MAX_CHAPTERS_COLLECTED))
    return withoutExcludedByScan(connection, ids, exclusion);
  const excluded = await excludedByIndex(connection, ids, exclusion);
  return { ids: ids.filter((id) => !excluded.has(id)), isComplete: true };
}

/** Stories with rare words: all of them by the index, which unpacks none unless words must stand in their order. */
async function excludedByIndex(
  connection: Connection,
  ids: readonly number[],
  { query, unordered }: Exclusion,
): Promise<Set<number>> {
  const isOrdered = query !== unordered;
  const { rows } = await sql<{ id: number }>`
    with gathered as materialized (
      select chapter_id, story_id from search_chapters where words @@ ${unordered}::tsquery
    ), found as materialized (
      select chapter_id, story_id from gathered where story_id = any (${ids})
    )
    select story_id as id from search_stories where story_id = any (${ids}) and head @@ ${query}::tsquery
    union
    select story_id from found where ${
      isOrdered
        ? sql`exists (select from search_chapters join chapters on chapters.id = chapter_id
            where chapter_id = found.chapter_id and ${isExcluded(query, unordered)})`
        : sql`true`
    }`.execute(connection);
  return new Set(rows.map((row) => row.id));
}

/** Stories with common words: one story after the other, each to the first chapter that has it. */
export async function withoutExcludedByScan(
  connection: Connection,
  ids: readonly number[],
  { query, unordered }: Exclusion,
): Promise<{ ids: number[]; isComplete: boolean }> {
  const { rows } = await sql<{ id: number; isWithout: boolean }>`
    with asked as materialized (
      select stories.id, place, sum(chapter_count) over (order by place) - chapter_count as chapters_before
      from unnest(${ids}::bigint[]) with ordinality as asked (id, place) join stories on stories.id = asked.id
    )
    select id,
      not exists (select from search_stories where story_id = asked.id and head @@ ${query}::tsquery)
        and not exists (select from search_chapters join chapters on chapters.id = chapter_id
          where search_chapters.story_id = asked.id and ${isExcluded(query, unordered)}) as "isWithout"
    from asked where chapters_before < ${MAX_CHAPTERS_SCANNED} order by place`.execute(connection);
  return {
    ids: rows.flatMap(({ id, isWithout }) => (isWithout ? [id] : [])),
    isComplete: rows.length === ids.length,
  };
}

/** The index keeps 256 places of a word, and none beyond the first 16,383 words: better one story too few than one too many. */
function isExcluded(query: string, unordered: string) {
  if (query === unordered) return sql`words @@ ${query}::tsquery`;
  return sql`(words @@ ${query}::tsquery
    or (word_count >= ${MIN_WORDS_WITH_UNCERTAIN_ORDER} and words @@ ${unordered}::tsquery))`;
}
