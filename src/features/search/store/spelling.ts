import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { KnownWord } from '../rules/spelling.ts';
import { estimateMatches } from './term-counts.ts';
import { isSearchable } from './texts.ts';

/** A word counted in this many rows exists for certain, without an index search. */
const CERTAIN_MATCH = { rows: 100, share: 0.05 };

/** Whether a query for a single word matches anything. */
export async function hasMatches(connection: Connection, query: string): Promise<boolean> {
  return (await matchedQueries(connection, [query])).has(0);
}

/**
 * The positions of the single words that match something that everybody can read. Without `offset 0`, the planner expects a
 * match soon and reads the chapters one after the other: all of them, for a mistyped word.
 */
export async function matchedQueries(
  connection: Connection,
  queries: readonly string[],
): Promise<Set<number>> {
  if (queries.length === 0) return new Set();
  const places = queries.map((query) => ({ query, place: 'text' as const }));
  const certain = (await estimateMatches(connection, places)).map(
    ({ rows, share }) => rows > CERTAIN_MATCH.rows && share > CERTAIN_MATCH.share,
  );
  // Each query is a constant of the statement, which the planner estimates by itself.
  const isMatched = queries.map(
    (
      query,
      place,
    ) => sql`case when ${certain[place] === true || query === ''}::boolean then ${query !== ''}::boolean
      else exists (select from search_stories where head @@ ${query}::tsquery)
        or exists (select from search_authors where words @@ ${query}::tsquery)
        or exists (
          select from (select chapter_id from search_chapters where words @@ ${query}::tsquery offset 0) as matching
          where ${isSearchable}
        ) end`,
  );
  const { rows } = await sql<{
    found: boolean[];
  }>`select array[${sql.join(isMatched)}]::boolean[] as found`.execute(connection);
  return new Set(rows[0]?.found.flatMap((isFound, place) => (isFound ? [place] : [])));
}

const MAX_NEIGHBOURS = 60;

/** The known ones among the words, and known words of similar length that share the most trigrams. */
export async function findSimilarWords(
  connection: Connection,
  typed: string,
  edits: readonly string[],
): Promise<KnownWord[]> {
  const { rows } = await sql<KnownWord>`
    with near as (
      select word, bool_or(in_head) as in_head
      from search_words
      where word % ${typed}
        and char_length(word) between char_length(${typed}) - 3 and char_length(${typed}) + 3
      group by word
      order by similarity(word, ${typed}) desc, word
      limit ${MAX_NEIGHBOURS}
    )
    select word, bool_or(in_head) as "isInTitleBlock"
    from (select * from near union all select word, in_head from search_words where word = any (${edits})) as known
    group by word order by word`.execute(connection);
  return rows;
}

/** The positions of the queries that some title block matches. */
export const matchedInTitleBlocks = (connection: Connection, queries: readonly string[]) =>
  matchedIn(connection, 'head', queries);

/** The positions of the queries that some title matches. */
export const matchedInTitles = (connection: Connection, queries: readonly string[]) =>
  matchedIn(connection, 'title', queries);

async function matchedIn(
  connection: Connection,
  column: 'head' | 'title',
  queries: readonly string[],
): Promise<Set<number>> {
  const { rows } = await sql<{ place: number }>`
    select (place - 1)::integer as place from unnest(${queries}::text[]) with ordinality as candidate (query, place)
    where exists (select from search_stories where ${sql.ref(column)} @@ query::tsquery)`.execute(connection);
  return new Set(rows.map((row) => row.place));
}

const DELETE_BATCH_SIZE = 1_000;

/**
 * Deletes unused words among the next ones: a name must not outlive its account. Returns the last word checked, or null
 * at the end.
 */
export async function deleteUnusedWordsAfter(connection: Connection, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    with batch as (
      select distinct word from search_words where word > ${after} order by word limit ${DELETE_BATCH_SIZE}
    ), queries as materialized (
      select word, phraseto_tsquery('nightstand', word) as query from batch
    ), deleted as (
      delete from search_words where word in (
        select word from queries
        where not exists (select from search_chapters where words @@ query)
          and not exists (select from search_stories where head @@ query)
          and not exists (select from search_authors where words @@ query)
      )
    )
    select max(word) as last from batch`.execute(connection);
  return rows[0]?.last ?? null;
}

/** Adds the words of a published chapter to the dictionary. */
export async function learnWordsOf(connection: Connection, chapterId: number): Promise<void> {
  await sql`
    select search_learn(search_vector('nightstand_words', search_chapter_text(title, content)), false)
    from chapters where id = ${chapterId} and chapter_is_readable(chapters)`.execute(connection);
}
