import { type RawBuilder, sql } from 'kysely';
import { isNotHidden, storyWarnings } from '#features/hidden/service.ts';
import type { Connection } from '#platform/database/database.ts';
import { type ListScope, passingStories } from './filtered-lists.ts';

export interface LabelCount {
  name: string;
  count: number;
}

/** Those of the first stories of a filtered list that are not hidden, with what is counted of them. */
function shownStories(scope: ListScope, depth: number): RawBuilder<unknown> {
  return sql`select passing.id, story.* from (${passingStories(scope, depth)}) as passing
    cross join lateral (
      select status, language, warnings, chapter_warnings, staff_warnings from stories
      where stories.id = passing.id offset 0
    ) as story
    where ${isNotHidden(sql`passing.id`, scope.hidden)}`;
}

/** The number of stories by status and by language without region, among the first ones of a filtered list. */
export async function countStatusesAndLanguages(
  connection: Connection,
  scope: ListScope,
  depth: number,
): Promise<{ statuses: LabelCount[]; languages: LabelCount[] }> {
  const { rows } = await sql<LabelCount & { isStatus: boolean }>`
    with labelled as materialized (
      select status, split_part(language, '-', 1) as language from (${shownStories(scope, depth)}) as shown
    )
    select true as "isStatus", status as name, count(*)::integer as count from labelled where status is not null group by status
    union all
    select false, language, count(*)::integer from labelled where language is not null group by language
    order by count desc, name`.execute(connection);
  return {
    statuses: rows.filter((row) => row.isStatus),
    languages: rows.filter((row) => !row.isStatus),
  };
}

/** The number of stories by warning and by canonical tag. */
export async function countWarningsAndTags(
  connection: Connection,
  scope: ListScope,
  { depth, tags }: { depth: number; tags: number },
): Promise<{ warnings: LabelCount[]; tags: (LabelCount & { kind: string | null })[] }> {
  const { rows } = await sql<LabelCount & { isTag: boolean; kind: string | null }>`
    with shown as materialized (${shownStories(scope, depth)}), warned as (
      select distinct id, name from shown cross join lateral unnest(${storyWarnings}) as name
    ), tagged as (
      select tag_id, count(*)::integer as count from story_tags
      where story_id in (select id from shown) group by tag_id
    )
    (select true as "isTag", tags.name, tags.kind, tagged.count from tagged join tags on tags.id = tagged.tag_id
      where canonical_id is null order by tagged.count desc, tags.name limit ${tags})
    union all
    (select false, name, null, count(*)::integer from warned group by name order by count(*) desc, name)`.execute(
    connection,
  );
  return { warnings: rows.filter((row) => !row.isTag), tags: rows.filter((row) => row.isTag) };
}
