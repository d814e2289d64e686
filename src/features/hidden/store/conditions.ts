import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type HiddenSet, hidesNothing } from '../rules.ts';

/*
 * The conditions are constant texts: the planner knows the parameters and drops the kinds of which nothing is hidden. `id`
 * is the story's id in the statement around them, and `story` its author and warnings.
 */

/** Whether a story is not hidden. */
export function isShown(id: RawBuilder<unknown>, set: HiddenSet): RawBuilder<SqlBool> {
  return sql<SqlBool>`${id} <> all (${set.stories}::bigint[])
    and story.author_id <> all (${set.authors}::bigint[])
    and (${set.warnings}::text[] = '{}'
      or not (coalesce(story.warnings, '{}') || story.chapter_warnings || story.staff_warnings) && ${set.warnings}::text[])
    and (${set.tags}::bigint[] = '{}' or not exists (
      select from story_tags as tagged where tagged.story_id = ${id}
        and tagged.tag_id + 0 = any (${set.tags}::bigint[]) offset 0))`;
}

/**
 * The first reason why a story is hidden: `s` for itself, `a`, `w` or `t` with the author's id, the warning or the tag's
 * id; null where it is not.
 */
export function hiddenReason(id: RawBuilder<unknown>, set: HiddenSet): RawBuilder<string | null> {
  return sql<string | null>`case
    when ${id} = any (${set.stories}::bigint[]) then 's' || ${id}
    when story.author_id = any (${set.authors}::bigint[]) then 'a' || story.author_id
    when (coalesce(story.warnings, '{}') || story.chapter_warnings || story.staff_warnings) && ${set.warnings}::text[] then 'w' || (
      select name from unnest(${set.warnings}::text[]) with ordinality as hidden (name, place)
      where name = any (coalesce(story.warnings, '{}') || story.chapter_warnings || story.staff_warnings) order by place limit 1)
    when ${set.tags}::bigint[] = '{}' then null
    else (
      select 't' || tagged.tag_id from story_tags as tagged where tagged.story_id = ${id}
        and tagged.tag_id + 0 = any (${set.tags}::bigint[]) order by tagged.tag_id limit 1)
  end`;
}

/** Whether a story is not hidden, as a condition on its id alone. */
export function isNotHidden(id: RawBuilder<unknown>, set: HiddenSet): RawBuilder<SqlBool> {
  return hidesNothing(set)
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`exists (select from stories as story where story.id = ${id} and ${isShown(id, set)} offset 0)`;
}
