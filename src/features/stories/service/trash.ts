/** The way of a story into the trash, back, and out of existence. */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { deleteStory } from '../contract/delete-story.ts';
import { storyMessages } from '../contract/stories.ts';
import { lockStories } from '../store/changes.ts';
import {
  deleteStoryRow,
  expireStories,
  lockTrashedStory,
  type TrashedStory,
  trashStory,
  untrashStory,
} from '../store/trash.ts';
import { checkRoomForStories } from './imported-stories.ts';
import { lockOwnStory } from './stories.ts';

export async function trashOwnStory(
  { db, jobs }: Context,
  { id }: ParsedInputOf<typeof deleteStory>,
  { account }: CallerOf<typeof deleteStory>,
): Promise<Outcome<DataOf<typeof deleteStory>>> {
  return db.transaction().execute(async (transaction) => {
    const own = await lockOwnStory(transaction, id, account.id, storyMessages.notYours);
    if (!own.ok) return own;
    const trashId = await trashStory(transaction, own.data.id);
    if (own.data.published_at !== null)
      await jobs.enqueue(transaction, 'sum-rankings', { storyIds: [own.data.id] });
    return success({ trash_id: trashId }, storyMessages.deleted);
  });
}

/** Takes a story of this account out of the trash: everything about it is as it was. */
export async function restoreStory(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  accountId: number,
  storyId: number,
): Promise<Outcome<TrashedStory>> {
  const room = await checkRoomForStories(transaction, accountId);
  if (!room.ok) return room;
  if (room.data === 0) return failure('invalid', storyMessages.tooMany);
  const story = await lockTrashedStory(transaction, storyId, 'to restore');
  if (story === undefined) return failure('not-found', storyMessages.notFound);
  await untrashStory(transaction, storyId);
  await jobs.enqueue(transaction, 'sum-rankings', { storyIds: [storyId] });
  return success(story);
}

/** Deletes a story in the trash for good, with all that belongs to it; returns whether it was still there. */
export async function deleteTrashedStory(transaction: OpenTransaction, storyId: number): Promise<boolean> {
  const story = await lockTrashedStory(transaction, storyId, 'to delete');
  if (story !== undefined) await deleteStoryRow(transaction, storyId);
  return story !== undefined;
}

/** Ends the time of these stories in the trash; the job deletes them. */
export async function expireTrashedStories(transaction: OpenTransaction, storyIds: number[]): Promise<void> {
  await lockStories(transaction, storyIds);
  await expireStories(transaction, storyIds);
}
