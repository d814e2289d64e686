import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import { findStoryForChapters, findStoryId } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SignedIn } from '#platform/http/caller.ts';
import { commentMessages } from '../contract/comments.ts';
import { type CommentPlace, findComment } from '../store/comments.ts';
import { type CommentedStory, commentedStory } from '../store/stories.ts';
import type { Reader } from './present.ts';

const isStaff = (account: SignedIn | undefined) => account !== undefined && account.role !== 'user';

/** Somebody who looks at comments on a story, which belongs to this account. */
export function readerOf<Account extends SignedIn | undefined>(account: Account, ownerId: number) {
  return { account, isModerating: account?.id === ownerId || isStaff(account) };
}

export function commentNotFound(): Failure {
  return failure('not-found', commentMessages.notFound);
}

/** A story whose comments somebody may read: exactly those whose chapters they may read. */
export async function findStoryForComments(
  connection: Connection,
  idOrSlug: string,
  account: SignedIn | undefined,
): Promise<Outcome<{ story: CommentedStory; reader: Reader }>> {
  const found = await findStoryForChapters(connection, idOrSlug, account);
  if (!found.ok) return found;
  const story = await commentedStory(connection, found.data.id);
  if (story === undefined) return commentNotFound();
  return success({ story, reader: readerOf(account, story.owner_id) });
}

/** A comment that somebody finds, in a story that they may act on. */
export async function findCommentFor(
  connection: Connection,
  id: string,
  account: SignedIn,
): Promise<Outcome<{ comment: CommentPlace; reader: Reader }>> {
  const comment = await findComment(connection, Number(id));
  if (comment === undefined || comment.state === 'deleted') return commentNotFound();
  const reader = readerOf(account, comment.story_owner_id);
  const story = await findStoryId(connection, comment.story_slug, account);
  if (!story.ok || !(comment.is_chapter_open || reader.isModerating)) return commentNotFound();
  const isHidden = !comment.is_shown || comment.setting === 'off';
  if (isHidden && comment.account_id !== account.id && !reader.isModerating) return commentNotFound();
  return success({ comment, reader });
}
