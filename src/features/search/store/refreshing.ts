import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';

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

/** A letter or sign whose words the index cuts by the rules of its script: Hebrew and everything after it. */
const OTHER_SCRIPT = String.raw`[\u0589-\u1FEF\u3000-\uFFEF\U00020000-\U0003FFFF]`;

/**
 * Indexes those of the next stories again that have words in other scripts, with their chapters and authors. Returns the last
 * id among them all, or null at the end.
 */
export async function refreshScriptsAfter(
  connection: OpenTransaction,
  above: number,
  limit: number,
): Promise<number | null> {
  const { rows: batch } = await sql<{ id: number }>`
    select id from stories where id > ${above} order by id limit ${limit} for no key update`.execute(
    connection,
  );
  const ids = batch.map(({ id }) => id);
  await sql`update search_chapters set words = search_vector('nightstand', search_chapter_text(title, content))
    from chapters where chapters.id = chapter_id and chapters.story_id = any (${ids}::bigint[])
      and (title ~ ${OTHER_SCRIPT} or content ~ ${OTHER_SCRIPT})`.execute(connection);
  await sql`select search_refresh_stories(array(
    select stories.id from stories join pen_names on pen_names.id = author_id
    where stories.id = any (${ids}::bigint[]) and (title || synopsis || display_name ~ ${OTHER_SCRIPT} or exists (
      select from story_tags join tags on tags.id = tag_id where story_id = stories.id and name ~ ${OTHER_SCRIPT}))
    order by stories.id))`.execute(connection);
  await sql`select search_refresh_author(id) from (
    select distinct pen_names.id from stories join pen_names on pen_names.id = author_id
    where stories.id = any (${ids}::bigint[]) and display_name || bio ~ ${OTHER_SCRIPT} order by id) as authors`.execute(
    connection,
  );
  return ids.at(-1) ?? null;
}
