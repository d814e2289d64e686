import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { hasOtherModerators } from '#features/accounts/service/moderators.ts';
import { chaptersForStaff } from '#features/chapters/service/chapters.ts';
import { cleanStoredText } from '#features/chapters/service/cleaning.ts';
import { type CaseTarget, findOpenReports } from '#features/reports/service/reports.ts';
import { isInTrash } from '#features/stories/service/moderation.ts';
import type { PendingReinstatement } from '#features/takedown/service/requests.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Case, CaseDetail, getCase, getEvidence, listCases, openCase } from '../contract/cases.ts';
import { moderationMessages } from '../contract/moderation.ts';
import { possibleActions } from '../rules.ts';
import { type CaseRow, findCase, findCases, openCaseByModerator } from '../store/cases.ts';
import { evidenceOf, findEvidence } from '../store/evidence.ts';
import { findLogEntriesAbout, findTakedownRemoval, insertLogEntry } from '../store/log-entries.ts';
import { logActorOf } from './actor.ts';
import { pendingFor, reinstatementOf } from './case-deadlines.ts';
import { caseStateWith, currentSubjectOf } from './case-state.ts';
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
  const { subject, subject_id, author_id } = moderationCase;
  // A legal request about a deleted story has no author; the log knows whose the story was.
  const removal = subject === 'takedown' ? await findTakedownRemoval(connection, subject_id) : undefined;
  if ((author_id ?? removal?.account?.id) !== moderatorId) return success(moderationCase);
  const isAllowed = moderationCase.takedown_count > 0 && !(await hasOtherModerators(connection, moderatorId));
  return isAllowed ? success(withoutReports(moderationCase)) : ownCaseFailure();
}

function withoutReports(row: CaseRow): CaseRow {
  return { ...row, report_count: 0, is_grave: false, is_trusted: false };
}

export function ownCaseFailure(): Failure {
  return failure('not-yours', moderationMessages.ownCase);
}

/** The target of the reports in a case. */
export function reportTargetOf({ subject, subject_id }: CaseRow): CaseTarget | undefined {
  return subject === 'takedown' ? undefined : { kind: subject, id: subject_id };
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
  const target = reportTargetOf(found);
  const current = await currentSubjectOf(connection, found);
  const { author, story, list, comment, withholdings } = current;
  const isTrashed = story !== undefined && (await isInTrash(connection, story.id));
  // Nobody can open a chapter in the trash.
  const chapters = story === undefined || isTrashed ? [] : await chaptersForStaff(connection, story.id);
  const state = await caseStateWith(connection, found, current, moderator.id);
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
    withholdings,
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
        storyId: subject === 'story' ? subject_id : undefined,
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
