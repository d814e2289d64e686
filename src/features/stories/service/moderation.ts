/** Stories as moderators handle them. */
import { lockTagsOfStories } from '#features/tags/service/tags.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { isStoryId } from '../rules.ts';
import { lockStories } from '../store/changes.ts';
import { storyIdsOfAccount } from '../store/moderation.ts';
import { storyById, storyBySlug } from '../store/stories.ts';

/** The story with an id, a current or a former slug, even a withheld one or one in the trash. */
export async function findAnyStoryId(connection: Connection, idOrSlug: string): Promise<number | undefined> {
  const story = isStoryId(idOrSlug)
    ? await storyById(connection, Number(idOrSlug))
    : await storyBySlug(connection, idOrSlug);
  return story?.id;
}

/** Whether an author has deleted a story and can still restore it. */
export async function isInTrash(connection: Connection, storyId: number): Promise<boolean> {
  const story = await storyById(connection, storyId);
  return story !== undefined && story.trashed_at !== null;
}

/** Locks all stories of an account with their tags, each group in the usual order. */
export async function lockStoriesOfAccount(
  transaction: OpenTransaction,
  accountId: number,
): Promise<number[]> {
  const ids = [...(await lockStories(transaction, await storyIdsOfAccount(transaction, accountId)))];
  await lockTagsOfStories(transaction, ids);
  return ids;
}

export {
  lockModeratedStory,
  type ModeratedStory,
  setFeatured,
  setStaffWarningsOfStory,
} from '../store/moderation.ts';
