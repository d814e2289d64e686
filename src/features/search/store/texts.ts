import { sql } from 'kysely';
import type { Connection } from '#platform/database.ts';
import type { CountedTerm, Queries, SomeQueries } from '../rules/query.ts';
import type { SomeMatch } from '../rules/relevance.ts';
import { orders, tagged, type Wanted } from './stories.ts';

/** How many chapters with the words are looked at; what stands in more of them tells little about a story. */
const CHAPTERS_MAXIMUM = 3_000;
/** In how many of them the places of the words are compared, for which each must be unpacked. */
const CHAPTERS_WEIGHED = 400;

export interface TextMatch {
  id: number;
  /** The chapter of the story that matches best. */
  chapterId: number;
  /** How near to each other, and how often, the words stand in it; 0 where nobody looked. */
  text: number;
}

/** The words of each chapter in `listed`, one by one: left to choose, the planner reads those of all chapters there are. */
const eachUnpacked = sql`cross join lateral (
  select words from search_chapters where search_chapters.chapter_id = listed.chapter_id offset 0
) as unpacked`;

/**
 * Stories with a chapter that matches. The index knows which chapters have the words but not where they stand: what
 * has to be in order is looked for in what it gives, and so only in the first of very many.
 */
export async function storiesByText(
  connection: Connection,
  queries: Queries,
  wanted: Wanted,
): Promise<{ matches: TextMatch[]; isComplete: boolean }> {
  const isInOrder = queries.hasOrder ? sql`words @@ ${queries.text}::tsquery` : sql`true`;
  const { rows } = await sql<{ id: number | null; chapterId: number; text: number; chapters: number }>`
    with matched as materialized (
      select chapter_id, story_id from search_chapters where words @@ ${queries.loose}::tsquery
      limit ${CHAPTERS_MAXIMUM + 1}
    ), listed as materialized (
      select chapter_id, stories.id as story_id,
        row_number() over (order by ${orders[wanted.sort]}, chapter_id) <= ${CHAPTERS_WEIGHED} as is_weighed
      from matched join search_stories using (story_id) join stories on stories.id = matched.story_id
      where ${notExcluded(queries.excluded)} ${tagged(wanted)}
    ), weighed as (
      select distinct on (listed.story_id) listed.story_id as id, listed.chapter_id as "chapterId",
        ts_rank_cd('{1, 1, 1, 1}', words, ${queries.near}::tsquery, 32)::float8 as text
      from listed ${eachUnpacked}
      where is_weighed and ${isInOrder}
      order by 1, 3 desc, 2
    ), found as (
      select * from weighed
      union all
      select story_id, min(chapter_id), 0 from listed
      where not ${queries.hasOrder}::boolean and story_id not in (select id from weighed) group by story_id
    )
    select found.*, chapters
    from (select count(*)::integer as chapters from matched) as counted left join found on true`.execute(
    connection,
  );
  const chapters = rows[0]?.chapters ?? 0;
  return {
    matches: rows.flatMap(({ id, chapterId, text }) => (id === null ? [] : [{ id, chapterId, text }])),
    isComplete: chapters <= (queries.hasOrder ? CHAPTERS_WEIGHED : CHAPTERS_MAXIMUM),
  };
}

function notExcluded(query: string) {
  return query === '' ? sql`true` : sql`not (head @@ ${query}::tsquery)`;
}

const COUNTED_MAXIMUM = 1_000;

/**
 * In how many heads and chapters each of these stands, up to a number beyond which all are common. What so many heads
 * have is common enough, and stands in too many chapters to count them.
 */
export async function frequencies(
  connection: Connection,
  queries: readonly string[],
): Promise<CountedTerm[]> {
  const { rows } = await sql<CountedTerm>`
    select query, (heads + case when heads < ${COUNTED_MAXIMUM} then (select count(*) from (
        select from search_chapters where words @@ query::tsquery limit ${COUNTED_MAXIMUM}) as counted
      ) else 0 end)::integer as count
    from unnest(${queries}::text[]) with ordinality as asked (query, place)
    cross join lateral (select count(*) as heads from (
      select from search_stories where head @@ query::tsquery limit ${COUNTED_MAXIMUM}) as counted
    ) as counted_heads
    order by place`.execute(connection);
  return rows;
}

const SOME_CHAPTERS_MAXIMUM = 2_000;
const SOME_CHAPTERS_WEIGHED = 300;

export interface FoundSome extends SomeMatch {
  id: number;
  /** Null where the words were found outside of the texts. */
  chapterId: number | null;
}

/** Stories whose texts have some of the words together, and those given; which of the words each of them has. */
export async function storiesBySome(
  connection: Connection,
  some: SomeQueries,
  given: readonly number[],
  excluded: string,
  wanted: Wanted,
): Promise<FoundSome[]> {
  const terms = some.terms.map((term) => sql`words @@ ${term.query}::tsquery`);
  const any = (inHead: boolean) =>
    sql.join(terms.map((term) => sql`coalesce(bool_or(${term}) filter (where is_head = ${inHead}), false)`));
  const { rows } = await sql<FoundSome>`
    with matched as materialized (
      select chapter_id, story_id from search_chapters where words @@ ${some.together}::tsquery
      limit ${SOME_CHAPTERS_MAXIMUM}
    ), listed as materialized (
      select chapter_id, stories.id as story_id
      from matched join search_stories using (story_id) join stories on stories.id = matched.story_id
      where ${notExcluded(excluded)} ${tagged(wanted)}
      order by stories.id = any (${given}) desc, ${orders[wanted.sort]}, chapter_id
      limit ${SOME_CHAPTERS_WEIGHED}
    ), pieces as (
      select story_id, null::bigint as chapter_id, true as is_head, head as words, 0 as text
      from search_stories
      where (story_id = any (${given}) or story_id in (select story_id from listed)) and ${notExcluded(excluded)}
      union all
      select listed.story_id, listed.chapter_id, false, words,
        ts_rank_cd('{1, 1, 1, 1}', words, ${some.together}::tsquery, 32)
      from listed ${eachUnpacked}
    )
    select story_id as id, max(text)::float8 as text, array[${any(true)}] as "inHead", array[${any(false)}] as "inText",
      (array_agg(chapter_id order by text desc, chapter_id) filter (where not is_head))[1] as "chapterId"
    from pieces group by story_id`.execute(connection);
  return rows;
}
