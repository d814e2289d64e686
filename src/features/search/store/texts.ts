import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { PartialQueries, SearchQueries } from '../rules/query.ts';
import type { PartialMatch } from '../rules/relevance.ts';
import {
  type Estimate,
  exceedsBudget,
  MIN_SCAN_HITS,
  RARE_ESTIMATE,
  type ScanBudget,
} from '../rules/scan-budget.ts';
import { meetsFilter, type SearchFilter, selectFirstStories } from './stories.ts';
import { estimateMatches } from './term-counts.ts';

/** The number of chapters taken from the word index; word positions are compared in each of them. */
const MAX_CHAPTERS = 400;
const CHAPTER_BUDGET: ScanBudget = { rows: 20_000, share: 0.05 };
/** The number of stories that a scan in order reads, and of chapters of each. */
const MAX_STORIES_SCANNED = 60;
const MAX_CHAPTERS_OF_STORY = 5;
/** The word index may collect this many after a scan with too few hits. */
const MAX_CHAPTERS_COLLECTED = 100_000;
/** A scan is unlikely to find matches below this share. */
const MIN_SCAN_SHARE = 0.02;

export interface TextMatch {
  id: number;
  /** The story's best matching chapter. */
  chapterId: number;
  /** The proximity and frequency of the words in it. */
  text: number;
}

/**
 * Stories with a matching chapter. The index knows which chapters contain the words, but not their positions: word
 * order is checked afterwards. Of too many chapters it returns the newest, and those of the first stories in order.
 */
export async function storiesByText(
  connection: Connection,
  queries: SearchQueries,
  filter: SearchFilter,
  estimate: Estimate = RARE_ESTIMATE,
): Promise<{ matches: TextMatch[]; isComplete: boolean }> {
  const byIndex = async () => {
    const newest = newestChapters(queries.unordered, MAX_CHAPTERS + 1);
    const { matches, chapters } = await bestMatches(
      connection,
      newest,
      queries,
      meetsFilter(filter, filter.tagIds),
    );
    return { matches, isComplete: chapters <= MAX_CHAPTERS };
  };
  const indexed = exceedsBudget(CHAPTER_BUDGET, estimate, MAX_CHAPTERS) ? undefined : await byIndex();
  if (indexed?.isComplete || (indexed !== undefined && estimate.share < MIN_SCAN_SHARE)) return indexed;
  const firstChapters = chaptersOfFirstStories(queries.unordered, filter);
  const first = await bestMatches(
    connection,
    firstChapters,
    queries,
    meetsFilter(filter, filter.tagIds.slice(1)),
  );
  const isWorthCollecting = estimate.rows <= MAX_CHAPTERS_COLLECTED;
  if (indexed === undefined && first.matches.length < MIN_SCAN_HITS && isWorthCollecting) return byIndex();
  const firstIds = new Set(first.matches.map(({ id }) => id));
  const others = (indexed?.matches ?? []).filter(({ id }) => !firstIds.has(id));
  return { matches: [...first.matches, ...others], isComplete: false };
}

/** Reads the word index; `offset 0` stops the planner from scanning ids and unpacking every chapter's words. */
function newestChapters(query: string, limit: number): RawBuilder<unknown> {
  return sql`select chapter_id, story_id, words from search_chapters where chapter_id = any (array(
    select chapter_id from (select chapter_id from search_chapters where words @@ ${query}::tsquery offset 0) as matching
    order by chapter_id desc limit ${limit}
  ))`;
}

/** Scans the first stories in order. */
function chaptersOfFirstStories(query: string, filter: SearchFilter): RawBuilder<unknown> {
  return sql`select chapter_id, first.story_id, words from (${selectFirstStories(filter, MAX_STORIES_SCANNED)}) as first
    cross join lateral (
      select chapter_id, words from search_chapters where story_id = first.story_id
      order by chapter_id limit ${MAX_CHAPTERS_OF_STORY}
    ) as chapters
    where words @@ ${query}::tsquery`;
}

/** The best of these chapters for each story, and the number of chapters. */
async function bestMatches(
  connection: Connection,
  chapters: RawBuilder<unknown>,
  queries: SearchQueries,
  isFiltered: RawBuilder<unknown>,
): Promise<{ matches: TextMatch[]; chapters: number }> {
  const isInOrder = queries.hasOrder ? sql`words @@ ${queries.text}::tsquery` : sql`true`;
  const { rows } = await sql<TextMatch & { isWanted: boolean }>`
    with candidates as materialized (
      select chapter_id, story_id, ts_rank_cd('{1, 1, 1, 1}', words, ${queries.proximity}::tsquery, 32)::float8 as text,
        ${isInOrder} as is_in_order
      from (${chapters}) as chapters
    )
    select story_id as id, chapter_id as "chapterId", text,
      is_in_order and ${isFiltered} and ${isSearchable} as "isWanted"
    from candidates`.execute(connection);
  const best = new Map<number, TextMatch>();
  for (const { isWanted: isAllowed, ...match } of rows) {
    const current = best.get(match.id);
    const isBetter =
      current === undefined ||
      match.text > current.text ||
      (match.text === current.text && match.chapterId < current.chapterId);
    if (isAllowed && isBetter) best.set(match.id, match);
  }
  return { matches: [...best.values()], chapters: rows.length };
}

/**
 * A condition on `chapter_id`: everybody can read the chapter in a listed story. The index also has scheduled chapters,
 * and those of stories for members, by link, withheld or waiting.
 */
export const isSearchable = sql`exists (
  select from chapters join stories on stories.id = chapters.story_id
  where chapters.id = chapter_id and chapter_is_readable(chapters)
    and stories.published_at is not null and stories.visibility = 'public')`;

const MAX_PARTIAL_CHAPTERS = 600;

export interface PartialStoryMatch extends PartialMatch {
  id: number;
  /** Null when the words were found outside of the texts. */
  chapterId: number | null;
}

/** Stories whose texts contain some of the words together, plus the given ones, each with the words it contains. */
export async function storiesMatchingAnyTerm(
  connection: Connection,
  partial: PartialQueries,
  storyIds: readonly number[],
  filter: SearchFilter,
): Promise<PartialStoryMatch[]> {
  const terms = partial.terms.map((term) => sql`words @@ ${term.query}::tsquery`);
  const anyTerm = (inTitleBlock: boolean) =>
    sql.join(
      terms.map(
        (term) => sql`coalesce(bool_or(${term}) filter (where is_title_block = ${inTitleBlock}), false)`,
      ),
    );
  const [estimate = RARE_ESTIMATE] = await estimateMatches(connection, [
    { query: partial.rarestTogether, place: 'text' },
  ]);
  const chapters = exceedsBudget(CHAPTER_BUDGET, estimate, MAX_PARTIAL_CHAPTERS)
    ? chaptersOfFirstStories(partial.rarestTogether, filter)
    : newestChapters(partial.rarestTogether, MAX_PARTIAL_CHAPTERS);
  const { rows } = await sql<PartialStoryMatch>`
    with candidates as materialized (
      ${chapters}
    ), listed as materialized (
      select * from candidates where ${isSearchable} and ${meetsFilter(filter, filter.tagIds)}
    ), pieces as (
      select story_id, null::bigint as chapter_id, true as is_title_block, head as words, 0 as text
      from search_stories
      where story_id = any (${storyIds}::bigint[] || array(select story_id from listed))
      union all
      select listed.story_id, listed.chapter_id, false, words,
        ts_rank_cd('{1, 1, 1, 1}', words, ${partial.rarestTogether}::tsquery, 32)
      from listed
    )
    select story_id as id, max(text)::float8 as text, array[${anyTerm(true)}] as "inTitleBlock", array[${anyTerm(false)}] as "inText",
      (array_agg(chapter_id order by text desc, chapter_id) filter (where not is_title_block))[1] as "chapterId"
    from pieces group by story_id`.execute(connection);
  return rows;
}

/** The total for the chapters of one page: highlighting blocks other requests. */
const MAX_CHARACTERS = 1_200_000;

export interface ChapterText {
  id: number;
  story_id: number;
  title: string;
  order: number;
  /** HTML; only the beginning of very long chapters, or of many. */
  content: string;
}

export async function chapterTexts(connection: Connection, ids: readonly number[]): Promise<ChapterText[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ChapterText>`
    select id, story_id, title, "order", left(content, ${Math.floor(MAX_CHARACTERS / ids.length)}::integer) as content
    from chapters where id = any (${ids})`.execute(connection);
  return rows;
}
