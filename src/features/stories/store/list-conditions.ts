import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { firstTagAmong, storyWarnings } from '#features/hidden/service.ts';
import type { StoryStatus } from '#features/labels/contract/status.ts';
import type { ContentWarning } from '#features/labels/contract/warnings.ts';

/** A filter whose names have become ids. */
export interface ResolvedFilter {
  /** Stories must have all of these tags; the rarest comes first. */
  tagIds: number[];
  notTagIds: number[];
  notWarnings: ContentWarning[];
  /** Pen names; undefined: of any author. */
  authorIds: number[] | undefined;
  notAuthorIds: number[];
  statuses: StoryStatus[];
  languages: string[];
  minWords: number | undefined;
  maxWords: number | undefined;
  updatedSince: Date | undefined;
  /** The account whose finished stories are left out. */
  unfinishedBy: number | undefined;
}

export const ANY_STORY: ResolvedFilter = {
  ...{ tagIds: [], notTagIds: [], notWarnings: [], authorIds: undefined, notAuthorIds: [] },
  ...{ statuses: [], languages: [], minWords: undefined, maxWords: undefined, updatedSince: undefined },
  unfinishedBy: undefined,
};

/** Whether every story passes. */
export function isAnyStory(filter: ResolvedFilter): boolean {
  const { authorIds, minWords, maxWords, updatedSince, unfinishedBy, ...lists } = filter;
  const singles = [authorIds, minWords, maxWords, updatedSince, unfinishedBy];
  return (
    singles.every((part) => part === undefined) && Object.values(lists).every((part) => part.length === 0)
  );
}

/*
 * The conditions are constant texts: the planner knows the parameters and drops the parts of a filter that are empty.
 * `id` is the story's id in the statement around them, and `story` a row with the columns of `detailedStories`.
 */

/** Whether a story passes a filter. `offset 0` keeps the planner from joining all entries of the tags or marks. */
export function passes(id: RawBuilder<unknown>, filter: ResolvedFilter): RawBuilder<SqlBool> {
  const languages = filter.languages.flatMap((tag) => [tag.toLowerCase(), `${tag.toLowerCase()}-%`]);
  return sql<SqlBool>`(${filter.tagIds}::bigint[] = '{}' or not exists (
      select from unnest(${filter.tagIds}::bigint[]) as wanted (tag_id) where not exists (
        select from story_tags as tagged where tagged.story_id = ${id} and tagged.tag_id = wanted.tag_id offset 0)))
    and ${firstTagAmong(id, filter.notTagIds)} is null
    and (${filter.notWarnings}::text[] = '{}' or not ${storyWarnings} && ${filter.notWarnings}::text[])
    and (${filter.authorIds ?? null}::bigint[] is null or story.author_id = any (${filter.authorIds ?? null}::bigint[]))
    and story.author_id <> all (${filter.notAuthorIds}::bigint[])
    and (${filter.statuses}::text[] = '{}' or story.status = any (${filter.statuses}::text[]))
    and (${languages}::text[] = '{}' or lower(story.language) like any (${languages}::text[]))
    and (${filter.minWords ?? null}::integer is null or story.word_count >= ${filter.minWords ?? null}::integer)
    and (${filter.maxWords ?? null}::integer is null or story.word_count <= ${filter.maxWords ?? null}::integer)
    and (${filter.updatedSince ?? null}::timestamptz is null or story.updated_at >= ${filter.updatedSince ?? null}::timestamptz)
    and (${filter.unfinishedBy ?? null}::bigint is null or not exists (
      select from shelf_marks as mark where mark.account_id = ${filter.unfinishedBy ?? null}::bigint
        and mark.story_id = ${id} and mark.state = 'finished' offset 0))`;
}

/** Whether a story passes a filter, as a condition on its id alone. */
export function passesFilter(id: RawBuilder<unknown>, filter: ResolvedFilter): RawBuilder<SqlBool> {
  return isAnyStory(filter)
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`exists (select from stories as story where story.id = ${id} and ${passes(id, filter)} offset 0)`;
}
