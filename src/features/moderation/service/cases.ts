import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { depthMessage, pageWindow, pagination } from '#base/paging.ts';
import { lockAccountStatus } from '#features/accounts/service/account-status.ts';
import { hasOtherModerators } from '#features/accounts/service/moderators.ts';
import { authorMessages } from '#features/authors/contract.ts';
import { chaptersForStaff } from '#features/chapters/service/chapters.ts';
import { cleanStoredText } from '#features/chapters/service/cleaning.ts';
import { accountIdOfPenName } from '#features/pen-names/service.ts';
import { findOpenReports } from '#features/reports/service/reports.ts';
import { findAnyStoryId, isInTrash, lockModeratedStory } from '#features/stories/service/moderation.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
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
import { withholdingsOf } from '../store/withholdings.ts';
import { logActorOf } from './actor.ts';
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
  return success(
    {
      cases: cases.map((row) => toCase(row.author_id === account.id ? withoutReports(row) : row)),
      pagination: pagination(page, limit, total),
    },
    depthMessage(total),
  );
}

function toCase(row: CaseRow): Case {
  return {
    ...row,
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
  return { ...row, report_count: 0, is_grave: false };
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
  const [author, story, appeals, hasOthers] = await Promise.all([
    found.author_id === null ? undefined : findAuthorRecord(connection, found.author_id, ADVERSE_ACTIONS),
    found.subject === 'story' ? storiesByIds(connection, [found.subject_id]) : [],
    findOpenAppeals(connection, subjectsOf(found)),
    hasOtherModerators(connection, moderatorId),
  ]);
  const withholdings = story.length === 0 ? [] : await withholdingsOf(connection, found.subject_id);
  return {
    subject: found.subject,
    reportCount: found.report_count,
    isOpenedByModerator: found.by_hand_at !== null,
    story:
      story.length === 0
        ? undefined
        : { visibility: withholdings.find(({ cause }) => cause === 'decision')?.look },
    author:
      author === undefined ? undefined : { role: author.role, isSuspended: author.suspended_at !== null },
    appeals,
    isSoleModerator: !hasOthers,
  };
}

/** An appeal against a suspension can be answered in every case about its author. */
function subjectsOf({ subject, subject_id, author_id }: CaseRow) {
  return [
    ...(subject === 'story' ? [{ subject, id: subject_id }] : []),
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
  const target =
    subject === 'story'
      ? { story_id: subject_id }
      : subject === 'author'
        ? { owner_id: subject_id }
        : undefined;
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
  return {
    ...toCase(found),
    revision: found.revision,
    actions: isOwn ? [] : possibleActions(state, moderator.id),
    story: story ?? null,
    is_in_trash: isTrashed,
    withholdings: storyId === undefined ? [] : await withholdingsOf(connection, storyId),
    chapters,
    author:
      author === undefined
        ? null
        : {
            ...author,
            created_at: author.created_at.toISOString(),
            suspended_at: author.suspended_at?.toISOString() ?? null,
          },
    reports: reports.map((report) => ({
      ...report,
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
      { storyId, accountId: author_id ?? undefined },
      MAX_LOG_ENTRIES_SHOWN,
    ),
  };
}

export async function startCase(
  { db }: Context,
  { story, username }: ParsedInputOf<typeof openCase>,
  { account }: CallerOf<typeof openCase>,
): Promise<Outcome<DataOf<typeof openCase>>> {
  if ((story === undefined) === (username === undefined))
    return invalidField('story', moderationMessages.subjectRequired);
  return db.transaction().execute(async (transaction) => {
    const caseSubject = await findSubject(transaction, story, username ?? '');
    if (!caseSubject.ok) return caseSubject;
    if (caseSubject.data.author.id === account.id) return ownCaseFailure();
    const { id, isNew } = await openCaseByModerator(transaction, caseSubject.data);
    if (isNew) {
      const { subject, subjectId, storyTitle, author } = caseSubject.data;
      await insertLogEntry(transaction, {
        actor: logActorOf(account),
        action: 'open',
        caseId: id,
        account: author,
        ...(subject === 'story' ? { story: { id: subjectId, title: storyTitle ?? '' } } : {}),
      });
    }
    return success({ id });
  });
}

async function findSubject(
  transaction: Connection,
  story: string | undefined,
  username: string,
): Promise<Outcome<Parameters<typeof openCaseByModerator>[1]>> {
  if (story === undefined) {
    const accountId = await accountIdOfPenName(transaction, username);
    const author = accountId === undefined ? undefined : await lockAccountStatus(transaction, accountId);
    if (author === undefined) return failure('not-found', authorMessages.notFound);
    return success({ subject: 'author', subjectId: author.id, storyTitle: null, author });
  }
  const caseDetails = await findAnyStoryId(transaction, story);
  const lockedStory =
    caseDetails === undefined ? undefined : await lockModeratedStory(transaction, caseDetails);
  if (lockedStory === undefined) return failure('not-found', moderationMessages.storyNotFound);
  const author = { id: lockedStory.owner_id, username: lockedStory.owner_name };
  return success({ subject: 'story', subjectId: lockedStory.id, storyTitle: lockedStory.title, author });
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
