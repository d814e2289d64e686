import { type RawBuilder, sql } from 'kysely';
import type { StorySort } from '#features/stories/contract/sorts.ts';
import { passesFilter, type ResolvedFilter } from '#features/stories/service/list-view.ts';
import { storyOrder, storyTagOrder } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import { MAX_SEARCH_RESULTS, type SearchSort } from '../contract.ts';
import type { Match } from '../rules/relevance.ts';
import {
  type Estimate,
  exceedsBudget,
  MIN_SCAN_HITS,
  RARE_ESTIMATE,
  type ScanBudget,
} from '../rules/scan-budget.ts';
import { estimateMatches } from './term-counts.ts';

/** The list order that a search scans. Relevance is computed afterwards, among the best rated stories. */
export const listSorts: Record<SearchSort, StorySort> = {
  relevance: 'top',
  newest: 'new',
  popular: 'top',
  trending: 'trending',
  updated: 'updated',
};

/** The conditions on stories besides their words. A story is listed if and only if search_stories has it. */
export interface SearchFilter {
  /** Stories must have all of these tags; the rarest comes first. */
  tagIds: readonly number[];
  /** The filter that stories must pass besides those tags. */
  filter: ResolvedFilter;
  sort: SearchSort;
}

/** A condition on `candidates.story_id`: the story has these tags, and passes the rest of the filter. */
export function meetsFilter(
  { filter }: Pick<SearchFilter, 'filter'>,
  tagIds: readonly number[],
): RawBuilder<unknown> {
  return passesFilter(sql`candidates.story_id`, { ...filter, tagIds: [...tagIds] });
}

/** The order of the list that `firstInOrder` reads, for a statement around it. */
function listOrder({ tagIds, sort }: SearchFilter): RawBuilder<unknown> {
  return tagIds.length === 0 ? storyOrder(listSorts[sort]) : storyTagOrder(listSorts[sort]);
}

/** The first listed stories in order, or the first ones with the rarest tag or of some authors, read from that list's index. */
export function selectFirstStories(filter: SearchFilter, limit: number): RawBuilder<unknown> {
  const [rarest] = filter.tagIds;
  const { authorIds } = filter.filter;
  const isWanted = authorIds === undefined ? sql`true` : sql`author_id = any (${authorIds}::bigint[])`;
  return rarest === undefined
    ? sql`select *, id as story_id from stories where published_at is not null and ${isWanted}
        order by ${listOrder(filter)} limit ${limit}`
    : sql`select * from story_tags where tag_id = ${rarest} and published_at is not null
        order by ${listOrder(filter)} limit ${limit}`;
}

/** The maximum number of stories from the word index, and from a scan in order. */
const MAX_STORIES = 300;
/**
 * The number of stories that a scan reads, and reads if the index candidates enough, to add the best rated of the others.
 */
const MAX_STORIES_SCANNED = 1_000;
const MAX_STORIES_SCANNED_WITH_INDEX = 300;
const STORY_BUDGET: ScanBudget = { rows: 5_000, share: 0.2 };
/** The word index may collect this many after a scan with too few hits. */
const MAX_STORIES_COLLECTED = 50_000;
/** A scan is unlikely to find matches below this share. */
const MIN_SCAN_SHARE = 0.005;

/** The stories that can be shown, and whether these are all. */
export interface Candidates {
  ids: number[];
  isComplete: boolean;
}

/**
 * Stories whose title, or whole title block, matches. Of too many matches it returns the first in order that a scan
 * reaches, and the newest.
 */
export async function storiesByTitleBlock(
  connection: Connection,
  column: 'title' | 'head',
  query: string,
  filter: SearchFilter,
  estimate: Estimate = RARE_ESTIMATE,
): Promise<Candidates> {
  const indexed = await storiesByIndex(connection, column, query, filter, estimate);
  const isRare = filter.sort === 'relevance' && estimate.share < MIN_SCAN_SHARE;
  if (indexed.isComplete || (isRare && indexed.ids.length > 0)) return indexed;
  const hasIndexMatches = filter.sort === 'relevance' && indexed.ids.length > 0;
  const scanned = hasIndexMatches ? MAX_STORIES_SCANNED_WITH_INDEX : MAX_STORIES_SCANNED;
  const { rows: first } = await sql<{ id: number }>`
    select candidates.story_id as id from (${selectFirstStories(filter, scanned)}) as candidates
    cross join lateral (
      select from search_stories where story_id = candidates.story_id and ${sql.ref(column)} @@ ${query}::tsquery offset 0
    ) as matched
    where ${meetsFilter(filter, filter.tagIds.slice(1))}
    order by ${listOrder(filter)} limit ${MAX_STORIES}`.execute(connection);
  const ids = first.map((row) => row.id);
  const isWorthCollecting = estimate.rows <= MAX_STORIES_COLLECTED;
  if (ids.length < MIN_SCAN_HITS && indexed.ids.length === 0 && isWorthCollecting)
    return storiesByIndex(connection, column, query, filter);
  return { ids: [...new Set([...ids, ...indexed.ids])].slice(0, MAX_STORIES), isComplete: false };
}

/** The newest matches from the word index; none for a query beyond its budget. */
export async function storiesByIndex(
  connection: Connection,
  column: 'title' | 'head',
  query: string,
  filter: SearchFilter,
  estimate: Estimate = RARE_ESTIMATE,
): Promise<Candidates> {
  if (exceedsBudget(STORY_BUDGET, estimate, MAX_STORIES)) return { ids: [], isComplete: false };
  // The materialized subquery stops the planner from scanning ids and unpacking the words of every story.
  const { rows } = await sql<{ id: number; isWanted: boolean }>`
    with matching as materialized (
      select story_id from search_stories where ${sql.ref(column)} @@ ${query}::tsquery
    ), candidates as materialized (
      select story_id from matching order by story_id desc limit ${MAX_STORIES + 1}
    )
    select story_id as id, ${meetsFilter(filter, filter.tagIds)} as "isWanted" from candidates order by story_id desc`.execute(
    connection,
  );
  return {
    ids: rows.flatMap(({ id, isWanted }) => (isWanted ? [id] : [])),
    isComplete: rows.length <= MAX_STORIES,
  };
}

/** The number of titles compared with the typed one by edit distance. */
const MAX_TITLES_COMPARED = 40;
/** A query that matches more titles is not ranked. */
const MAX_TITLES_RANKED = 5_000;

interface FoundTitle {
  id: number;
  title: string;
  slug: string;
  language: string | null;
}

/** Titles with most words of a query and few others. */
export async function findTitles(
  connection: Connection,
  query: { matching: string; any: string },
  filter: Pick<SearchFilter, 'filter' | 'tagIds'>,
): Promise<FoundTitle[]> {
  if (query.matching === '') return [];
  const [estimate = RARE_ESTIMATE] = await estimateMatches(connection, [
    { query: query.matching, place: 'title' },
  ]);
  if (estimate.rows > MAX_TITLES_RANKED) return [];
  const { rows } = await sql<FoundTitle>`
    with matching as materialized (
      select story_id, ts_rank('{1, 1, 1, 1}', title, ${query.any}::tsquery, 2) as rank
      from search_stories where title @@ ${query.matching}::tsquery
      order by rank desc, story_id desc
    ), best as materialized (
      select story_id, rank from matching as candidates where ${meetsFilter(filter, filter.tagIds)}
      order by rank desc, story_id desc limit ${MAX_TITLES_COMPARED}
    )
    select id, title, slug, language from best join stories on id = story_id order by rank desc, id desc`.execute(
    connection,
  );
  return rows;
}

/** The first of these stories in an order, without unlisted ones. */
export async function storiesInOrder(
  connection: Connection,
  ids: readonly number[],
  sort: SearchSort,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select * from stories where id = any (${ids}) and published_at is not null offset 0
    ) as candidates
    order by ${storyOrder(listSorts[sort])} limit ${MAX_SEARCH_RESULTS}`.execute(connection);
  return rows.map((row) => row.id);
}

/** The parts of a story's relevance that its row and its title block tell. */
type StoredMatch = Pick<Match, 'isInTitle' | 'title' | 'titleBlock' | 'top'> & { id: number; name: string };

/** The relevance of these stories, except for their texts. */
export async function readRelevance(
  connection: Connection,
  ids: readonly number[],
  queries: { titleBlock: string; any: string },
): Promise<StoredMatch[]> {
  // Each table is read separately: adjacent rows are cheaper than one lookup from the root per row.
  const { rows } = await sql<StoredMatch>`
    with title_blocks as materialized (
      select story_id as id, title @@ ${queries.titleBlock}::tsquery as "isInTitle",
        ts_rank('{1, 1, 1, 1}', title, ${queries.any}::tsquery, 2)::float8 as title,
        ts_rank('{0.1, 0.3, 0.7, 1}', head, ${queries.any}::tsquery)::float8 as "titleBlock"
      from search_stories where story_id = any (${ids})
    ), ratings as materialized (
      select id, title as name, top from stories where id = any (${ids})
    )
    select title_blocks.*, name, top from title_blocks join ratings using (id)`.execute(connection);
  return rows;
}
