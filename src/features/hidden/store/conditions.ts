import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type HiddenSet, hidesNothing } from '../rules.ts';

/*
 * `id` is the story's id in the statement around a condition. Kinds of which nothing is hidden are left out: they would cost
 * the planner more than the rest costs to run.
 */

/** All warnings of a story, in a statement that reads its row: its author's, its chapters' and those that staff added. */
export const storyWarnings = sql`(coalesce(warnings, '{}') || chapter_warnings || staff_warnings)`;

/**
 * The first of these tags that a story has; null for none. `tag_id + 0` keeps the planner from looking up each of hundreds
 * of tags in the index: it reads the story's few entries and compares them with a hash table.
 */
export function firstTagAmong(id: RawBuilder<unknown>, tagIds: readonly number[]): RawBuilder<number | null> {
  return tagIds.length === 0
    ? sql<number | null>`null`
    : sql<number | null>`(
        select tagged.tag_id from story_tags as tagged
        where tagged.story_id = ${id} and tagged.tag_id + 0 = any (${tagIds}::bigint[]) order by tagged.tag_id limit 1)`;
}

/** The first reason that the row of a story has: its author, or a warning. */
function reasonInRow(id: RawBuilder<unknown>, set: HiddenSet): RawBuilder<string | null> {
  return set.authors.length + set.warnings.length === 0
    ? sql<string | null>`null`
    : sql<string | null>`(
        select case when author_id = any (${set.authors}::bigint[]) then 'a' || author_id else 'w' || (
          select name from unnest(${set.warnings}::text[]) with ordinality as hidden (name, place)
          where name = any (${storyWarnings}) order by place limit 1) end
        from stories as judged where judged.id = ${id})`;
}

/**
 * The first reason why a story is hidden: `s` for itself, `a`, `w` or `t` with the author's id, the warning or the tag's
 * id; null where it is not.
 */
export function hiddenReason(id: RawBuilder<unknown>, set: HiddenSet): RawBuilder<string | null> {
  return sql<string | null>`coalesce(
    ${set.stories.length === 0 ? sql`null` : sql`case when ${id} = any (${set.stories}::bigint[]) then 's' || ${id} end`},
    ${reasonInRow(id, set)}, 't' || ${firstTagAmong(id, set.tags)})`;
}

/** The name of the thing in a reason, as readers know it; null for a thing that they do not find. */
export function nameInReason(reason: RawBuilder<unknown>, set: HiddenSet): RawBuilder<string | null> {
  return sql<string | null>`case left(${reason}, 1)
    when 't' then (select name from tags where tags.id = substr(${reason}, 2)::bigint)
    ${
      set.authors.length === 0
        ? sql``
        : sql`when 'a' then (select username from pen_names
            where pen_names.id = substr(${reason}, 2)::bigint and retired_at is null)`
    }
    ${
      set.stories.length === 0
        ? sql``
        : sql`when 's' then (select slug from stories as named
            where named.id = substr(${reason}, 2)::bigint and published_at is not null)`
    }
  end`;
}

/** Whether a story is not hidden. */
export function isNotHidden(id: RawBuilder<unknown>, set: HiddenSet): RawBuilder<SqlBool> {
  return hidesNothing(set) ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${hiddenReason(id, set)} is null`;
}
