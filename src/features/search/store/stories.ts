import { type RawBuilder, sql } from 'kysely';
import type { StorySort } from '#features/stories/contract.ts';
import { storyOrder, storyTagOrder } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import { SEARCH_DEPTH, type SearchSort } from '../contract.ts';
import type { Match } from '../rules/relevance.ts';
import { type Estimate, estimates, type Gathering, HARDLY_ANY, isCommon, notEstimated } from './estimates.ts';

/** The list of stories that a search goes along. How well a story matches is weighed afterwards, among the best liked. */
const listSorts: Record<SearchSort, StorySort> = {
  relevance: 'top',
  newest: 'new',
  popular: 'top',
  trending: 'trending',
};

/** What stories must be like beside matching words: listed, which is to stand in search_stories, and tagged. */
export interface Wanted {
  /** All of these; the one that the fewest stories have comes first. */
  tagIds: readonly number[];
  sort: SearchSort;
}

/** A condition on `story_id`: it has these tags. */
export function hasTags(tagIds: readonly number[]): RawBuilder<unknown> {
  if (tagIds.length === 0) return sql`true`;
  const conditions = tagIds.map(
    (id) =>
      sql`exists (select from story_tags as tagged where tagged.story_id = found.story_id and tag_id = ${id})`,
  );
  return sql.join(conditions, sql` and `);
}

/** The first listed stories in the order, or of those with the rarest tag, along the index of that list. */
export function firstInOrder({ tagIds: [rarest], sort }: Wanted, limit: number): RawBuilder<unknown> {
  return rarest === undefined
    ? sql`select id as story_id from stories where published_at is not null order by ${storyOrder(listSorts[sort])} limit ${limit}`
    : sql`select story_id from story_tags where tag_id = ${rarest} and published_at is not null
        order by ${storyTagOrder(listSorts[sort])} limit ${limit}`;
}

/** How many stories the index of words is asked for, and how many are found by looking at one after the other. */
const HEADS_MAXIMUM = 300;
/** How many are looked at so; and how many where the index gave enough, and it is only for the best liked of the others. */
const HEADS_LOOKED_AT = 1_000;
const HEADS_LOOKED_AT_BESIDE = 300;
/** What more have is not looked for in the index of words, which first gathers all that have it. */
const GATHERED_HEADS: Gathering = { rows: 5_000, share: 0.2 };
/** What fewer have would hardly be met in those that come first. */
const RARE_IN_HEADS = 0.005;

/** What may be shown, and whether that is all there is. */
export interface Candidates {
  ids: number[];
  isComplete: boolean;
}

/**
 * Stories whose title alone, or title, author, tags and synopsis together, match. What more have than are looked at is
 * found in those that come first in the order, and in whichever others the index of words meets first.
 */
export async function storiesByHead(
  connection: Connection,
  column: 'title' | 'head',
  query: string,
  wanted: Wanted,
  estimate: Estimate = notEstimated,
): Promise<Candidates> {
  const indexed = await storiesByIndex(connection, column, query, wanted, estimate);
  const isRare = wanted.sort === 'relevance' && estimate.share < RARE_IN_HEADS;
  if (indexed.isComplete || (isRare && indexed.ids.length > 0)) return indexed;
  const isBeside = wanted.sort === 'relevance' && indexed.ids.length > 0;
  const lookedAt = isBeside ? HEADS_LOOKED_AT_BESIDE : HEADS_LOOKED_AT;
  const { rows: first } = await sql<{ id: number }>`
    select found.story_id as id from (${firstInOrder(wanted, lookedAt)}) as found
    cross join lateral (
      select from search_stories where story_id = found.story_id and ${sql.ref(column)} @@ ${query}::tsquery offset 0
    ) as matched
    where ${hasTags(wanted.tagIds.slice(1))}
    limit ${HEADS_MAXIMUM}`.execute(connection);
  const ids = first.map((row) => row.id);
  if (ids.length < HARDLY_ANY && indexed.ids.length === 0)
    return storiesByIndex(connection, column, query, wanted);
  return { ids: [...new Set([...ids, ...indexed.ids])].slice(0, HEADS_MAXIMUM), isComplete: false };
}

/** Those of them that the index of words meets first, and none of what is too common to ask it. */
export async function storiesByIndex(
  connection: Connection,
  column: 'title' | 'head',
  query: string,
  { tagIds }: Wanted,
  estimate: Estimate = notEstimated,
): Promise<Candidates> {
  if (isCommon(estimate, HEADS_MAXIMUM, GATHERED_HEADS)) return { ids: [], isComplete: false };
  const { rows } = await sql<{ id: number; isTagged: boolean }>`
    select story_id as id, ${hasTags(tagIds)} as "isTagged" from (
      select story_id from search_stories where ${sql.ref(column)} @@ ${query}::tsquery limit ${HEADS_MAXIMUM + 1}
    ) as found`.execute(connection);
  return {
    ids: rows.flatMap(({ id, isTagged }) => (isTagged ? [id] : [])),
    isComplete: rows.length <= HEADS_MAXIMUM,
  };
}

/** How many titles are compared with the typed one, letter by letter. */
const MAX_TITLES_COMPARED = 40;
/** More titles than these are not ranked. */
const MAX_TITLES_RANKED = 5_000;

/** Titles that have most of the words of a query and few others. */
export async function titlesLike(
  connection: Connection,
  query: { matching: string; any: string },
  tagIds: readonly number[],
): Promise<{ id: number; title: string; slug: string }[]> {
  if (query.matching === '') return [];
  const [estimate = notEstimated] = await estimates(connection, [{ query: query.matching, where: 'title' }]);
  if (estimate.rows > MAX_TITLES_RANKED) return [];
  const { rows } = await sql<{ id: number; title: string; slug: string }>`
    with matching as materialized (
      select story_id, ts_rank('{1, 1, 1, 1}', title, ${query.any}::tsquery, 2) as rank
      from search_stories where title @@ ${query.matching}::tsquery
    ), found as materialized (
      select story_id, rank from matching order by rank desc, story_id desc limit ${MAX_TITLES_COMPARED}
    )
    select id, title, slug from found join stories on id = story_id where ${hasTags(tagIds)}
    order by rank desc, id desc`.execute(connection);
  return rows;
}

/** How many stories with the rarest of some tags are looked at. */
const TAGGED_LOOKED_AT = 1_000;

/** Stories that have all of the tags: the first in the order. */
export async function storiesByTags(connection: Connection, wanted: Wanted): Promise<Candidates> {
  const limit = wanted.tagIds.length === 1 ? SEARCH_DEPTH : TAGGED_LOOKED_AT;
  const others = wanted.tagIds.slice(1).map(
    // All at once: their entries in the index lie together.
    (id) => sql` and story_id in (select story_id from story_tags
      where tag_id = ${id} and story_id = any (array(select story_id from looked_at)))`,
  );
  const { rows } = await sql<{ id: number | null; looked: number }>`
    with looked_at as materialized (
      select story_id, row_number() over () as place from (${firstInOrder(wanted, limit + 1)}) as first
    ), found as (
      select story_id, place from looked_at where place <= ${limit} ${sql.join(others, sql``)}
      order by place limit ${SEARCH_DEPTH + 1}
    )
    select found.story_id as id, looked from (select count(*)::integer as looked from looked_at) as counted
    left join found on true order by place`.execute(connection);
  const ids = rows.flatMap(({ id }) => id ?? []);
  const isComplete = (rows[0]?.looked ?? 0) <= limit && ids.length <= SEARCH_DEPTH;
  return { ids: ids.slice(0, SEARCH_DEPTH), isComplete };
}

/** These stories in an order, the first of them; those that are not listed are left out. */
export async function storiesInOrder(
  connection: Connection,
  ids: readonly number[],
  sort: SearchSort,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      select * from stories where id = any (${ids}) and published_at is not null offset 0
    ) as found
    order by ${storyOrder(listSorts[sort])} limit ${SEARCH_DEPTH}`.execute(connection);
  return rows.map((row) => row.id);
}

/** How well these stories match, without their texts. */
export async function matchesOf(
  connection: Connection,
  ids: readonly number[],
  queries: { titleBlock: string; any: string },
): Promise<(Omit<Match, 'text' | 'likeness'> & { id: number })[]> {
  // Each table by itself: their rows lie together, and one after the other each would be looked up from the top.
  const { rows } = await sql<Omit<Match, 'text' | 'likeness'> & { id: number }>`
    with heads as materialized (
      select story_id as id, title @@ ${queries.titleBlock}::tsquery as "isInTitle",
        ts_rank('{1, 1, 1, 1}', title, ${queries.any}::tsquery, 2)::float8 as title,
        ts_rank('{0.1, 0.3, 0.7, 1}', head, ${queries.any}::tsquery)::float8 as head
      from search_stories where story_id = any (${ids})
    ), liked as materialized (
      select id, top from stories where id = any (${ids})
    )
    select heads.*, top from heads join liked using (id)`.execute(connection);
  return rows;
}
