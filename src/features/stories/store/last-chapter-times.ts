import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

/** Whether a listed story lacks the time of its latest chapter, because it is older than the column. */
export async function lackLastChapterTimes(connection: Connection): Promise<boolean> {
  const row = await connection
    .selectFrom('stories')
    .select('id')
    .where('published_at', 'is not', null)
    .where('last_chapter_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Fills the times of the next stories by id. Returns the last id among them, or null at the end. */
export async function fillTimesAfter(
  connection: Connection,
  above: number,
  limit: number,
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null }>`
    with batch as materialized (
      select id from stories where id > ${above} order by id limit ${limit} for no key update
    ), filled as (
      update stories set last_chapter_at = story_last_chapter_at(stories.id) from batch
      where stories.id = batch.id and last_chapter_at is null and chapter_count > 0
    )
    select max(id) as last from batch`.execute(connection);
  return rows[0]?.last ?? null;
}
