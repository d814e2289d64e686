import { sql } from 'kysely';
import { clockTime } from '#platform/database/clock.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { CommentList } from './threads.ts';

/** Pins a comment in place of the one that is pinned where it is. */
export async function storePin(transaction: OpenTransaction, id: number): Promise<void> {
  await sql`update comments as pinned set pinned_at = null from comments as wanted
    where wanted.id = ${id} and pinned.story_id = wanted.story_id
      and pinned.chapter_id is not distinct from wanted.chapter_id and pinned.pinned_at is not null`.execute(
    transaction,
  );
  await transaction.updateTable('comments').set({ pinned_at: clockTime }).where('id', '=', id).execute();
}

export async function deletePin(transaction: OpenTransaction, id: number): Promise<void> {
  await transaction.updateTable('comments').set({ pinned_at: null }).where('id', '=', id).execute();
}

/** The pinned thread of a list, while it is shown. The list of everything has the one on the story as a whole. */
export async function pinnedThread(
  connection: Connection,
  { storyId, on }: CommentList,
): Promise<number | undefined> {
  const { chapterId, paragraphIds } =
    typeof on === 'object' ? on : { chapterId: null, paragraphIds: undefined };
  const row = await connection
    .selectFrom('comments')
    .select('id')
    .where('story_id', '=', storyId)
    .where('chapter_id', 'is not distinct from', chapterId)
    .where('pinned_at', 'is not', null)
    .where('is_shown', '=', true)
    .$if(paragraphIds !== undefined, (select) =>
      select.where('paragraph_id', '=', sql<number>`any (${paragraphIds}::bigint[])`),
    )
    .executeTakeFirst();
  return row?.id;
}
