import type { ParsedInputOf } from '#base/contract.ts';
import { DAY_SECONDS } from '#base/durations.ts';
import { failure, invalidField, type NoData, type Outcome, success } from '#base/failure.ts';
import { authorMessages } from '#features/authors/contract.ts';
import { findProfile } from '#features/authors/service.ts';
import { commentMessages } from '#features/comments/contract/comments.ts';
import { findReportableComment } from '#features/comments/service/moderation.ts';
import { noteMessages } from '#features/notes/contract.ts';
import { reportableNotes } from '#features/notes/service.ts';
import { listMessages } from '#features/shelves/contract/lists.ts';
import { findPublishedList } from '#features/shelves/service/lists.ts';
import { storyMessages } from '#features/stories/contract/stories.ts';
import { findReadableStory } from '#features/stories/service/find-story.ts';
import { isOwnStory } from '#features/stories/service/stories.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import { atMost, refusedBecause } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  MAX_REPORTS_PER_DAY,
  type reportAuthor,
  type reportComment,
  reportMessages,
  type reportNote,
  type reportReadingList,
  type reportStory,
} from '../contract.ts';
import { parseReportReason } from '../rules.ts';
import {
  type CaseTarget,
  countUnfoundedReports,
  findFirstReasons,
  findOpenReports,
  type LockedReport,
  lockOpenReports,
  lockOpenReportsOfAuthor,
  type Report,
  reopenReports,
  setDecision,
  storeReport,
} from '../store.ts';

type ReportOutcome = Outcome<NoData>;

const reportsOfAccount = atMost(MAX_REPORTS_PER_DAY, 'reports', DAY_SECONDS);

export async function submitStoryReport(
  context: Context,
  input: ParsedInputOf<typeof reportStory>,
  { account }: CallerOf<typeof reportStory>,
): Promise<ReportOutcome> {
  const result = await findReadableStory(context.db, input.id, account);
  if (!result.ok) return result;
  if (await isOwnStory(context.db, result.data, account))
    return failure('not-yours', reportMessages.ownStory);
  const target = { kind: 'story', id: result.data } as const;
  return submitReport(context, account, { reason: input.reason, target }, storyMessages.notFound);
}

export async function submitAuthorReport(
  context: Context,
  input: ParsedInputOf<typeof reportAuthor>,
  { account }: CallerOf<typeof reportAuthor>,
): Promise<ReportOutcome> {
  const author_id = Number(input.accountId);
  const found = await findProfile(context.db, { id: author_id }, account);
  if (!found.ok) return found;
  if (found.data.owner_id === account.id) return failure('not-yours', reportMessages.oneself);
  const target = { kind: 'author', id: author_id } as const;
  return submitReport(context, account, { reason: input.reason, target }, authorMessages.notFound);
}

export async function submitListReport(
  context: Context,
  input: ParsedInputOf<typeof reportReadingList>,
  { account }: CallerOf<typeof reportReadingList>,
): Promise<ReportOutcome> {
  const list = await findPublishedList(context.db, input.slug);
  if (list === undefined) return failure('not-found', listMessages.notFound);
  if (list.owner_id === account.id) return failure('not-yours', reportMessages.ownList);
  const target = { kind: 'list', id: list.id } as const;
  return submitReport(context, account, { reason: input.reason, target }, listMessages.notFound);
}

export async function submitCommentReport(
  context: Context,
  input: ParsedInputOf<typeof reportComment>,
  { account }: CallerOf<typeof reportComment>,
): Promise<ReportOutcome> {
  const comment = await findReportableComment(context.db, input.id, account);
  if (!comment.ok) return comment;
  if (comment.data.account_id === account.id) return failure('not-yours', reportMessages.ownComment);
  const target = { kind: 'comment', id: comment.data.id } as const;
  return submitReport(context, account, { reason: input.reason, target }, commentMessages.notFound);
}

export async function submitNoteReport(
  context: Context,
  input: ParsedInputOf<typeof reportNote>,
  { account }: CallerOf<typeof reportNote>,
): Promise<ReportOutcome> {
  const found = await reportableNotes(context.db, input.id, account.id);
  if (found === undefined) return failure('not-found', noteMessages.notFound);
  const target = { kind: 'author', id: found.authorId } as const;
  const report = { reason: input.reason, target, quotedNote: found.content };
  return submitReport(context, account, report, noteMessages.notFound);
}

async function submitReport(
  { db, throttle }: Context,
  { id: reporterId }: { id: number },
  report: Omit<Report, 'reporterId'>,
  notFoundMessage: string,
): Promise<ReportOutcome> {
  const checked = parseReportReason(report.reason);
  if (!checked.ok) return invalidField('reason', checked.message);
  const refused = await throttle.attempt(reportsOfAccount, String(reporterId));
  if (refused !== undefined) return refusedBecause(refused, reportMessages.tooMany);
  const isStored = await storeReport(db, { ...report, reporterId, reason: checked.reason });
  return isStored ? success({}, reportMessages.sent) : failure('not-found', notFoundMessage);
}

/** For moderators. A decision locks the reports first, so that none of them is rewritten meanwhile. */
export {
  type CaseTarget,
  countUnfoundedReports,
  findFirstReasons,
  findOpenReports,
  type LockedReport,
  lockOpenReports,
  lockOpenReportsOfAuthor,
  reopenReports,
  setDecision,
};
