import { sql } from 'kysely';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { TRASH_DAYS } from '../contract/trash.ts';

/** Moves a locked story to the trash and returns its id there. Its chapters, counts and slug stay with it. */
export async function trashStory(connection: Connection, storyId: number): Promise<number> {
  await connection
    .updateTable('stories')
    .set({ trashed_at: sql<Date>`now()` })
    .where('id', '=', storyId)
    .execute();
  const entry = await connection
    .selectFrom('trash_entries')
    .select('id')
    .where('story_id', '=', storyId)
    .where('chapter_id', 'is', null)
    .executeTakeFirstOrThrow();
  return entry.id;
}

export interface TrashedStory {
  id: number;
  slug: string;
}

/** Locks a story in the trash until the transaction ends; `to delete` also waits for what is being added to it. */
export async function lockTrashedStory(
  transaction: OpenTransaction,
  storyId: number,
  purpose: 'to restore' | 'to delete',
): Promise<TrashedStory | undefined> {
  const story = transaction
    .selectFrom('stories')
    .select(['id', 'slug'])
    .where('id', '=', storyId)
    .where('trashed_at', 'is not', null);
  return (purpose === 'to delete' ? story.forUpdate() : story.forNoKeyUpdate()).executeTakeFirst();
}

export async function untrashStory(connection: Connection, storyId: number): Promise<void> {
  await connection.updateTable('stories').set({ trashed_at: null }).where('id', '=', storyId).execute();
}

/** Ends the time of a locked story in the trash: it is deleted soon, and until then nobody can restore it. */
export async function expireStories(connection: Connection, storyIds: number[]): Promise<void> {
  await connection
    .updateTable('stories')
    .set({ trashed_at: sql<Date>`now() - make_interval(days => ${TRASH_DAYS})` })
    .where('id', '=', sql<number>`any (${storyIds}::bigint[])`)
    .where('trashed_at', 'is not', null)
    .execute();
}

/** Deletes a locked story with everything that belongs to it. Its slugs stay taken. */
export async function deleteStoryRow(connection: Connection, storyId: number): Promise<void> {
  await connection.deleteFrom('stories').where('id', '=', storyId).execute();
}
