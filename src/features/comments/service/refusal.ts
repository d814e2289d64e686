import { type Failure, failure } from '#base/failure.ts';
import { followsStory } from '#features/follows/service/follows.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { commentMessages } from '../contract/comments.ts';
import { type CommentedStory, isBlocked } from '../store/stories.ts';

/** The refusal of a comment on a story. Somebody who is blocked gets the one of a story without comments. */
export async function commentRefusal(
  connection: Connection,
  story: CommentedStory,
  account: Pick<SignedIn, 'id'>,
): Promise<Failure | undefined> {
  if (story.setting === 'off') return failure('not-yours', commentMessages.closed);
  if (story.owner_id === account.id) return undefined;
  if (await isBlocked(connection, story.owner_id, account.id))
    return failure('not-yours', commentMessages.closed);
  if (story.setting === 'followers' && !(await followsStory(connection, account.id, story.id)))
    return failure('not-yours', commentMessages.followersOnly);
  return undefined;
}
