/** Moderators remove a comment where they meet it, without a case; its writer is told, and can appeal. */
import type { ParsedInputOf } from '#base/contract.ts';
import { type Failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { lockAccountStatus, verifiedAddressOf } from '#features/accounts/service/account-status.ts';
import {
  type approveComment,
  type Comment,
  commentMessages,
  type removeComment,
} from '#features/comments/contract/comments.ts';
import { approve, remove } from '#features/comments/service/deciding.ts';
import {
  type CommentPlace,
  findModeratedComment,
  lockModeratedComment,
  type ModeratedComment,
  removeForStaff,
  restoreForStaff,
} from '#features/comments/service/moderation.ts';
import { lockOpenReports, setDecision } from '#features/reports/service/reports.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { decideCase } from '../contract/cases.ts';
import { decisionMail } from '../mail/decision-mails.ts';
import { findOpenCaseId, lockSubject, recordDecision } from '../store/cases.ts';
import { insertLogEntry } from '../store/log-entries.ts';
import { releaseComment, withholdComment } from '../store/withholdings.ts';
import { logActorOf } from './actor.ts';
import { ownCaseFailure } from './cases.ts';
import { sourceOfReports } from './decision-source.ts';
import { decisionToken } from './decision-tokens.ts';
import { guestReportMails } from './guest-reports.ts';
import { postMails } from './outgoing-mails.ts';
import { answerSettledAppeals, appealToSettle } from './settled-appeals.ts';

type Account = CallerOf<typeof removeComment>['account'];

/** Carries out a decision about the comment of a case, which is locked. */
export async function applyToComment(
  transaction: OpenTransaction,
  comment: ModeratedComment | undefined,
  { action, note }: Pick<ParsedInputOf<typeof decideCase>, 'action' | 'note'>,
  { logEntryId, deciderId }: { logEntryId: number; deciderId: number },
): Promise<void> {
  if (comment === undefined) return;
  if (action === 'remove-comment') {
    await removeForStaff(transaction, comment.id, { by: deciderId, reason: note });
    await withholdComment(transaction, comment.id, logEntryId);
  }
  if (action === 'restore-comment') {
    await restoreForStaff(transaction, comment.id);
    await releaseComment(transaction, comment.id);
  }
}

export async function removeAnyComment(
  context: Context,
  input: ParsedInputOf<typeof removeComment>,
  caller: CallerOf<typeof removeComment>,
): Promise<Outcome<Comment>> {
  const found = await staffSubject(context, input.id, caller.account);
  if (found === undefined) return remove(context, input, caller);
  if (input.reason === '') return invalidField('reason', commentMessages.reasonRequired);
  return remove(context, input, caller, (transaction) =>
    record(context, transaction, found, caller.account, 'remove-comment', input.reason),
  );
}

export async function approveAnyComment(
  context: Context,
  input: ParsedInputOf<typeof approveComment>,
  caller: CallerOf<typeof approveComment>,
): Promise<Outcome<Comment>> {
  const found = await staffSubject(context, input.id, caller.account);
  if (found?.account_id === caller.account.id) return ownCaseFailure();
  if (found?.removed_as !== 'staff') return approve(context, input, caller);
  return approve(context, input, caller, (transaction) =>
    record(context, transaction, found, caller.account, 'restore-comment', ''),
  );
}

/** The comment that a moderator decides about for the site: not one on their own story. */
async function staffSubject(
  { db }: Context,
  id: string,
  account: Account,
): Promise<CommentPlace | undefined> {
  if (account.role === 'user') return undefined;
  const comment = await findModeratedComment(db, id);
  return comment === undefined || comment.story_owner_id === account.id ? undefined : comment;
}

/**
 * Locks the writer’s account, the comment, its reports and its case, in this order; logs the decision, settles what is
 * open about the comment, and tells the writer, if there still is one, and the guests who reported it.
 */
async function record(
  context: Context,
  transaction: OpenTransaction,
  { id, account_id }: CommentPlace,
  account: Account,
  action: 'remove-comment' | 'restore-comment',
  note: string,
): Promise<Failure | undefined> {
  const writer = account_id === null ? undefined : await lockAccountStatus(transaction, account_id);
  const comment = await lockModeratedComment(transaction, id);
  if (comment === undefined) return undefined;
  // Another moderator, or the same press sent again, has decided it.
  if ((comment.removed_as === 'staff') === (action === 'remove-comment')) return undefined;
  const subject = { subject: 'comment', id } as const;
  const appeal =
    action === 'remove-comment'
      ? success(undefined)
      : await appealToSettle(transaction, subject, {
          ...{ against: 'remove-comment', authorId: account_id, moderatorId: account.id },
        });
  if (!appeal.ok) return appeal;
  const reports =
    action === 'remove-comment' ? await lockOpenReports(transaction, { kind: 'comment', id }) : [];
  await lockSubject(transaction, 'comment', id);
  const caseId = await findOpenCaseId(transaction, 'comment', id);
  const source = action === 'remove-comment' ? sourceOfReports(reports) : undefined;
  const logEntryId = await insertLogEntry(transaction, {
    actor: logActorOf(account),
    ...{ action, comment, account: writer, note, quotedPassage: comment.title, caseId },
    source,
    answers: appeal.data?.logEntryId,
  });
  if (action === 'remove-comment') {
    await withholdComment(transaction, id, logEntryId);
    const reportIds = reports.map((report) => report.id);
    await setDecision(transaction, reportIds, 'removed', account.id);
    if (caseId !== undefined)
      await recordDecision(transaction, { id: caseId, subject: 'comment', subject_id: id }, true);
  } else {
    await releaseComment(transaction, id);
    await answerSettledAppeals(transaction, subject, logEntryId);
  }
  const to = writer && (await verifiedAddressOf(transaction, writer.id));
  const mail = decisionMail(context.publicUrl, {
    ...{ action, note, quotedPassage: comment.title, comment: comment.title, source },
    role: account.role === 'admin' ? 'admin' : 'moderator',
    token: decisionToken(context.signer, logEntryId),
    bySameModerator: appeal.data?.deciderId === account.id,
    isRemovedByAuthor: comment.is_removed_by_author,
  });
  await postMails(context, transaction, [
    ...(to === undefined ? [] : [{ to, mail }]),
    ...guestReportMails(context, reports, 'removed'),
  ]);
  return undefined;
}
