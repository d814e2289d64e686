import type { ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import {
  type AccountStatus,
  endAllSessionsOf,
  lockAccountStatus,
  markSuspended,
  unmarkSuspended,
  verifiedAddressOf,
} from '#features/accounts/service/account-status.ts';
import { lockModeratedComment, type ModeratedComment } from '#features/comments/service/moderation.ts';
import { ruleTitle } from '#features/legal/rules.ts';
import {
  type CaseTarget,
  type LockedReport,
  lockOpenReports,
  setDecision,
} from '#features/reports/service/reports.ts';
import { lockModeratedList, type ModeratedList } from '#features/shelves/service/moderation.ts';
import {
  lockModeratedStory,
  lockStoriesOfAccount,
  type ModeratedStory,
} from '#features/stories/service/moderation.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { CaseDetail, decideCase } from '../contract/cases.ts';
import { type CaseAction, moderationMessages } from '../contract/moderation.ts';
import { decisionMail } from '../mail/decision-mails.ts';
import {
  appealsAnsweredBy,
  type CaseState,
  hasConflictOfInterest,
  isAboutAccount,
  isPossibleAction,
  namedAppeal,
  needsQuotedPassage,
  reportDecisionOf,
} from '../rules.ts';
import { answerAppeals } from '../store/appeals.ts';
import type { Remember } from '../store/bulk-actions.ts';
import { type CaseRow, findCase, lockSubject, recordDecision } from '../store/cases.ts';
import { insertLogEntry } from '../store/log-entries.ts';
import { release, releaseList, withhold, withholdList } from '../store/withholdings.ts';
import { logActorOf } from './actor.ts';
import { caseStateOf } from './case-state.ts';
import { findCaseForModerator, ownCaseFailure, readCaseDetail, reportTargetOf } from './cases.ts';
import { applyToComment } from './comments.ts';
import { sourceOf } from './decision-source.ts';
import { decisionToken } from './decision-tokens.ts';
import { guestReportMails } from './guest-reports.ts';
import { type OutgoingMail, postMails } from './outgoing-mails.ts';
import { ownDecisionFailure } from './settled-appeals.ts';
import { removeSpamMark } from './spam.ts';
import { liftWarnings } from './staff-warnings.ts';

type Decision = ParsedInputOf<typeof decideCase>;

/** The subject of a decision, locked until the transaction ends. */
interface DecisionTarget {
  moderationCase: CaseRow;
  story: ModeratedStory | undefined;
  list: ModeratedList | undefined;
  comment: ModeratedComment | undefined;
  author: AccountStatus | undefined;
  /** All stories of an author whose account is in question. */
  storyIds: number[];
  reports: LockedReport[];
}

export async function decide(
  context: Context,
  input: Decision,
  { account }: CallerOf<typeof decideCase>,
  remember?: Remember,
): Promise<Outcome<CaseDetail>> {
  return context.db.transaction().execute(async (transaction) => {
    const allowed = await findCaseForModerator(transaction, input.id, account.id);
    if (!allowed.ok) return allowed;
    if (allowed.data.author_id === account.id) return ownCaseFailure();
    const decisionTarget = await lockTarget(transaction, allowed.data, input.action);
    const state = await caseStateOf(transaction, decisionTarget.moderationCase, account.id);
    const refusal = refusalOf(input, decisionTarget.moderationCase, state, account.id);
    if (refusal !== undefined) return refusal;
    const answered = appealsAnsweredBy(input.action, state, account.id);
    const lifted =
      input.action === 'unwarn' && decisionTarget.story !== undefined
        ? await liftWarnings(transaction, decisionTarget.story.id, answered)
        : undefined;
    const named = namedAppeal(answered, input.action, state, account.id);
    const logEntryId = await insertLogEntry(transaction, {
      actor: logActorOf(account),
      ...{ action: input.action, caseId: input.id, rule: input.rule },
      ...{ quotedPassage: lifted ?? input.passage, note: input.note },
      story: decisionTarget.story,
      list: decisionTarget.list,
      comment: decisionTarget.comment,
      account: decisionTarget.author ?? deletedAuthorOf(decisionTarget.moderationCase),
      source: sourceOf(decisionTarget),
      withholdsStories: input.action === 'suspend' ? input.withhold_stories : undefined,
      answers: named?.logEntryId,
    });
    await applyDecision(context, transaction, decisionTarget, input, logEntryId);
    await applyToComment(transaction, decisionTarget.comment, input, { logEntryId, deciderId: account.id });
    await answerAppeals(
      transaction,
      answered.map(({ id }) => id),
      logEntryId,
    );
    await settleReports(transaction, decisionTarget, input, account.id);
    await remember?.(transaction, {
      report_ids: decisionTarget.reports.map((report) => report.id),
      was_by_hand: decisionTarget.moderationCase.by_hand_at !== null,
    });
    const after = (await findCase(transaction, input.id)) ?? decisionTarget.moderationCase;
    const detail = await readCaseDetail(transaction, after, account);
    await notify(context, transaction, decisionTarget, input, {
      logEntryId,
      account,
      bySameModerator: named?.deciderId === account.id,
      lifted,
    });
    const isAuthorNotified = input.action !== 'dismiss' && decisionTarget.author !== undefined;
    return success(detail, isAuthorNotified ? moderationMessages.decided : moderationMessages.dismissed);
  });
}

export function deletedAuthorOf({ author_id, author_name }: CaseRow) {
  return author_id === null ? undefined : { id: author_id, username: author_name ?? '' };
}

/** Every transaction locks in this order: the account, its stories and their tags, lists, reports, finally the case. */
export async function lockTarget(
  transaction: OpenTransaction,
  moderationCase: CaseRow,
  action: CaseAction,
): Promise<DecisionTarget> {
  const { subject, subject_id, author_id } = moderationCase;
  const author = author_id === null ? undefined : await lockAccountStatus(transaction, author_id);
  const storyIds =
    isAboutAccount(action) && author !== undefined ? await lockStoriesOfAccount(transaction, author.id) : [];
  const story = subject === 'story' ? await lockModeratedStory(transaction, subject_id) : undefined;
  const list = subject === 'list' ? await lockModeratedList(transaction, subject_id) : undefined;
  const comment = subject === 'comment' ? await lockModeratedComment(transaction, subject_id) : undefined;
  const ofCase = reportTargetOf(moderationCase);
  const target: CaseTarget | undefined =
    ofCase !== undefined && isAboutAccount(action) ? { kind: 'author', id: author_id ?? 0 } : ofCase;
  const reports = target === undefined ? [] : await lockOpenReports(transaction, target);
  await lockSubject(transaction, subject, subject_id);
  // Read again: under the locks nothing can be added any more.
  return {
    moderationCase: (await findCase(transaction, moderationCase.id)) ?? moderationCase,
    story,
    // The title that others read, where the owner has made the list private since.
    list: list?.visibility === 'private' ? { ...list, title: moderationCase.list_title ?? '' } : list,
    comment,
    author,
    storyIds,
    reports,
  };
}

function refusalOf(
  { action, passage, revision }: Decision,
  moderationCase: CaseRow,
  state: CaseState,
  moderatorId: number,
): Failure | undefined {
  if (moderationCase.revision !== revision) return failure('edit-conflict', moderationMessages.caseChanged);
  if (!isPossibleAction(action, state)) return invalidField('action', moderationMessages.notPossible);
  if (hasConflictOfInterest(action, state, moderatorId)) return ownDecisionFailure(state.isSoleModerator);
  if (needsQuotedPassage(action) && passage === '')
    return invalidField('passage', moderationMessages.quotedPassageRequired);
  return undefined;
}

/** Carries out the decision; readers notice at the commit. */
async function applyDecision(
  { jobs }: Context,
  transaction: OpenTransaction,
  { story, list, author, storyIds }: DecisionTarget,
  { action, rule, withhold_stories }: Decision,
  entryId: number,
): Promise<void> {
  const enqueueRankings = (ids: number[]) => jobs.enqueue(transaction, 'sum-rankings', { storyIds: ids });
  if (story !== undefined && (action === 'hide' || action === 'remove')) {
    const visibility = action === 'hide' ? 'hidden' : 'removed';
    await withhold(transaction, [story.id], { cause: 'decision', visibility, entryId });
    await enqueueRankings([story.id]);
  }
  if (story !== undefined && action === 'restore') {
    await release(transaction, [story.id], { cause: 'decision' });
    await enqueueRankings([story.id]);
  }
  if (list !== undefined && action === 'hide-list') await withholdList(transaction, list.id, entryId);
  if (list !== undefined && action === 'restore-list') await releaseList(transaction, list.id);
  if (author !== undefined && action === 'suspend') {
    await markSuspended(transaction, author.id, { reason: ruleTitle(rule), isWithheld: withhold_stories });
    await endAllSessionsOf(transaction, author.id);
    if (withhold_stories)
      await withhold(transaction, storyIds, { cause: 'suspension', visibility: 'hidden', entryId });
  }
  if (author !== undefined && action === 'reinstate') {
    await unmarkSuspended(transaction, author.id);
    await release(transaction, storyIds, { cause: 'suspension' });
    await removeSpamMark(transaction, author.id, storyIds);
  }
  if (storyIds.length > 0) await enqueueRankings(storyIds);
}

/** Closes the reports that this decision answers, and updates the case. */
async function settleReports(
  transaction: OpenTransaction,
  { moderationCase, reports }: DecisionTarget,
  { action, unfounded_reports }: Decision,
  deciderId: number,
): Promise<void> {
  const decision = reportDecisionOf(action);
  if (decision !== undefined) {
    const ids = reports.map((report) => report.id);
    await setDecision(transaction, ids, decision, deciderId, action === 'dismiss' ? unfounded_reports : []);
  }
  // Suspending the author leaves the case of a story or a list undecided.
  const { subject } = moderationCase;
  const leavesOpen = isAboutAccount(action) && ['story', 'list', 'comment'].includes(subject);
  await recordDecision(transaction, moderationCase, !leavesOpen);
}

interface DecisionRecord {
  logEntryId: number;
  account: SignedIn;
  bySameModerator: boolean;
  /** The warnings that it lifted. */
  lifted: string | undefined;
}

/** Runs last in the transaction, because it locks the recipients' addresses. */
async function notify(
  context: Context,
  transaction: OpenTransaction,
  matter: DecisionTarget,
  input: Decision,
  record: DecisionRecord,
): Promise<void> {
  const decision = reportDecisionOf(input.action);
  await postMails(context, transaction, [
    ...(await authorMails(context, transaction, matter, input, record)),
    ...(decision === undefined ? [] : guestReportMails(context, matter.reports, decision)),
  ]);
}

async function authorMails(
  { signer, publicUrl }: Context,
  transaction: OpenTransaction,
  { moderationCase, story, list, comment, author, reports }: DecisionTarget,
  { action, rule, passage, note, withhold_stories }: Decision,
  { logEntryId, account, bySameModerator, lifted }: DecisionRecord,
): Promise<OutgoingMail[]> {
  if (action === 'dismiss' || author === undefined) return [];
  const to = await verifiedAddressOf(transaction, author.id);
  if (to === undefined) return [];
  const mail = decisionMail(publicUrl, {
    ...{ action, rule, quotedPassage: passage, note },
    role: account.role === 'admin' ? ('admin' as const) : ('moderator' as const),
    story: isAboutAccount(action) ? undefined : story?.title,
    list: isAboutAccount(action) ? undefined : list?.title,
    comment: isAboutAccount(action) ? undefined : comment?.title,
    ...(lifted === undefined ? {} : { warnings: lifted }),
    token: decisionToken(signer, logEntryId),
    source: sourceOf({ moderationCase, reports }),
    isWithheld: withhold_stories,
    isRemovedByAuthor: comment?.is_removed_by_author,
    bySameModerator,
  });
  return [{ to, mail }];
}
