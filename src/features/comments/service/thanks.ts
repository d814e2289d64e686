import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { holdRecipients } from '#features/inbox/service/notify.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { commentMessages, type thankForComment, type unthankForComment } from '../contract/comments.ts';
import { deleteThanks, insertThanks, keepShown, thankCount } from '../store/comments.ts';
import { commentNotFound, findCommentFor } from './access.ts';
import { tellOfThanks } from './telling.ts';

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
