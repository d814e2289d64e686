import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { hasOtherModerators } from '#features/accounts/service/moderators.ts';
import { chaptersForStaff } from '#features/chapters/service/chapters.ts';
import { cleanStoredText } from '#features/chapters/service/cleaning.ts';
import { commentForCase } from '#features/comments/service/moderation.ts';
import { type CaseTarget, findOpenReports } from '#features/reports/service/reports.ts';
import { listForStaff } from '#features/shelves/service/moderation.ts';
import { isInTrash } from '#features/stories/service/moderation.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { PendingReinstatement } from '#features/takedown/service/requests.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Case, CaseDetail, getCase, getEvidence, listCases, openCase } from '../contract/cases.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { ADVERSE_ACTIONS, type CaseState, possibleActions } from '../rules.ts';
import { findOpenAppeals, type OpenAppeal } from '../store/appeals.ts';
import { type CaseRow, findAuthorRecord, findCase, findCases, openCaseByModerator } from '../store/cases.ts';
import { evidenceOf, findEvidence } from '../store/evidence.ts';
import { findLogEntriesAbout, insertLogEntry } from '../store/log-entries.ts';
import {
  type Withholding,
  withholdingsOf,
  withholdingsOfComment,
  withholdingsOfList,
} from '../store/withholdings.ts';
import { logActorOf } from './actor.ts';
import { pendingFor, reinstatementOf } from './case-deadlines.ts';
import { findSubject } from './case-subjects.ts';
import { reportExcerpts } from './report-excerpts.ts';
import { type StrikesByAccount, strikesInCases, unfoundedOf } from './strikes.ts';
import { readTakedownsOfCase } from './takedowns.ts';

const MAX_REPORTS_SHOWN = 100;
const MAX_LOG_ENTRIES_SHOWN = 100;
const MAX_EVIDENCE_SHOWN = 500;

export async function listQueue(
  { db }: Context,
  { state, page, limit }: ParsedInputOf<typeof listCases>,
  { account }: CallerOf<typeof listCases>,
): Promise<Outcome<DataOf<typeof listCases>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const { cases, total } = await findCases(db, {
    isOpen: state === 'open',
    moderatorId: account.id,
    withOwnRequests: !(await hasOtherModerators(db, account.id)),
    offset: beyond ? 0 : offset,
    limit: beyond ? 0 : limit,
  });
  const pending = await pendingFor(db, cases);
  const strikes = await strikesInCases(db, cases);
  const excerptOf = await reportExcerpts(db, cases);
  return success(
    {
      cases: cases.map((row) =>
        row.author_id === account.id
          ? { ...toCase(withoutReports(row), pending, strikes), report_excerpt: null }
          : { ...toCase(row, pending, strikes), report_excerpt: excerptOf(row) },
      ),
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

function toCase(row: CaseRow, pending: PendingReinstatement[], strikes: StrikesByAccount): Case {
  return {
    ...row,
    put_back: reinstatementOf(row, pending),
    author_strikes: strikes.get(row.author_id ?? 0)?.length ?? 0,
    opened_at: row.opened_at.toISOString(),
    since: row.since.toISOString(),
    gone_at: row.gone_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}

/**
 * A case that this moderator may open: never one about themself or their own story. Somebody has to answer a legal
 * request, so a site's only moderator sees those cases anyway, but nothing of readers' reports.
 */
export async function findCaseForModerator(
  connection: Connection,
  id: number,
  moderatorId: number,
): Promise<Outcome<CaseRow>> {
  const moderationCase = await findCase(connection, id);
  if (moderationCase === undefined) return failure('not-found', moderationMessages.caseNotFound);
  if (moderationCase.author_id !== moderatorId) return success(moderationCase);
  const isAllowed = moderationCase.takedown_count > 0 && !(await hasOtherModerators(connection, moderatorId));
  return isAllowed ? success(withoutReports(moderationCase)) : ownCaseFailure();
}

function withoutReports(row: CaseRow): CaseRow {
  return { ...row, report_count: 0, is_grave: false, is_trusted: false };
}

export function ownCaseFailure(): Failure {
  return failure('not-yours', moderationMessages.ownCase);
}

interface OpenCaseState extends CaseState {
  appeals: OpenAppeal[];
}

/** The facts of a case that determine its possible actions now. */
export async function caseStateOf(
  connection: Connection,
  found: CaseRow,
  moderatorId: number,
): Promise<OpenCaseState> {
  const [author, story, list, comment, appeals, hasOthers] = await Promise.all([
    found.author_id === null ? undefined : findAuthorRecord(connection, found.author_id, ADVERSE_ACTIONS),
    found.subject === 'story' ? storiesByIds(connection, [found.subject_id]) : [],
    found.subject === 'list' ? listForStaff(connection, found.subject_id) : undefined,
    found.subject === 'comment' ? commentForCase(connection, found.subject_id) : undefined,
    findOpenAppeals(connection, subjectsOf(found)),
    hasOtherModerators(connection, moderatorId, found.author_id),
  ]);
  const withholdings = await withholdingsOfCase(connection, found);
  return {
    subject: found.subject,
    reportCount: found.report_count,
    isOpenedByModerator: found.by_hand_at !== null,
    story:
      story.length === 0
        ? undefined
        : { visibility: withholdings.find(({ cause }) => cause === 'decision')?.look },
    list: list === undefined ? undefined : { isWithheld: withholdings.length > 0 },
    comment: comment === undefined ? undefined : { isRemoved: comment.removed_as === 'staff' },
    author:
      author === undefined ? undefined : { role: author.role, isSuspended: author.suspended_at !== null },
    appeals,
    isSoleModerator: !hasOthers,
  };
}

/** The target of the reports in a case. */
export function reportTargetOf({ subject, subject_id }: CaseRow): CaseTarget | undefined {
  return subject === 'takedown' ? undefined : { kind: subject, id: subject_id };
}

async function withholdingsOfCase(
  connection: Connection,
  { subject, subject_id }: CaseRow,
): Promise<Withholding[]> {
  if (subject === 'story') return withholdingsOf(connection, subject_id);
  if (subject === 'comment') return withholdingsOfComment(connection, subject_id);
  return subject === 'list' ? withholdingsOfList(connection, subject_id) : [];
}

/** An appeal against a suspension can be answered in every case about its author. */
function subjectsOf({ subject, subject_id, author_id }: CaseRow) {
  return [
    ...(subject === 'story' || subject === 'list' || subject === 'comment'
      ? [{ subject, id: subject_id }]
      : []),
    ...(author_id === null ? [] : [{ subject: 'author' as const, id: author_id }]),
  ];
}

export async function readCase(
  context: Context,
  { id }: ParsedInputOf<typeof getCase>,
  { account }: CallerOf<typeof getCase>,
): Promise<Outcome<CaseDetail>> {
  const caseDetails = await findCaseForModerator(context.db, id, account.id);
  return caseDetails.ok ? success(await readCaseDetail(context.db, caseDetails.data, account)) : caseDetails;
}

export async function readCaseDetail(
  connection: Connection,
  found: CaseRow,
  moderator: SignedIn,
): Promise<CaseDetail> {
  const { subject, subject_id, author_id } = found;
  const storyId = subject === 'story' ? subject_id : undefined;
  const list = subject === 'list' ? await listForStaff(connection, subject_id) : undefined;
  const comment = subject === 'comment' ? await commentForCase(connection, subject_id) : undefined;
  const target = reportTargetOf(found);
  const [story] = storyId === undefined ? [] : await storiesByIds(connection, [storyId]);
  const isTrashed = story !== undefined && (await isInTrash(connection, story.id));
  // Nobody can open a chapter in the trash.
  const chapters = story === undefined || isTrashed ? [] : await chaptersForStaff(connection, story.id);
  const author =
    author_id === null ? undefined : await findAuthorRecord(connection, author_id, ADVERSE_ACTIONS);
  const state = await caseStateOf(connection, found, moderator.id);
  const isOwn = author_id === moderator.id;
  const reports =
    target === undefined || isOwn ? [] : await findOpenReports(connection, target, MAX_REPORTS_SHOWN);
  const evidence = await evidenceOf(connection, found.id, MAX_EVIDENCE_SHOWN);
  const strikes = await strikesInCases(connection, [found]);
  const senders = [author_id, ...reports.map(({ reporter_id }) => reporter_id)];
  const unfounded = await unfoundedOf(connection, senders);
  return {
    ...toCase(found, await pendingFor(connection, [found]), strikes),
    revision: found.revision,
    actions: isOwn ? [] : possibleActions(state, moderator.id),
    story: story ?? null,
    list: list ?? null,
    comment: comment ?? null,
    is_in_trash: isTrashed,
    withholdings: await withholdingsOfCase(connection, found),
    chapters,
    author:
      author === undefined
        ? null
        : {
            ...author,
            strike_ends: strikes.get(author.id)?.[0]?.expiresAt.toISOString() ?? null,
            unfounded_notices: unfounded.get(author.id) ?? 0,
            created_at: author.created_at.toISOString(),
            suspended_at: author.suspended_at?.toISOString() ?? null,
          },
    reports: reports.map((report) => ({
      ...report,
      reporter_unfounded: unfounded.get(report.reporter_id ?? 0) ?? 0,
      created_at: report.created_at.toISOString(),
      updated_at: report.updated_at.toISOString(),
    })),
    appeals: state.appeals
      .filter((appeal) => appeal.subject === subject)
      .map(({ id, logEntryId, words, created_at, deciderId, waitsUntil }) => ({
        ...{ id, words, entry_id: logEntryId },
        created_at: created_at.toISOString(),
        own_decision: deciderId === moderator.id,
        waits_until: deciderId === moderator.id && state.isSoleModerator ? waitsUntil.toISOString() : null,
      })),
    takedowns: await readTakedownsOfCase(connection, found),
    evidence: evidence.map((one) => ({ ...one, kept_at: one.kept_at.toISOString() })),
    entries: await findLogEntriesAbout(
      connection,
      {
        readerId: moderator.id,
        storyId,
        listId: subject === 'list' ? subject_id : undefined,
        commentId: subject === 'comment' ? subject_id : undefined,
        accountId: author_id ?? undefined,
      },
      MAX_LOG_ENTRIES_SHOWN,
    ),
  };
}

export async function startCase(
  { db }: Context,
  subject: ParsedInputOf<typeof openCase>,
  { account }: CallerOf<typeof openCase>,
): Promise<Outcome<DataOf<typeof openCase>>> {
  if (Object.values(subject).filter((name) => name !== undefined).length !== 1)
    return invalidField('story', moderationMessages.subjectRequired);
  return db.transaction().execute(async (transaction) => {
    const caseSubject = await findSubject(transaction, subject);
    if (!caseSubject.ok) return caseSubject;
    if (caseSubject.data.author.id === account.id) return ownCaseFailure();
    const { id, isNew } = await openCaseByModerator(transaction, caseSubject.data);
    if (isNew) {
      const { subject: kind, subjectId, title, author } = caseSubject.data;
      const about = { id: subjectId, title: title ?? '' };
      await insertLogEntry(transaction, {
        actor: logActorOf(account),
        action: 'open',
        caseId: id,
        account: author,
        ...(kind === 'story' ? { story: about } : {}),
        ...(kind === 'list' ? { list: about } : {}),
        ...(kind === 'comment' ? { comment: about } : {}),
      });
    }
    return success({ id });
  });
}

export async function readEvidence(
  context: Context,
  { id, evidenceId }: ParsedInputOf<typeof getEvidence>,
  { account }: CallerOf<typeof getEvidence>,
): Promise<Outcome<DataOf<typeof getEvidence>>> {
  const caseDetails = await findCaseForModerator(context.db, id, account.id);
  if (!caseDetails.ok) return caseDetails;
  const storedEvidence = await findEvidence(context.db, id, evidenceId);
  if (storedEvidence === undefined) return failure('not-found', moderationMessages.caseNotFound);
  const evidence = { ...storedEvidence, kept_at: storedEvidence.kept_at.toISOString() };
  if (storedEvidence.kind !== 'chapter') return success(evidence);
  // An older, less strict version may have sanitised it.
  const cleaned = await cleanStoredText(context, {
    content: storedEvidence.content,
    cleaner_version: 0,
    word_count: 0,
  });
  return cleaned.ok ? success({ ...evidence, content: cleaned.data.content }) : cleaned;
}
