import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '#platform/database.ts';
import { SEARCH_DEPTH, type SearchSort } from '../contract.ts';
import type { Match } from '../rules/relevance.ts';

/** Along the indexes of the site's lists: a query for a common word need not see everything that it matches. */
export const orders: Record<SearchSort, RawBuilder<unknown>> = {
  relevance: sql`stories.top desc, stories.ranked_upvote_count desc, stories.id desc`,
  newest: sql`stories.published_at desc, stories.id desc`,
  popular: sql`stories.top desc, stories.ranked_upvote_count desc, stories.id desc`,
  trending: sql`stories.trending desc nulls last, stories.id desc`,
};

/** What stories must be like beside matching words: listed, which is to stand in search_stories, and tagged. */
export interface Wanted {
  /** All of these. */
  tagIds: readonly number[];
  sort: SearchSort;
}

/** A further condition on `stories`, from `and` on; nothing without tags. */
export function tagged({ tagIds }: Wanted): RawBuilder<unknown> {
  const conditions = tagIds.map(
    (id) => sql` and exists (select from story_tags where story_id = stories.id and tag_id = ${id})`,
  );
  return sql.join(conditions, sql``);
}

/** Stories whose title alone, or title, author, tags and synopsis together, match: the first in the order. */
export async function storiesByHead(
  connection: Connection,
  column: 'title' | 'head',
  query: string,
  wanted: Wanted,
  limit = SEARCH_DEPTH,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select stories.id from search_stories join stories on stories.id = story_id
    where published_at is not null and search_stories.${sql.ref(column)} @@ ${query}::tsquery ${tagged(wanted)}
    order by ${orders[wanted.sort]}
    limit ${limit}`.execute(connection);
  return rows.map((row) => row.id);
}

/** Stories that have all of the tags: the first in the order. */
export async function storiesByTags(connection: Connection, wanted: Wanted): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select stories.id from stories join search_stories on story_id = stories.id
    where published_at is not null ${tagged(wanted)}
    order by ${orders[wanted.sort]}
    limit ${SEARCH_DEPTH}`.execute(connection);
  return rows.map((row) => row.id);
}

/** These stories in an order, the first of them. */
export async function storiesInOrder(
  connection: Connection,
  ids: readonly number[],
  sort: SearchSort,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from stories where id = any (${ids}) order by ${orders[sort]} limit ${SEARCH_DEPTH}`.execute(
    connection,
  );
  return rows.map((row) => row.id);
}

/** How well these stories match, without their texts. */
export async function matchesOf(
  connection: Connection,
  ids: readonly number[],
  queries: { head: string; any: string },
): Promise<(Omit<Match, 'text'> & { id: number })[]> {
  const { rows } = await sql<Omit<Match, 'text'> & { id: number }>`
    select stories.id, stories.top, search_stories.title @@ ${queries.head}::tsquery as "isInTitle",
      ts_rank('{1, 1, 1, 1}', search_stories.title, ${queries.any}::tsquery, 2)::float8 as title,
      ts_rank('{0.1, 0.3, 0.7, 1}', head, ${queries.any}::tsquery)::float8 as head
    from search_stories join stories on stories.id = story_id
    where story_id = any (${ids})`.execute(connection);
  return rows;
}
