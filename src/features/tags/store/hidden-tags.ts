import { sql } from 'kysely';
import type { HiddenSet } from '#features/hidden/rules.ts';
import { isNotHidden } from '#features/hidden/service.ts';
import type { Connection } from '#platform/database/database.ts';

/** These tags and all narrower ones, each with the one of these that it is or is below. */
export async function tagsBelow(
  connection: Connection,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; above: number }>`
    with recursive below (id, above) as (
      select id, id from unnest(${ids}::bigint[]) as chosen (id)
      union select tag_id, above from below join tag_parents on parent_id = below.id
    )
    select distinct on (id) id, above from below order by id, id <> above, above`.execute(connection);
  return new Map(rows.map(({ id, above }) => [id, above]));
}

/** Those of these tags that are directly below a tag. */
export async function childrenAmong(
  connection: Connection,
  tagId: number,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await connection
    .selectFrom('tag_parents')
    .select('tag_id')
    .where('parent_id', '=', tagId)
    .where('tag_id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
  return rows.map((row) => row.tag_id);
}

/** The number of stories that are examined, over all tags of a list. */
const MAX_STORIES_EXAMINED = 3000;
/** The number of latest stories by hidden authors that are subtracted. */
const MAX_STORIES_BY_AUTHORS = 2000;

/**
 * The number of hidden ones among the listed stories of each tag; tags without any are left out. Bounded: the single
 * hidden stories, the latest ones by hidden authors, and those among the first stories of each tag, so that small tags
 * are counted exactly and large ones may have more.
 */
export async function countHiddenStories(
  connection: Connection,
  tagIds: readonly number[],
  hidden: HiddenSet,
): Promise<Map<number, number>> {
  if (tagIds.length === 0) return new Map();
  const depth = Math.ceil(MAX_STORIES_EXAMINED / tagIds.length);
  const { rows } = await sql<{ tag_id: number; total: number }>`
    with chosen as materialized (
      select id from stories where id = any (${hidden.stories}::bigint[])
      union (
        select id from stories where author_id = any (${hidden.authors}::bigint[]) and published_at is not null
        order by published_at desc, id desc limit ${MAX_STORIES_BY_AUTHORS}
      )
    ), counted as (
      select tag_id, story_id from chosen join story_tags on story_id = chosen.id
      where tag_id = any (${tagIds}::bigint[]) and published_at is not null
      union
      select first.tag_id, first.story_id
      from unnest(${tagIds}::bigint[]) as listed (id) cross join lateral (
        select tag_id, story_id from story_tags where tag_id = listed.id and published_at is not null
        order by published_at desc, story_id desc limit ${depth}
      ) as first
      where not ${isNotHidden(sql`first.story_id`, hidden)}
    )
    select tag_id, count(*)::integer as total from counted group by tag_id`.execute(connection);
  return new Map(rows.map(({ tag_id, total }) => [tag_id, total]));
}
