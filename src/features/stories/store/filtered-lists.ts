import { type RawBuilder, sql } from 'kysely';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { hiddenReason } from '#features/hidden/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { StorySort } from '../contract/sorts.ts';
import { joinStory, onlyPassing, onlyShown, passesFilter, type ResolvedFilter } from './list-conditions.ts';
import { storyOrder, storyTagOrder } from './orders.ts';

/** The list that a filter narrows: the stories of some authors, those with the rarest tag of the filter, or all. */
export interface ListScope {
  sort: StorySort;
  filter: ResolvedFilter;
  hidden: HiddenSet;
}

/** The first stories of the list in its order, along an index of it. */
export function firstStories({ sort, filter }: ListScope, limit: number): RawBuilder<unknown> {
  if (filter.authorIds !== undefined)
    return sql`select id, published_at, featured_at, trending, top, ranked_upvote_count from stories
      where author_id = any (${filter.authorIds}::bigint[]) and published_at is not null
        ${sort === 'featured' ? sql`and featured_at is not null` : sql``}
      order by ${storyOrder(sort)} limit ${limit}`;
  if (filter.tagIds.length > 0)
    return sql`select story_id as id, published_at, featured_at, trending, top, ranked_upvote_count from story_tags
      where tag_id = ${filter.tagIds[0]} and published_at is not null
        ${sort === 'featured' ? sql`and featured_at is not null` : sql``}
      order by ${storyTagOrder(sort)} limit ${limit}`;
  return sql`select id, published_at, featured_at, trending, top, ranked_upvote_count from stories
    where published_at is not null ${sort === 'featured' ? sql`and featured_at is not null` : sql``}
    order by ${storyOrder(sort)} limit ${limit}`;
}

/** The parts of the filter that `firstStories` has not applied. */
export function otherParts({ filter }: ListScope): ResolvedFilter {
  return filter.authorIds === undefined
    ? { ...filter, tagIds: filter.tagIds.slice(1) }
    : { ...filter, authorIds: undefined };
}

/** A page of the list without filtered and hidden stories, among its first `depth` ones. */
export async function filteredStoryIds(
  connection: Connection,
  scope: ListScope,
  { depth, offset, limit }: { depth: number; offset: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select scanned.id from (${firstStories(scope, depth)}) as scanned
      ${onlyShown(sql`scanned.id`, otherParts(scope), scope.hidden)}
    order by ${storyOrder(scope.sort)} offset ${offset} limit ${limit}`.execute(connection);
  return rows.map((row) => row.id);
}

/** The number of stories by the reason for which they are hidden, null for those shown, among the first `depth` ones. */
export async function countByReason(
  connection: Connection,
  scope: ListScope,
  depth: number,
): Promise<Map<string | null, number>> {
  const { rows } = await sql<{ reason: string | null; total: number }>`
    select reason, count(*)::integer as total from (
      select ${hiddenReason(sql`passing.id`, scope.hidden)} as reason from (
        select scanned.id from (${firstStories(scope, depth)}) as scanned ${onlyPassing(sql`scanned.id`, otherParts(scope))}
      ) as passing ${joinStory(sql`passing.id`)}
    ) as counted group by reason`.execute(connection);
  return new Map(rows.map((row) => [row.reason, row.total]));
}

/** Those of the stories that pass a filter, in the same order. */
export async function passingIds(
  connection: Connection,
  ids: readonly number[],
  filter: ResolvedFilter,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select scanned.id from unnest(${ids}::bigint[]) with ordinality as scanned (id, place)
    where ${passesFilter(sql`scanned.id`, filter)} order by place`.execute(connection);
  return rows.map((row) => row.id);
}

/** The reasons for which these stories are hidden; those that are not are left out. */
export async function hiddenReasons(
  connection: Connection,
  ids: readonly number[],
  hidden: HiddenSet,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; reason: string | null }>`
    select scanned.id, ${hiddenReason(sql`scanned.id`, hidden)} as reason
    from unnest(${ids}::bigint[]) as scanned (id) ${joinStory(sql`scanned.id`)}`.execute(connection);
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason]])));
}
