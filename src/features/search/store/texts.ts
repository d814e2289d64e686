import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { PartialQueries, SearchQueries } from '../rules/query.ts';
import type { PartialMatch } from '../rules/relevance.ts';
import { type Estimate, exceeds, MIN_SCAN_HITS, RARE, type ScanBudget } from '../rules/scan-budget.ts';
import { firstInOrder, hasTags, type SearchFilter } from './stories.ts';
import { estimates } from './term-counts.ts';

/** How many chapters are taken from the index of words; the places of the words are compared in each of them. */
const MAX_CHAPTERS = 400;
const CHAPTER_BUDGET: ScanBudget = { rows: 20_000, share: 0.05 };
/** How many stories a scan in order reads, and how many chapters of each. */
const MAX_STORIES_SCANNED = 60;
const MAX_CHAPTERS_OF_STORY = 5;
/** The index of words may collect so many where a scan has found hardly any. */
const MAX_CHAPTERS_COLLECTED = 100_000;
/** A scan hardly meets what a smaller share has. */
const MIN_SHARE_OF_SCAN = 0.02;

export interface TextMatch {
  id: number;
  /** The chapter of the story that matches best. */
  chapterId: number;
  /** How near to each other, and how often, the words stand in it. */
  text: number;
}

/**
 * Stories with a chapter that matches. The index knows which chapters have the words, but not where they stand: the
 * order of words is compared in what it gives. Of very many chapters these are the newest, and those of the stories
 * that come first in the order.
 */
export async function storiesByText(
  connection: Connection,
  queries: SearchQueries,
  filter: SearchFilter,
  estimate: Estimate = RARE,
): Promise<{ matches: TextMatch[]; isComplete: boolean }> {
  const byIndex = async () => {
    const newest = newestChapters(queries.unordered, MAX_CHAPTERS + 1);
    const { matches, chapters } = await matchesAmong(connection, newest, queries, filter.tagIds);
    return { matches, isComplete: chapters <= MAX_CHAPTERS };
  };
  const indexed = exceeds(CHAPTER_BUDGET, estimate, MAX_CHAPTERS) ? undefined : await byIndex();
  if (indexed?.isComplete || (indexed !== undefined && estimate.share < MIN_SHARE_OF_SCAN)) return indexed;
  const firstChapters = chaptersOfFirstStories(queries.unordered, filter);
  const first = await matchesAmong(connection, firstChapters, queries, filter.tagIds.slice(1));
  const isWorthCollecting = estimate.rows <= MAX_CHAPTERS_COLLECTED;
  if (indexed === undefined && first.matches.length < MIN_SCAN_HITS && isWorthCollecting) return byIndex();
  const isFirst = new Set(first.matches.map(({ id }) => id));
  const others = (indexed?.matches ?? []).filter(({ id }) => !isFirst.has(id));
  return { matches: [...first.matches, ...others], isComplete: false };
}

/** By the index of words; the fence keeps the planner from going along the ids and unpacking every chapter's words. */
function newestChapters(query: string, limit: number): RawBuilder<unknown> {
  return sql`select chapter_id, story_id, words from search_chapters where chapter_id = any (array(
    select chapter_id from (select chapter_id from search_chapters where words @@ ${query}::tsquery offset 0) as matching
    order by chapter_id desc limit ${limit}
  ))`;
}

/** By a scan of the stories that come first in the order. */
function chaptersOfFirstStories(query: string, filter: SearchFilter): RawBuilder<unknown> {
  return sql`select chapter_id, first.story_id, words from (${firstInOrder(filter, MAX_STORIES_SCANNED)}) as first
    cross join lateral (
      select chapter_id, words from search_chapters where story_id = first.story_id
      order by chapter_id limit ${MAX_CHAPTERS_OF_STORY}
    ) as chapters
    where words @@ ${query}::tsquery`;
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

const MAX_PARTIAL_CHAPTERS = 600;

export interface PartialStoryMatch extends PartialMatch {
  id: number;
  /** Null where the words were found outside of the texts. */
  chapterId: number | null;
}

/** Stories whose texts have some of the words together, and those given; which of the words each of them has. */
export async function storiesMatchingAnyTerm(
  connection: Connection,
  partial: PartialQueries,
  given: readonly number[],
  filter: SearchFilter,
): Promise<PartialStoryMatch[]> {
  const terms = partial.terms.map((term) => sql`words @@ ${term.query}::tsquery`);
  const any = (inHead: boolean) =>
    sql.join(terms.map((term) => sql`coalesce(bool_or(${term}) filter (where is_head = ${inHead}), false)`));
  const [estimate = RARE] = await estimates(connection, [{ query: partial.rarestTogether, place: 'text' }]);
  const chapters = exceeds(CHAPTER_BUDGET, estimate, MAX_PARTIAL_CHAPTERS)
    ? chaptersOfFirstStories(partial.rarestTogether, filter)
    : newestChapters(partial.rarestTogether, MAX_PARTIAL_CHAPTERS);
  const { rows } = await sql<PartialStoryMatch>`
    with found as materialized (
      ${chapters}
    ), listed as materialized (
      select * from found where ${isListed} and ${hasTags(filter.tagIds)}
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

/** All chapters of one page together: finding their words holds up other requests. */
const MAX_CHARACTERS = 1_200_000;

export interface ChapterText {
  id: number;
  story_id: number;
  title: string;
  order: number;
  /** HTML, of a very long chapter, or of very many, only the beginning. */
  content: string;
}

export async function chapterTexts(connection: Connection, ids: readonly number[]): Promise<ChapterText[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ChapterText>`
    select id, story_id, title, "order", left(content, ${Math.floor(MAX_CHARACTERS / ids.length)}::integer) as content
    from chapters where id = any (${ids})`.execute(connection);
  return rows;
}
