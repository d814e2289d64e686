import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { lockAccountStatus } from '#features/accounts/service/account-status.ts';
import { authorMessages } from '#features/authors/contract.ts';
import { commentMessages } from '#features/comments/contract/comments.ts';
import { findModeratedComment, lockModeratedComment } from '#features/comments/service/moderation.ts';
import { accountIdOfPenName } from '#features/pen-names/service.ts';
import { listMessages } from '#features/shelves/contract/lists.ts';
import { findPublishedList } from '#features/shelves/service/lists.ts';
import { lockModeratedList } from '#features/shelves/service/moderation.ts';
import { findAnyStoryId, lockModeratedStory } from '#features/stories/service/moderation.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { openCase } from '../contract/cases.ts';
import { moderationMessages } from '../contract/moderation.ts';
import type { openCaseByModerator } from '../store/cases.ts';

type CaseSubject = Parameters<typeof openCaseByModerator>[1];

/** The subject that a moderator names, locked. */
export async function findSubject(
  transaction: OpenTransaction,
  { story, list, comment, username }: ParsedInputOf<typeof openCase>,
): Promise<Outcome<CaseSubject>> {
  if (comment !== undefined) return findCommentSubject(transaction, comment);
  if (list !== undefined) return findListSubject(transaction, list);
  if (story === undefined) {
    const accountId = await accountIdOfPenName(transaction, username ?? '');
    const author = accountId === undefined ? undefined : await lockAccountStatus(transaction, accountId);
    if (author === undefined) return failure('not-found', authorMessages.notFound);
    return success({ subject: 'author', subjectId: author.id, title: null, author });
  }
  const caseDetails = await findAnyStoryId(transaction, story);
  const lockedStory =
    caseDetails === undefined ? undefined : await lockModeratedStory(transaction, caseDetails);
  if (lockedStory === undefined) return failure('not-found', moderationMessages.storyNotFound);
  const author = { id: lockedStory.owner_id, username: lockedStory.owner_name };
  return success({ subject: 'story', subjectId: lockedStory.id, title: lockedStory.title, author });
}

async function findListSubject(transaction: OpenTransaction, slug: string): Promise<Outcome<CaseSubject>> {
  const found = await findPublishedList(transaction, slug, 'staff');
  const owner = found === undefined ? undefined : await lockAccountStatus(transaction, found.owner_id);
  const list = found === undefined ? undefined : await lockModeratedList(transaction, found.id);
  if (owner === undefined || list === undefined) return failure('not-found', listMessages.notFound);
  return success({ subject: 'list', subjectId: list.id, title: list.title, author: owner });
}

/** A comment belongs to the account of its writer, which is locked first. */
async function findCommentSubject(transaction: OpenTransaction, id: string): Promise<Outcome<CaseSubject>> {
  const found = await findModeratedComment(transaction, id);
  const writer =
    found?.account_id == null ? undefined : await lockAccountStatus(transaction, found.account_id);
  const comment = found === undefined ? undefined : await lockModeratedComment(transaction, found.id);
  if (writer === undefined || comment === undefined) return failure('not-found', commentMessages.notFound);
  return success({ subject: 'comment', subjectId: comment.id, title: comment.title, author: writer });
}
