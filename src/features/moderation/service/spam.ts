/** The action against spam accounts, and its undoing. */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import {
  type AccountStatus,
  endAllSessionsOf,
  lockAccountStatus,
  markSuspended,
  markWithheld,
  unmarkSuspended,
  unmarkWithheld,
  verifiedAddressOf,
} from '#features/accounts/service/account-status.ts';
import { ruleTitle } from '#features/legal/rules.ts';
import {
  type LockedReport,
  lockOpenReportsOfAuthor,
  reopenReports,
  setDecision,
} from '#features/reports/service/reports.ts';
import { lockStoriesOfAccount } from '#features/stories/service/moderation.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type markSpam, newcomerMessages, type unmarkSpam } from '../contract/newcomers.ts';
import { decisionMail } from '../mail/decision-mails.ts';
import type { Remember, Take } from '../store/bulk-actions.ts';
import { recordDecision } from '../store/cases.ts';
import { insertLogEntry } from '../store/log-entries.ts';
import {
  deleteSpamMark,
  filterClosedCases,
  findSpamMark,
  insertSpamMark,
  lockOpenCases,
  refreshCasesAbout,
  reopenCases,
} from '../store/spam-marks.ts';
import { release, withhold } from '../store/withholdings.ts';
import { logActorOf } from './actor.ts';
import { sourceOfReports } from './decision-source.ts';
import { decisionToken } from './decision-tokens.ts';
import { guestReportMails } from './guest-reports.ts';
import { postMails } from './outgoing-mails.ts';
import { answerSettledAppeals, appealToSettle } from './settled-appeals.ts';

type SpamOutcome = Outcome<DataOf<typeof markSpam>>;

/** The guideline that covers advertising. */
const SPAM_RULE = 'malware';
const SPAM_NOTE = 'The account publishes advertising or other spam.';
const UNDONE_NOTE = 'The spam mark was a mistake and has been undone.';

export async function markAsSpam(
  context: Context,
  { id, note = SPAM_NOTE }: ParsedInputOf<typeof markSpam> & { note?: string },
  { account }: CallerOf<typeof markSpam>,
  remember?: Remember,
): Promise<SpamOutcome> {
  if (id === account.id) return failure('not-yours', newcomerMessages.ownAccount);
  return context.db.transaction().execute(async (transaction) => {
    const person = await lockAccountStatus(transaction, id);
    if (person === undefined) return failure('not-found', newcomerMessages.accountNotFound);
    if (person.role !== 'user') return failure('not-yours', newcomerMessages.staff);
    if ((await findSpamMark(transaction, id)) !== undefined)
      return success({ id, is_spam: true, stories: 0, cases: 0 }, newcomerMessages.marked);
    // The usual lock order: the account, its stories with their tags, reports, cases.
    const storyIds = await lockStoriesOfAccount(transaction, id);
    const reports = await lockOpenReportsOfAuthor(transaction, id, storyIds);
    const reportIds = reports.map((report) => report.id);
    const openCases = await lockOpenCases(transaction, id, storyIds);
    const logEntryId = await insertLogEntry(transaction, {
      actor: logActorOf(account),
      ...{ action: 'spam', account: person, rule: SPAM_RULE, note },
      source: sourceOfReports(reports),
      caseId: openCases.find(({ subject }) => subject === 'author')?.id,
    });
    if (person.suspended_at === null)
      await markSuspended(transaction, id, { reason: ruleTitle(SPAM_RULE), isWithheld: true });
    else if (person.withheld_at === null) await markWithheld(transaction, id);
    await endAllSessionsOf(transaction, id);
    await withhold(transaction, storyIds, { cause: 'spam', visibility: 'hidden', entryId: logEntryId });
    await setDecision(transaction, reportIds, 'suspended', account.id);
    for (const openCase of openCases) await recordDecision(transaction, openCase, true);
    const openIds = openCases.map((one) => one.id);
    const closedIds = await filterClosedCases(transaction, openIds);
    await insertSpamMark(transaction, {
      ...{ account_id: id, entry_id: logEntryId },
      has_suspended: person.suspended_at === null,
      has_withheld: person.withheld_at === null,
      ...{ report_ids: reportIds, case_ids: closedIds },
      by_hand_case_ids: openCases.filter((one) => one.isOpenedByModerator).map((one) => one.id),
    });
    await remember?.(transaction);
    await context.jobs.enqueue(transaction, 'sum-rankings', { storyIds });
    await notify(context, transaction, person, { action: 'spam', logEntryId, account, reports, note });
    return success(
      { id, is_spam: true, stories: storyIds.length, cases: closedIds.length },
      newcomerMessages.marked,
    );
  });
}

/** Restores what the mark changed, but nothing that other decisions changed before or since. Sessions stay ended. */
export async function undoSpamMark(
  context: Context,
  { id }: ParsedInputOf<typeof unmarkSpam>,
  { account }: CallerOf<typeof unmarkSpam>,
  take?: Take,
): Promise<SpamOutcome> {
  if (id === account.id) return failure('not-yours', newcomerMessages.ownAccount);
  return context.db.transaction().execute(async (transaction) => {
    const person = await lockAccountStatus(transaction, id);
    if (person === undefined) return failure('not-found', newcomerMessages.accountNotFound);
    const mark = await findSpamMark(transaction, id);
    if (mark === undefined) return invalidField('id', newcomerMessages.notMarked);
    const subject = { subject: 'author', id } as const;
    const appeal = await appealToSettle(transaction, subject, {
      ...{ against: 'spam', authorId: id, moderatorId: account.id },
    });
    if (!appeal.ok) return appeal;
    if (take !== undefined && (await take(transaction)) === undefined)
      return invalidField('id', newcomerMessages.notMarked);
    const storyIds = await lockStoriesOfAccount(transaction, id);
    const entryId = await insertLogEntry(transaction, {
      actor: logActorOf(account),
      ...{ action: 'not-spam', account: person, note: UNDONE_NOTE, answers: appeal.data?.logEntryId },
    });
    if (mark.has_suspended) await unmarkSuspended(transaction, id);
    else if (mark.has_withheld) await unmarkWithheld(transaction, id);
    await removeSpamMark(transaction, id, storyIds);
    // The case of an appeal is closed first: an open one would take the place of the one that is reopened.
    await answerSettledAppeals(transaction, subject, entryId);
    const subjects = await reopenCases(transaction, mark);
    await reopenReports(transaction, mark.report_ids);
    await refreshCasesAbout(transaction, subjects);
    await context.jobs.enqueue(transaction, 'sum-rankings', { storyIds });
    await notify(context, transaction, person, {
      action: 'not-spam',
      logEntryId: entryId,
      account,
      reports: [],
      note: UNDONE_NOTE,
      bySameModerator: appeal.data?.deciderId === account.id,
    });
    return success(
      { id, is_spam: false, stories: storyIds.length, cases: mark.case_ids.length },
      newcomerMessages.unmarked,
    );
  });
}

/** Lifting a suspension by a decision removes the mark; reports and cases it closed stay closed. */
export async function removeSpamMark(
  transaction: OpenTransaction,
  accountId: number,
  storyIds: number[],
): Promise<void> {
  await release(transaction, storyIds, { cause: 'spam' });
  await deleteSpamMark(transaction, accountId);
}

/** Mails the author and the guests with decided reports. Runs last in the transaction, because it locks addresses. */
async function notify(
  context: Context,
  transaction: OpenTransaction,
  person: AccountStatus,
  change: {
    action: 'spam' | 'not-spam';
    logEntryId: number;
    account: SignedIn;
    reports: LockedReport[];
    note: string;
    bySameModerator?: boolean;
  },
): Promise<void> {
  const { signer, publicUrl } = context;
  const address = await verifiedAddressOf(transaction, person.id);
  const isSpam = change.action === 'spam';
  const mail = decisionMail(publicUrl, {
    action: change.action,
    role: change.account.role === 'admin' ? 'admin' : 'moderator',
    ...(isSpam ? { rule: SPAM_RULE } : {}),
    quotedPassage: '',
    note: change.note,
    source: isSpam ? sourceOfReports(change.reports) : undefined,
    token: decisionToken(signer, change.logEntryId),
    isWithheld: isSpam,
    bySameModerator: change.bySameModerator ?? false,
  });
  await postMails(context, transaction, [
    ...(address === undefined ? [] : [{ to: address, mail }]),
    ...guestReportMails(context, change.reports, 'suspended'),
  ]);
}
