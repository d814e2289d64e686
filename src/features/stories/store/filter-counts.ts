import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import { firstStories, type ListScope, otherParts } from './filtered-lists.ts';
import { joinStory, onlyShown } from './list-conditions.ts';

export interface LabelCount {
  name: string;
  count: number;
}

/** The number of stories by status and by language without region, among the first ones of a filtered list. */
export async function countStatusesAndLanguages(
  connection: Connection,
  scope: ListScope,
  depth: number,
): Promise<{ statuses: LabelCount[]; languages: LabelCount[] }> {
  const { rows } = await sql<LabelCount & { isStatus: boolean }>`
    with labelled as (
      select story.status, split_part(story.language, '-', 1) as language from (
        select scanned.id from (${firstStories(scope, depth)}) as scanned
          ${onlyShown(sql`scanned.id`, otherParts(scope), scope.hidden)}
      ) as passing ${joinStory(sql`passing.id`)}
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

/** The number of stories by warning, their own or a chapter's, and by canonical tag. */
export async function countWarningsAndTags(
  connection: Connection,
  scope: ListScope,
  { depth, tags }: { depth: number; tags: number },
): Promise<{ warnings: LabelCount[]; tags: (LabelCount & { kind: string | null })[] }> {
  const { rows } = await sql<LabelCount & { isTag: boolean; kind: string | null }>`
    with passing as materialized (
      select scanned.id from (${firstStories(scope, depth)}) as scanned
        ${onlyShown(sql`scanned.id`, otherParts(scope), scope.hidden)}
    ), warned as (
      select distinct passing.id, name from passing ${joinStory(sql`passing.id`)}
      cross join lateral unnest(coalesce(story.warnings, '{}') || story.chapter_warnings) as name
    ), tagged as (
      select tag_id, count(*)::integer as count from story_tags
      where story_id in (select id from passing) and tag_id <> all (${scope.hidden.tags}::bigint[]) group by tag_id
    )
    (select true as "isTag", tags.name, tags.kind, tagged.count from tagged join tags on tags.id = tagged.tag_id
      where canonical_id is null order by tagged.count desc, tags.name limit ${tags})
    union all
    (select false, name, null, count(*)::integer from warned group by name order by count(*) desc, name)`.execute(
    connection,
  );
  return { warnings: rows.filter((row) => !row.isTag), tags: rows.filter((row) => row.isTag) };
}
