import { type RawBuilder, sql } from 'kysely';
import { FILTER_DEPTH } from '#features/filters/contract/filters.ts';
import { HIDDEN_COUNT_DEPTH } from '#features/hidden/contract.ts';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { type CountedReason, hiddenReason, nameInReason } from '#features/hidden/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { StorySort } from '../contract/sorts.ts';
import { isAnyStory, passes, passesFilter, type ResolvedFilter } from './list-conditions.ts';
import { storyOrder, storyTagOrder } from './orders.ts';

/** The list that a filter narrows: the stories of some authors, those with the rarest tag of the filter, or all. */
export interface ListScope {
  sort: StorySort;
  filter: ResolvedFilter;
  hidden: HiddenSet;
}

/** The stories of a list in this order: listed ones, and in the featured list the featured ones. */
const isInList = (sort: StorySort) =>
  sort === 'featured'
    ? sql`published_at is not null and featured_at is not null`
    : sql`published_at is not null`;

/** The first stories of a tag, in the order of its list. */
function entriesOfTag(tagId: number | undefined, sort: StorySort, limit: number): RawBuilder<unknown> {
  return sql`select story_id as id, published_at, featured_at, trending, top, ranked_upvote_count, last_chapter_at
    from story_tags where tag_id = ${tagId} and ${isInList(sort)}
    order by ${storyTagOrder(sort)} limit ${limit}`;
}

/**
 * The first stories of some authors, or of all, with the columns that filters read; those that the statement around does
 * not use cost nothing.
 */
function rowsOfStories(authorIds: number[] | undefined, sort: StorySort, limit: number): RawBuilder<unknown> {
  const ofAuthors = authorIds === undefined ? sql`` : sql`author_id = any (${authorIds}::bigint[]) and`;
  return sql`select * from stories where ${ofAuthors} ${isInList(sort)}
    order by ${storyOrder(sort)} limit ${limit}`;
}

/** The list is along the index of a tag's stories. */
const isOfTag = ({ filter }: ListScope) => filter.authorIds === undefined && filter.tagIds.length > 0;

/** The first stories of the list in its order, along an index of it. */
function firstStories(scope: ListScope, limit: number): RawBuilder<unknown> {
  const { sort, filter } = scope;
  return isOfTag(scope)
    ? entriesOfTag(filter.tagIds[0], sort, limit)
    : rowsOfStories(filter.authorIds, sort, limit);
}

/** The parts of the filter that `firstStories` has not applied. */
function otherParts({ filter }: ListScope): ResolvedFilter {
  return filter.authorIds === undefined
    ? { ...filter, tagIds: filter.tagIds.slice(1) }
    : { ...filter, authorIds: undefined };
}

/** Those of the first `depth` stories of the list that pass its filter, in its order. */
export function passingStories(scope: ListScope, depth: number): RawBuilder<unknown> {
  const { sort, filter } = scope;
  const others = otherParts(scope);
  if (isAnyStory(others))
    return sql`select id from (${firstStories(scope, depth)}) as first order by ${storyOrder(sort)}`;
  return isOfTag(scope)
    ? sql`select id from (${entriesOfTag(filter.tagIds[0], sort, depth)}) as entry
        where ${passesFilter(sql`entry.id`, others)} order by ${storyOrder(sort)}`
    : sql`select id from (${rowsOfStories(filter.authorIds, sort, depth)}) as story
        where ${passes(sql`story.id`, others)} order by ${storyOrder(sort)}`;
}

/** A page of a list of which nothing is left out. */
export async function listedStoryIds(
  connection: Connection,
  scope: ListScope,
  { offset, limit }: { offset: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (${firstStories(scope, offset + limit)}) as first
    order by ${storyOrder(scope.sort)} offset ${offset}`.execute(connection);
  return rows.map((row) => row.id);
}

/** A page of a list without filtered and hidden stories. */
export interface FoundPage {
  ids: number[];
  /** The number of stories that pass the filter, hidden or not, among those that it looks at; null: the whole list passes. */
  passing: number | null;
  /** The hidden ones among the first that pass. */
  reasons: CountedReason[];
  /** Whether a hidden tag is a synonym, so that stories with its canonical tag are in the page by mistake. */
  hides_synonym: boolean;
}

/**
 * Reads the page and the counts in one pass. At most `depth` stories that pass are looked up for a reason to hide them, and
 * no more than the page and the counts need: PostgreSQL fills a materialized query in its order and only as far as it is
 * read.
 */
export async function findPage(
  connection: Connection,
  scope: ListScope,
  { depth, offset, limit }: { depth: number; offset: number; limit: number },
): Promise<FoundPage> {
  const isFiltered = !isAnyStory(otherParts(scope));
  const { rows } = await sql<FoundPage>`
    with passing as (${passingStories(scope, isFiltered ? FILTER_DEPTH : depth)}),
    judged as materialized (
      select id, ${hiddenReason(sql`passing.id`, scope.hidden)} as reason from passing limit ${depth}
    )
    select array(select id from judged where reason is null offset ${offset} limit ${limit}) as ids,
      ${isFiltered ? sql`(select count(*)::integer from passing)` : sql`null::integer`} as passing,
      (
        select coalesce(json_agg(counted), '[]') from (
          select reason, ${nameInReason(sql`reason`, scope.hidden)} as name, count(*) from (
            select reason from judged limit ${HIDDEN_COUNT_DEPTH}
          ) as first where reason is not null group by reason
        ) as counted
      ) as reasons,
      ${
        scope.hidden.tags.length === 0
          ? sql`false`
          : sql`exists (select from tags where id = any (${scope.hidden.tags}::bigint[]) and canonical_id is not null)`
      } as hides_synonym`.execute(connection);
  return rows[0] ?? { ids: [], passing: null, reasons: [], hides_synonym: false };
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
): Promise<{ id: number; reason: string; name: string | null }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number; reason: string; name: string | null }>`
    select id, reason, ${nameInReason(sql`reason`, hidden)} as name from (
      select id, ${hiddenReason(sql`scanned.id`, hidden)} as reason from unnest(${ids}::bigint[]) as scanned (id)
    ) as judged where reason is not null`.execute(connection);
  return rows;
}
