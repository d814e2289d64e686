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
import { ruleTitle } from '#features/legal/rules.ts';
import { type HeldReport, holdOpenReports, setDecision } from '#features/reports/service/reports.ts';
import {
  lockModeratedStory,
  lockStoriesOfAuthor,
  type ModeratedStory,
} from '#features/stories/service/moderation.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { CaseDetail, decideCase } from '../contract/cases.ts';
import { type CaseAction, moderationMessages } from '../contract/moderation.ts';
import { decisionMail } from '../mail/decision-mails.ts';
import {
  appealsAnsweredBy,
  type CaseState,
  fitsCase,
  judgesOneself,
  ownDecisionsAnswered,
  reportDecisionOf,
} from '../rules.ts';
import { answerAppeals } from '../store/appeals.ts';
import { type CaseRow, caseById, holdSubject, noteDecision } from '../store/cases.ts';
import { insertEntry } from '../store/log-entries.ts';
import { release, withhold } from '../store/withholdings.ts';
import { actorOf } from './actor.ts';
import { caseDetail, caseFor, ownCase, stateOf } from './cases.ts';
import { decisionToken } from './decision-tokens.ts';
import { guestReportMails } from './guest-reports.ts';
import { type Addressed, postInTurn } from './outgoing-mails.ts';
import { dropSpamMark } from './spam.ts';

type Decision = ParsedInputOf<typeof decideCase>;

/** The subject of a decision, locked until the transaction ends. */
interface Matter {
  found: CaseRow;
  story: ModeratedStory | undefined;
  author: AccountStatus | undefined;
  /** All stories of an author whose account is in question. */
  storyIds: number[];
  reports: HeldReport[];
}

export async function decide(
  context: Context,
  input: Decision,
  { account }: Caller<SignedIn>,
): Promise<Outcome<CaseDetail>> {
  return context.db.transaction().execute(async (transaction) => {
    const allowed = await caseFor(transaction, input.id, account.id);
    if (!allowed.ok) return allowed;
    if (allowed.data.author_id === account.id) return ownCase();
    const matter = await holdMatter(transaction, allowed.data, input.action);
    const state = await stateOf(transaction, matter.found, account.id);
    const refused = refusal(input, matter.found, state, account.id);
    if (refused !== undefined) return refused;
    const own = ownDecisionsAnswered(input.action, state, account.id);
    const entryId = await insertEntry(transaction, {
      actor: actorOf(account),
      ...{ action: input.action, caseId: input.id, rule: input.rule },
      ...{ passage: input.passage, note: input.note },
      story: matter.story,
      account: matter.author ?? goneAuthor(matter.found),
      // If several appeals are answered, the log names the one against the moderator's own decision.
      answers: (own[0] ?? appealsAnsweredBy(input.action, state)[0])?.entryId,
    });
    await act(context, transaction, matter, input, entryId);
    await settle(transaction, matter, state, input.action, { entryId, deciderId: account.id });
    const after = (await caseById(transaction, input.id)) ?? matter.found;
    const detail = await caseDetail(context, transaction, after, account);
    await tell(context, transaction, matter, input, { entryId, account, bySameModerator: own.length > 0 });
    const isTold = input.action !== 'dismiss' && matter.author !== undefined;
    return success(detail, isTold ? moderationMessages.decided : moderationMessages.dismissed);
  });
}

function goneAuthor({ author_id, author_name }: CaseRow) {
  return author_id === null ? undefined : { id: author_id, username: author_name ?? '' };
}

/** Every transaction locks in this order: the account, its stories and their tags, reports, and finally the case. */
async function holdMatter(transaction: Connection, found: CaseRow, action: CaseAction): Promise<Matter> {
  const { subject, subject_id, author_id } = found;
  const isAboutAccount = action === 'suspend' || action === 'reinstate';
  const author = author_id === null ? undefined : await lockAccountStatus(transaction, author_id);
  const storyIds =
    isAboutAccount && author !== undefined ? await lockStoriesOfAuthor(transaction, author.id) : [];
  const story = subject === 'story' ? await lockModeratedStory(transaction, subject_id) : undefined;
  const target = isAboutAccount
    ? { author_id: author_id ?? 0 }
    : subject === 'story'
      ? { story_id: subject_id }
      : { author_id: subject_id };
  const reports = subject === 'takedown' ? [] : await holdOpenReports(transaction, target);
  await holdSubject(transaction, subject, subject_id);
  // Read again: under the locks nothing can be added any more.
  return { found: (await caseById(transaction, found.id)) ?? found, story, author, storyIds, reports };
}

function refusal(
  { action, passage, revision }: Decision,
  found: CaseRow,
  state: CaseState,
  moderatorId: number,
): Failure | undefined {
  if (found.revision !== revision) return failure('edit-conflict', moderationMessages.movedOn);
  if (!fitsCase(action, state)) return invalidField('action', moderationMessages.notNow);
  if (judgesOneself(action, state, moderatorId)) {
    const { ownDecision, ownDecisionWaits } = moderationMessages;
    return failure('not-yours', state.isSoleModerator ? ownDecisionWaits : ownDecision);
  }
  const needsPassage = action === 'hide' || action === 'remove';
  if (needsPassage && passage === '') return invalidField('passage', moderationMessages.passageRequired);
  return undefined;
}

/** Carries out the decision; readers notice at the commit. */
async function act(
  { jobs }: Context,
  transaction: Connection,
  { story, author, storyIds }: Matter,
  { action, rule, withhold_stories }: Decision,
  entryId: number,
): Promise<void> {
  const sumOf = (ids: number[]) => jobs.enqueue(transaction, 'sum-rankings', { storyIds: ids });
  if (story !== undefined && (action === 'hide' || action === 'remove')) {
    const look = action === 'hide' ? 'hidden' : 'removed';
    await withhold(transaction, [story.id], { cause: 'decision', look, entryId });
    await sumOf([story.id]);
  }
  if (story !== undefined && action === 'restore') {
    await release(transaction, [story.id], { cause: 'decision' });
    await sumOf([story.id]);
  }
  if (author !== undefined && action === 'suspend') {
    await markSuspended(transaction, author.id, { reason: ruleTitle(rule), isWithheld: withhold_stories });
    await endAllSessionsOf(transaction, author.id);
    if (withhold_stories)
      await withhold(transaction, storyIds, { cause: 'suspension', look: 'hidden', entryId });
  }
  if (author !== undefined && action === 'reinstate') {
    await unmarkSuspended(transaction, author.id);
    await release(transaction, storyIds, { cause: 'suspension' });
    await dropSpamMark(transaction, author.id, storyIds);
  }
  if (storyIds.length > 0) await sumOf(storyIds);
}

/** Closes the reports and appeals that this decision answers, and updates the case. */
async function settle(
  transaction: Connection,
  { found, reports }: Matter,
  state: CaseState,
  action: CaseAction,
  { entryId, deciderId }: { entryId: number; deciderId: number },
): Promise<void> {
  const decision = reportDecisionOf(action);
  if (decision !== undefined) {
    const ids = reports.map((report) => report.id);
    await setDecision(transaction, ids, decision, deciderId);
  }
  const answered = appealsAnsweredBy(action, state).map((appeal) => appeal.id);
  await answerAppeals(transaction, answered, entryId);
  // Suspending the author leaves the story's own case undecided.
  const isAboutAccount = action === 'suspend' || action === 'reinstate';
  await noteDecision(transaction, found, !(isAboutAccount && found.subject === 'story'));
}

interface Made {
  entryId: number;
  account: SignedIn;
  bySameModerator: boolean;
}

/** Runs last in the transaction, because it locks the recipients' addresses. */
async function tell(
  context: Context,
  transaction: Connection,
  matter: Matter,
  input: Decision,
  made: Made,
): Promise<void> {
  const decision = reportDecisionOf(input.action);
  await postInTurn(context, transaction, [
    ...(await toAuthor(context, transaction, matter, input, made)),
    ...(decision === undefined ? [] : guestReportMails(context, matter.reports, decision)),
  ]);
}

async function toAuthor(
  { signer, publicUrl }: Context,
  transaction: Connection,
  { story, author }: Matter,
  { action, rule, passage, note, withhold_stories }: Decision,
  { entryId, account, bySameModerator }: Made,
): Promise<Addressed[]> {
  if (action === 'dismiss' || author === undefined) return [];
  const to = await verifiedAddressOf(transaction, author.id);
  if (to === undefined) return [];
  const isAboutAccount = action === 'suspend' || action === 'reinstate';
  const mail = decisionMail(publicUrl, {
    ...{ action, rule, passage, note },
    role: account.role === 'admin' ? ('admin' as const) : ('moderator' as const),
    story: isAboutAccount ? undefined : story?.title,
    token: decisionToken(signer, entryId),
    isWithheld: withhold_stories,
    bySameModerator,
  });
  return [{ to, mail }];
}
