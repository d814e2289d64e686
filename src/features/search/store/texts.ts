import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { CountedTerm, PartialQueries, SearchQueries } from '../rules/query.ts';
import type { PartialMatch } from '../rules/relevance.ts';
import { type Estimate, estimates, type Gathering, HARDLY_ANY, isCommon, notEstimated } from './estimates.ts';
import { firstInOrder, hasTags, type Wanted } from './stories.ts';

/** How many chapters the index of words is asked for; the places of the words are compared in each of them. */
const CHAPTERS_MAXIMUM = 400;
/** Where a word is too common for that: how many stories are looked at, and how many chapters of each. */
const STORIES_LOOKED_AT = 60;
const CHAPTERS_OF_STORY = 5;
/** What more have is not looked for in the index, which first gathers all that have it. */
const GATHERED_CHAPTERS: Gathering = { rows: 20_000, share: 0.05 };
/** What fewer have would hardly be met in the first stories. */
const RARE_IN_TEXTS = 0.02;

export interface TextMatch {
  id: number;
  /** The chapter of the story that matches best. */
  chapterId: number;
  /** How near to each other, and how often, the words stand in it. */
  text: number;
}

/**
 * Stories with a chapter that matches. The index knows which chapters have the words but not where they stand: what has
 * to be in order is looked for in what it gives, and so only in the first of very many. What more have than are asked
 * for is also looked for in the stories that come first in the order.
 */
export async function storiesByText(
  connection: Connection,
  queries: SearchQueries,
  wanted: Wanted,
  estimate: Estimate = notEstimated,
): Promise<{ matches: TextMatch[]; isComplete: boolean }> {
  const indexed = isCommon(estimate, CHAPTERS_MAXIMUM, GATHERED_CHAPTERS)
    ? undefined
    : await matchesByIndex(connection, queries, wanted);
  if (indexed?.isComplete || (indexed !== undefined && estimate.share < RARE_IN_TEXTS)) return indexed;
  const first = await matchesAmong(
    connection,
    sql`select chapter_id, first.story_id, words from (${firstInOrder(wanted, STORIES_LOOKED_AT)}) as first
      cross join lateral (
        select chapter_id, words from search_chapters where story_id = first.story_id
        order by chapter_id limit ${CHAPTERS_OF_STORY}
      ) as chapters
      where words @@ ${queries.unordered}::tsquery`,
    queries,
    wanted.tagIds.slice(1),
  );
  if (indexed === undefined && first.matches.length < HARDLY_ANY)
    return matchesByIndex(connection, queries, wanted);
  const isFirst = new Set(first.matches.map(({ id }) => id));
  const others = (indexed?.matches ?? []).filter(({ id }) => !isFirst.has(id));
  return { matches: [...first.matches, ...others], isComplete: false };
}

async function matchesByIndex(
  connection: Connection,
  queries: SearchQueries,
  { tagIds }: Wanted,
): Promise<{ matches: TextMatch[]; isComplete: boolean }> {
  const asked = sql`select chapter_id, story_id, words from search_chapters
    where words @@ ${queries.unordered}::tsquery limit ${CHAPTERS_MAXIMUM + 1}`;
  const { matches, chapters } = await matchesAmong(connection, asked, queries, tagIds);
  return { matches, isComplete: chapters <= CHAPTERS_MAXIMUM };
}

/** The best of these chapters for each story, and how many chapters there were. */
async function matchesAmong(
  connection: Connection,
  chapters: RawBuilder<unknown>,
  queries: SearchQueries,
  tagIds: readonly number[],
): Promise<{ matches: TextMatch[]; chapters: number }> {
  const isInOrder = queries.hasOrder ? sql`words @@ ${queries.text}::tsquery` : sql`true`;
  const { rows } = await sql<TextMatch & { isWanted: boolean }>`
    with found as materialized (
      select chapter_id, story_id, ts_rank_cd('{1, 1, 1, 1}', words, ${queries.proximity}::tsquery, 32)::float8 as text,
        ${isInOrder} as is_in_order
      from (${chapters}) as chapters
    )
    select story_id as id, chapter_id as "chapterId", text,
      is_in_order and ${hasTags(tagIds)} and ${isListed} as "isWanted"
    from found`.execute(connection);
  const best = new Map<number, TextMatch>();
  for (const { isWanted, ...match } of rows) {
    const present = best.get(match.id);
    const isBetter =
      present === undefined ||
      match.text > present.text ||
      (match.text === present.text && match.chapterId < present.chapterId);
    if (isWanted && isBetter) best.set(match.id, match);
  }
  return { matches: [...best.values()], chapters: rows.length };
}

/** A story has a row there if and only if it is listed. */
const isListed = sql`exists (select from search_stories where search_stories.story_id = found.story_id)`;

const COUNTED_MAXIMUM = 300;

/**
 * In how many heads and chapters each of these stands. What is in more than can be counted in a moment is taken to be in
 * as many as the planner thinks.
 */
export async function frequencies(
  connection: Connection,
  queries: readonly string[],
): Promise<CountedTerm[]> {
  const kinds = ['head', 'text'] as const;
  const asked = queries.flatMap((query) => kinds.map((where) => ({ query, where })));
  const guessed = await estimates(connection, asked);
  const isGuessed = guessed.map((guess) => isCommon(guess, COUNTED_MAXIMUM, GATHERED_CHAPTERS));
  const { rows } = await sql<{ heads: number; texts: number }>`
    select heads, texts from unnest(${queries}::text[], ${isGuessed.filter((_, at) => at % 2 === 0)}::boolean[],
      ${isGuessed.filter((_, at) => at % 2 === 1)}::boolean[]) with ordinality as asked (query, in_heads, in_texts, place)
    cross join lateral (select count(*)::integer as heads from (
      select from search_stories where not in_heads and head @@ query::tsquery limit ${COUNTED_MAXIMUM}) as counted
    ) as counted_heads
    cross join lateral (select count(*)::integer as texts from (
      select from search_chapters where not in_texts and words @@ query::tsquery limit ${COUNTED_MAXIMUM}) as counted
    ) as counted_texts
    order by place`.execute(connection);
  return queries.map((query, at) => {
    const count = (counted = 0, nth = 0) =>
      counted < COUNTED_MAXIMUM && !isGuessed[nth] ? counted : Math.max(counted, guessed[nth]?.rows ?? 0);
    return { query, count: count(rows[at]?.heads, at * 2) + count(rows[at]?.texts, at * 2 + 1) };
  });
}

const SOME_CHAPTERS_MAXIMUM = 600;

export interface FoundSome extends PartialMatch {
  id: number;
  /** Null where the words were found outside of the texts. */
  chapterId: number | null;
}

/** Stories whose texts have some of the words together, and those given; which of the words each of them has. */
export async function storiesBySome(
  connection: Connection,
  partial: PartialQueries,
  given: readonly number[],
  wanted: Wanted,
): Promise<FoundSome[]> {
  const terms = partial.terms.map((term) => sql`words @@ ${term.query}::tsquery`);
  const any = (inHead: boolean) =>
    sql.join(terms.map((term) => sql`coalesce(bool_or(${term}) filter (where is_head = ${inHead}), false)`));
  const { rows } = await sql<FoundSome>`
    with found as materialized (
      select chapter_id, story_id, words from search_chapters where words @@ ${partial.rarestTogether}::tsquery
      limit ${SOME_CHAPTERS_MAXIMUM}
    ), listed as materialized (
      select * from found where ${isListed} and ${hasTags(wanted.tagIds)}
    ), pieces as (
      select story_id, null::bigint as chapter_id, true as is_head, head as words, 0 as text
      from search_stories
      where story_id = any (${given}::bigint[] || array(select story_id from listed))
      union all
      select listed.story_id, listed.chapter_id, false, words,
        ts_rank_cd('{1, 1, 1, 1}', words, ${partial.rarestTogether}::tsquery, 32)
      from listed
    )
    select story_id as id, max(text)::float8 as text, array[${any(true)}] as "inHead", array[${any(false)}] as "inText",
      (array_agg(chapter_id order by text desc, chapter_id) filter (where not is_head))[1] as "chapterId"
    from pieces group by story_id`.execute(connection);
  return rows;
}
