import { type Failure, failure } from '#base/failure.ts';
import { followsStory } from '#features/follows/service/follows.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { commentMessages } from '../contract/comments.ts';
import { type CommentedStory, commentedStory, isBlocked } from '../store/stories.ts';

/** The refusal of a comment on a story. Somebody who is blocked gets the one of a story without comments. */
export async function commentRefusal(
  connection: Connection,
  story: CommentedStory,
  account: Pick<SignedIn, 'id'>,
): Promise<Failure | undefined> {
  if (story.setting === 'off' || story.setting === 'closed')
    return failure('not-yours', commentMessages.closed);
  if (story.owner_id === account.id) return undefined;
  if (await isBlocked(connection, story.owner_id, account.id))
    return failure('not-yours', commentMessages.closed);
  if (story.setting === 'followers' && !(await followsStory(connection, account.id, story.id)))
    return failure('not-yours', commentMessages.followersOnly);
  return undefined;
}

/**
 * The reason why somebody may not say something to the author of a story otherwise than in comments: to those who may
 * comment, or to every member whom the author does not block.
 */
export async function refusalToWrite(
  connection: Connection,
  storyId: number,
  account: Pick<SignedIn, 'id'>,
  from: 'commenters' | 'members',
): Promise<'closed' | 'followers-only' | undefined> {
  const story = await commentedStory(connection, storyId);
  if (story === undefined) return 'closed';
  const setting = from === 'members' ? 'members' : story.setting;
  const refusal = await commentRefusal(connection, { ...story, setting }, account);
  if (refusal === undefined) return undefined;
  return refusal.message === commentMessages.followersOnly ? 'followers-only' : 'closed';
}
