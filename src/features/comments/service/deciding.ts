/** Decisions of the story’s author and of moderators about comments, and readers’ thanks. */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, notSignedIn, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { lockAccount } from '#features/accounts/service/profile.ts';
import { holdRecipients } from '#features/inbox/service/notify.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { blockMessages, MAX_BLOCKS, type NewBlock } from '../contract/blocks.ts';
import {
  type approveComment,
  type Comment,
  commentMessages,
  type removeComment,
  type thankForComment,
  type unthankForComment,
} from '../contract/comments.ts';
import type { decideComments, listReceivedComments } from '../contract/overview.ts';
import type { pinComment, unpinComment } from '../contract/pins.ts';
import { decidedMessage } from '../rules/decided-message.ts';
import { blockWriters, countBlocksWith } from '../store/blocks.ts';
import {
  type CommentPlace,
  commentsByIds,
  deleteThanks,
  findComment,
  hideComments,
  holdComments,
  insertThanks,
  keepShown,
  liftStaffRemoval,
  showComments,
  thankCount,
} from '../store/comments.ts';
import { countReceived, decidable, placesOf, receivedIds } from '../store/lists.ts';
import { deletePin, storePin } from '../store/pins.ts';
import { commentNotFound, findCommentFor } from './access.ts';
import { withParagraphs } from './paragraphs.ts';
import { presentOne, presentReply } from './present.ts';
import { tellOfThanks } from './telling.ts';

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

export async function thank(
  { db }: Context,
  { id }: ParsedInputOf<typeof thankForComment>,
  { account }: CallerOf<typeof thankForComment>,
): Promise<Outcome<DataOf<typeof thankForComment>>> {
  const found = await findCommentFor(db, id, account);
  if (!found.ok) return found;
  const { comment } = found.data;
  if (comment.account_id === account.id) return failure('not-yours', commentMessages.ownThanks);
  if (!comment.is_shown) return commentNotFound();
  return db.transaction().execute(async (transaction) => {
    await holdRecipients(transaction, comment.account_id === null ? [] : [comment.account_id]);
    if (!(await keepShown(transaction, comment.id))) return commentNotFound();
    await insertThanks(transaction, comment.id, account.id);
    await tellOfThanks(transaction, comment, account.id);
    return success({ thank_count: await thankCount(transaction, comment.id) }, commentMessages.thanked);
  });
}

export async function unthank(
  { db }: Context,
  { id }: ParsedInputOf<typeof unthankForComment>,
  { account }: CallerOf<typeof unthankForComment>,
): Promise<Outcome<DataOf<typeof unthankForComment>>> {
  const found = await findCommentFor(db, id, account);
  if (!found.ok) return found;
  await deleteThanks(db, found.data.comment.id, account.id);
  return success({ thank_count: await thankCount(db, found.data.comment.id) });
}

export async function listReceived(
  { db }: Context,
  { state, page, limit }: ParsedInputOf<typeof listReceivedComments>,
  { account }: CallerOf<typeof listReceivedComments>,
): Promise<Outcome<DataOf<typeof listReceivedComments>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const [ids, total, waiting_count] = await Promise.all([
    beyond ? [] : receivedIds(db, account.id, { state, offset, limit }),
    countReceived(db, account.id, state),
    countReceived(db, account.id, 'waiting'),
  ]);
  const [rows, places] = await Promise.all([commentsByIds(db, ids, account.id), placesOf(db, ids)]);
  const placeOf = new Map(places.map(({ id, ...place }) => [id, place]));
  const comments = rows.flatMap((row) => {
    const place = placeOf.get(row.id);
    const reply = presentReply(row, { account, isModerating: true });
    return place === undefined
      ? []
      : [
          {
            ...reply,
            reply_count: row.reply_count,
            is_pinned: row.is_pinned,
            held_for: row.held_for,
            ...place,
          },
        ];
  });
  return success(
    {
      comments: await withParagraphs(db, comments),
      waiting_count,
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

export async function decideReceived(
  { db }: Context,
  { action, ids, reason }: ParsedInputOf<typeof decideComments>,
  { account }: CallerOf<typeof decideComments>,
): Promise<Outcome<DataOf<typeof decideComments>>> {
  return db.transaction().execute(async (transaction) => {
    const isAboutWriters = action === 'mute' || action === 'block';
    if (isAboutWriters && !(await lockAccount(transaction, account.id, 'change'))) return notSignedIn();
    const found = await decidable(transaction, account.id, ids);
    await holdComments(transaction, [...new Set(found.map(({ story_id }) => story_id))]);
    const now = (await decidable(transaction, account.id, ids)).map(({ id }) => id);
    if (isAboutWriters && (await countBlocksWith(transaction, account.id, now)) > MAX_BLOCKS)
      return failure('invalid', blockMessages.tooMany);
    let writers: NewBlock[] = [];
    if (now.length > 0) {
      if (action === 'approve') await showComments(transaction, now);
      else if (isAboutWriters) writers = await blockWriters(transaction, account.id, now, action);
      else await hideComments(transaction, now, { by: account.id, as: 'author', reason });
    }
    return success({ ids: now, writers }, decidedMessage(action, now.length));
  });
}
