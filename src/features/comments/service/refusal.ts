import { type Failure, failure } from '#base/failure.ts';
import { followsStory } from '#features/follows/service/follows.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { commentMessages } from '../contract/comments.ts';
import { type CommentedStory, commentedStory, isBlocked } from '../store/stories.ts';

type Reason = 'closed' | 'followers-only';

/** The reason why somebody may not comment. Somebody who is blocked gets the one of a story without comments. */
async function reasonAgainstComment(
  connection: Connection,
  story: CommentedStory,
  account: Pick<SignedIn, 'id'>,
): Promise<Reason | undefined> {
  if (story.setting === 'off' || story.setting === 'closed') return 'closed';
  if (story.owner_id === account.id) return undefined;
  if (await isBlocked(connection, story.owner_id, account.id)) return 'closed';
  if (story.setting !== 'followers' || (await followsStory(connection, account.id, story.id)))
    return undefined;
  return 'followers-only';
}

const refusals: Record<Reason, string> = {
  closed: commentMessages.closed,
  'followers-only': commentMessages.followersOnly,
};

export async function commentRefusal(
  connection: Connection,
  story: CommentedStory,
  account: Pick<SignedIn, 'id'>,
): Promise<Failure | undefined> {
  const reason = await reasonAgainstComment(connection, story, account);
  return reason === undefined ? undefined : failure('not-yours', refusals[reason]);
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
): Promise<Reason | undefined> {
  const story = await commentedStory(connection, storyId);
  if (story === undefined) return 'closed';
  const setting = from === 'members' ? 'members' : story.setting;
  return reasonAgainstComment(connection, { ...story, setting }, account);
}
