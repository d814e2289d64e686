import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

/**
 * Indexes those of the next stories again that have a tag whose key joins words. Returns the last id among them all, or
 * null at the end.
 */
export async function refreshTagsAfter(
  connection: Connection,
  above: number,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with batch as materialized (
      select story_id from search_stories where story_id > ${above} order by story_id limit ${limit}
    ), refreshed as materialized (
      select search_refresh_stories(array(
        select story_id from batch where exists (
          select from story_tags join tags on tags.id = tag_id
          where story_tags.story_id = batch.story_id and char_length(key) < char_length(name))
        order by story_id))
    )
    select (select max(story_id) from batch) as last from refreshed`.execute(connection);
  return rows[0]?.last ?? null;
}
