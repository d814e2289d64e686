import { sql } from 'kysely';
import { type HiddenSet, hidesNothing } from '#features/hidden/rules.ts';
import { isNotHidden } from '#features/hidden/service.ts';
import type { Connection } from '#platform/database/database.ts';

/** A tag that is hidden itself, or below one that is. */
export interface HiddenTag {
  id: number;
  /** The hidden tag that it is or is below. */
  above: number;
  /** The name of that one. */
  name: string;
  /** Whether a list of tags would show it. */
  is_listed: boolean;
}

/** A number that rises with every decision about what tags mean, and with every one undone. */
const versionOfRelations = sql<number>`(
  select coalesce((select max(id) from tag_changes), 0) + (select count(*) from tag_changes where undone_at is not null)
)`;

export async function relationsVersion(connection: Connection): Promise<number> {
  const { rows } = await sql<{ version: number }>`select ${versionOfRelations} as version`.execute(
    connection,
  );
  return rows[0]?.version ?? 0;
}

/**
 * The tags that these mean, with all narrower ones, whose stories have them too, and the version of the relations that it
 * follows. In one value, which costs less than rows.
 */
export async function tagsBelow(
  connection: Connection,
  ids: readonly number[],
): Promise<{ tags: HiddenTag[]; version: number }> {
  const { rows } = await sql<{ tags: HiddenTag[]; version: number }>`
    with recursive hidden as materialized (
      select coalesce(meant.id, named.id) as id, coalesce(meant.name, named.name) as name,
        coalesce(meant.story_count, named.story_count) > 0 as is_listed
      from tags as named left join lateral (
        -- The offset keeps the planner from reading the whole table for a few synonyms.
        select id, name, story_count from tags where tags.id = named.canonical_id offset 0
      ) as meant on true
      where named.id = any (${ids}::bigint[])
    ), below (id, above, name) as (
      select tag_parents.tag_id, hidden.id, hidden.name from hidden join tag_parents on parent_id = hidden.id
      union select tag_parents.tag_id, above, name from below join tag_parents on parent_id = below.id
    )
    select coalesce(json_agg(found), '[]') as tags, ${versionOfRelations} as version from (
      select id, id as above, name, is_listed from hidden
      union all select below.id, above, below.name, story_count > 0 from below join tags using (id)
    ) as found`.execute(connection);
  // A tag that is hidden itself comes first; of several above another one counts.
  const { tags, version } = rows[0] ?? { tags: [], version: 0 };
  return { tags: [...new Map(tags.toReversed().map((tag) => [tag.id, tag])).values()], version };
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

/** The largest number of stories of a tag that are looked up for a reason to hide them. */
const MAX_STORIES_EXAMINED = 10;
/** The number of latest stories by hidden authors that are subtracted. */
const MAX_STORIES_BY_AUTHORS = 2000;

/**
 * The number of hidden ones among the listed stories of each tag; tags without any are left out. Bounded: the stories of
 * small tags are all looked up; of the others only the single hidden stories and the latest ones by hidden authors count.
 */
export async function countHiddenStories(
  connection: Connection,
  tags: readonly { id: number; story_count: number }[],
  hidden: HiddenSet,
): Promise<Map<number, number>> {
  const ids = tags.map(({ id }) => id);
  const small = tags.filter(({ story_count }) => story_count <= MAX_STORIES_EXAMINED).map(({ id }) => id);
  const isOneChosen = hidden.stories.length + hidden.authors.length > 0;
  if (hidesNothing(hidden) || (small.length === 0 && !isOneChosen)) return new Map();
  const { rows } = await sql<{ tag_id: number; total: number }>`
    with counted as (
      select first.tag_id, first.story_id
      from unnest(${small}::bigint[]) as listed (id) cross join lateral (
        select tag_id, story_id from story_tags where tag_id = listed.id and published_at is not null
        order by published_at desc, story_id desc limit ${MAX_STORIES_EXAMINED}
      ) as first
      where not ${isNotHidden(sql`first.story_id`, hidden)}
      ${
        isOneChosen
          ? sql`union
              select tag_id, story_id from (
                select id from stories where id = any (${hidden.stories}::bigint[])
                union (
                  select id from stories where author_id = any (${hidden.authors}::bigint[]) and published_at is not null
                  order by published_at desc, id desc limit ${MAX_STORIES_BY_AUTHORS}
                )
              ) as chosen join story_tags on story_id = chosen.id
              where tag_id = any (${ids}::bigint[]) and published_at is not null`
          : sql``
      }
    )
    select tag_id, count(*)::integer as total from counted group by tag_id`.execute(connection);
  return new Map(rows.map(({ tag_id, total }) => [tag_id, total]));
}
