import { sql } from 'kysely';
import { TRASH_DAYS } from '#features/stories/contract/trash.ts';
import type { Connection } from '#platform/database/database.ts';
import { MAX_CHAPTER_ORDER } from '../contract/chapters.ts';
import type { ChapterForChange } from './chapters.ts';

/**
 * Moves locked chapters to the trash and returns their ids there. Afterwards only a chapter that was never published has
 * no time of publication.
 */
export async function trashChapters(
  connection: Connection,
  chapterIds: readonly number[],
): Promise<number[]> {
  await sql`
    update chapters set trashed_at = now(), published_at = chapter_published_at(chapters)
    where id = any (${chapterIds}::bigint[])`.execute(connection);
  const { rows } = await sql<{ id: number }>`
    select trash_entries.id from trash_entries
    join unnest(${chapterIds}::bigint[]) with ordinality as chapter (id, place) on chapter.id = chapter_id
    order by place`.execute(connection);
  return rows.map((row) => row.id);
}

/**
 * Puts a chapter back at its place. Where another one has its order by now, that one and those after it make room;
 * chapters that shared an order before stay as they are.
 */
export async function untrashChapter(
  connection: Connection,
  { id, story_id, order }: Pick<ChapterForChange, 'id' | 'story_id' | 'order'>,
  isFirstPublished: boolean,
): Promise<void> {
  await sql`
    update chapters set "order" = "order" + 1
    where story_id = ${story_id} and trashed_at is null and ("order", id) > (${order}::integer, ${id}::bigint)
      and exists (select from chapters where story_id = ${story_id} and trashed_at is null and "order" = ${order}
        and id > ${id})
      and not exists (select from chapters where story_id = ${story_id} and trashed_at is null
        and "order" >= ${MAX_CHAPTER_ORDER})`.execute(connection);
  await sql`
    update chapters set trashed_at = null,
      published_at = case when ${isFirstPublished} then clock_timestamp() else published_at end
    where id = ${id}`.execute(connection);
}

/** Makes drafts of scheduled chapters whose time came while they were in the trash; returns their ids. */
export async function withdrawMissed(
  connection: Connection,
  where: { story_id: number } | { id: number },
): Promise<number[]> {
  const rows = await connection
    .updateTable('chapters')
    .set({ state: 'draft', publish_at: null })
    .where((on) => on.and(where))
    .where('state', '=', 'scheduled')
    .where('publish_at', '<=', sql<Date>`now()`)
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

/** Ends the time of these chapters in the trash: they are deleted soon, and until then nobody can restore them. */
export async function expireChapters(connection: Connection, chapterIds: number[]): Promise<void> {
  await connection
    .updateTable('chapters')
    .set({ trashed_at: sql<Date>`now() - make_interval(days => ${TRASH_DAYS})` })
    .where('id', '=', sql<number>`any (${chapterIds}::bigint[])`)
    .where('trashed_at', 'is not', null)
    .execute();
}

/** Deletes chapters of a locked story that are in the trash, with their versions; returns whether any was there. */
export async function deleteTrashed(
  connection: Connection,
  storyId: number,
  chapterIds: number[],
): Promise<boolean> {
  const { numDeletedRows } = await connection
    .deleteFrom('chapters')
    .where('story_id', '=', storyId)
    .where('id', '=', sql<number>`any (${chapterIds}::bigint[])`)
    .where('trashed_at', 'is not', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
