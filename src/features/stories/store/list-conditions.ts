import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type HiddenSet, hidesNothing } from '#features/hidden/rules.ts';
import { isShown } from '#features/hidden/service.ts';
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
 * `id` is the story's id in the statement around them, and `story` a row of stories (joinStory).
 */

/**
 * Whether a story passes a filter. `tag_id + 0` keeps the planner from looking up each of hundreds of tags in the index: it
 * reads the story's few entries and compares them with a hash table. `offset 0` keeps it from joining all entries of them.
 */
function passes(id: RawBuilder<unknown>, filter: ResolvedFilter): RawBuilder<SqlBool> {
  const languages = filter.languages.flatMap((tag) => [tag.toLowerCase(), `${tag.toLowerCase()}-%`]);
  return sql<SqlBool>`(${filter.tagIds}::bigint[] = '{}' or not exists (
      select from unnest(${filter.tagIds}::bigint[]) as wanted (tag_id) where not exists (
        select from story_tags as tagged where tagged.story_id = ${id} and tagged.tag_id = wanted.tag_id offset 0)))
    and (${filter.notTagIds}::bigint[] = '{}' or not exists (
      select from story_tags as tagged where tagged.story_id = ${id}
        and tagged.tag_id + 0 = any (${filter.notTagIds}::bigint[]) offset 0))
    and (${filter.notWarnings}::text[] = '{}'
      or not (coalesce(story.warnings, '{}') || story.chapter_warnings || story.staff_warnings) && ${filter.notWarnings}::text[])
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

/** Looks up the columns of each row's story that conditions read, in the order of the rows. */
export function joinStory(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`cross join lateral (
    select author_id, status, language, word_count, updated_at, warnings, chapter_warnings, staff_warnings
      from stories
    where stories.id = ${id} offset 0
  ) as story`;
}

/** The part of a statement after its FROM that leaves stories that pass a filter; for conditions on other tables first. */
export function onlyPassing(id: RawBuilder<unknown>, filter: ResolvedFilter): RawBuilder<unknown> {
  return isAnyStory(filter) ? sql`` : sql`${joinStory(id)} where ${passes(id, filter)}`;
}

/** The same for stories that also are not hidden. */
export function onlyShown(
  id: RawBuilder<unknown>,
  filter: ResolvedFilter,
  hidden: HiddenSet,
): RawBuilder<unknown> {
  return isAnyStory(filter) && hidesNothing(hidden)
    ? sql``
    : sql`${joinStory(id)} where ${passes(id, filter)} and ${isShown(id, hidden)}`;
}

/** Whether a story passes a filter, as a condition on its id alone. */
export function passesFilter(id: RawBuilder<unknown>, filter: ResolvedFilter): RawBuilder<SqlBool> {
  return isAnyStory(filter)
    ? sql<SqlBool>`1 = 1`
    : sql<SqlBool>`exists (select from stories as story where story.id = ${id} and ${passes(id, filter)} offset 0)`;
}
