/** Decisions of the story’s author and of moderators about one comment. */
import type { ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type approveComment,
  type Comment,
  commentMessages,
  type removeComment,
} from '../contract/comments.ts';
import type { pinComment, unpinComment } from '../contract/pins.ts';
import {
  type CommentPlace,
  findComment,
  hideComments,
  holdComments,
  liftStaffRemoval,
  showComments,
} from '../store/comments.ts';
import { deletePin, storePin } from '../store/pins.ts';
import { commentNotFound, findCommentFor } from './access.ts';
import { presentOne } from './present.ts';

/** Gives the reason to refuse the decision. */
type Prepare = (transaction: OpenTransaction) => Promise<Failure | undefined>;

export async function approve(
  context: Context,
  { id }: ParsedInputOf<typeof approveComment>,
  { account }: CallerOf<typeof approveComment>,
  /** Records that the staff lift their own removal; runs first in the transaction, before the comment is locked. */
  prepare?: Prepare,
): Promise<Outcome<Comment>> {
  return decideAbout(context, id, account, prepare, async (transaction, comment, isOwnStory) => {
    if (comment.removed_as === 'staff' && isOwnStory)
      return failure('not-yours', commentMessages.removedByStaff);
    if (prepare !== undefined) {
      const isShown = await liftStaffRemoval(transaction, comment.id);
      return success(null, isShown ? commentMessages.approved : commentMessages.staysRemoved);
    }
    if (comment.state !== 'shown') await showComments(transaction, [comment.id]);
    return success(null, commentMessages.approved);
  });
}

export async function remove(
  context: Context,
  { id, reason }: ParsedInputOf<typeof removeComment>,
  { account }: CallerOf<typeof removeComment>,
  prepare?: Prepare,
): Promise<Outcome<Comment>> {
  return decideAbout(context, id, account, prepare, async (transaction, comment, isOwnStory) => {
    if (comment.removed_as === 'staff' && isOwnStory)
      return failure('not-yours', commentMessages.removedByStaff);
    if (!isOwnStory && reason === '') return invalidField('reason', commentMessages.reasonRequired);
    await hideComments(transaction, [comment.id], {
      by: account.id,
      as: isOwnStory ? 'author' : 'staff',
      reason,
    });
    return success(null, commentMessages.removed);
  });
}

async function decideAbout(
  { db }: Context,
  id: string,
  account: SignedIn,
  prepare: Prepare | undefined,
  decide: (
    transaction: OpenTransaction,
    comment: CommentPlace,
    isOwnStory: boolean,
  ) => Promise<Outcome<null>>,
): Promise<Outcome<Comment>> {
  const found = await findCommentFor(db, id, account);
  if (!found.ok) return found;
  const { comment, reader } = found.data;
  if (!reader.isModerating) return failure('not-yours', commentMessages.notAuthor);
  return db.transaction().execute(async (transaction) => {
    const refusal = await prepare?.(transaction);
    if (refusal !== undefined) return refusal;
    await holdComments(transaction, [comment.story_id]);
    const locked = await findComment(transaction, comment.id);
    if (locked === undefined || locked.state === 'deleted') return commentNotFound();
    const decided = await decide(transaction, locked, locked.story_owner_id === account.id);
    return decided.ok ? success(await presentOne(transaction, locked.id, reader), decided.message) : decided;
  });
}

export async function pin(
  context: Context,
  { id }: ParsedInputOf<typeof pinComment>,
  { account }: CallerOf<typeof pinComment>,
): Promise<Outcome<Comment>> {
  return decideAbout(context, id, account, undefined, async (transaction, comment, isOwnStory) => {
    if (!isOwnStory) return failure('not-yours', commentMessages.notAuthor);
    if (comment.parent_id !== null || !comment.is_shown)
      return invalidField('id', commentMessages.pinNothing);
    await storePin(transaction, comment.id);
    return success(null, commentMessages.pinned);
  });
}

export async function unpin(
  context: Context,
  { id }: ParsedInputOf<typeof unpinComment>,
  { account }: CallerOf<typeof unpinComment>,
): Promise<Outcome<Comment>> {
  return decideAbout(context, id, account, undefined, async (transaction, comment, isOwnStory) => {
    if (!isOwnStory) return failure('not-yours', commentMessages.notAuthor);
    await deletePin(transaction, comment.id);
    return success(null, commentMessages.unpinned);
  });
}
