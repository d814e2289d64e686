import { hasOtherModerators } from '#features/accounts/service/moderators.ts';
import { commentForCase } from '#features/comments/service/moderation.ts';
import { listForStaff } from '#features/shelves/service/moderation.ts';
import { storiesByIds } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CaseState } from '../rules.ts';
import { findOpenAppeals, type OpenAppeal } from '../store/appeals.ts';
import { type CaseRow, findAuthorRecord } from '../store/cases.ts';
import {
  type Withholding,
  withholdingsOf,
  withholdingsOfComment,
  withholdingsOfList,
} from '../store/withholdings.ts';

/** The subject of a case as it is now, and its author; undefined for what is deleted, or of another kind. */
export async function currentSubjectOf(connection: Connection, found: CaseRow) {
  const { subject, subject_id, author_id } = found;
  const [author, [story], list, comment, withholdings] = await Promise.all([
    author_id === null ? undefined : findAuthorRecord(connection, author_id),
    subject === 'story' ? storiesByIds(connection, [subject_id]) : [],
    subject === 'list' ? listForStaff(connection, subject_id) : undefined,
    subject === 'comment' ? commentForCase(connection, subject_id) : undefined,
    withholdingsOfCase(connection, found),
  ]);
  return { author, story, list, comment, withholdings };
}

type CurrentSubject = Awaited<ReturnType<typeof currentSubjectOf>>;

interface OpenCaseState extends CaseState {
  appeals: OpenAppeal[];
}

/** The facts of a case that determine its possible actions now. */
export async function caseStateOf(
  connection: Connection,
  found: CaseRow,
  moderatorId: number,
): Promise<OpenCaseState> {
  return caseStateWith(connection, found, await currentSubjectOf(connection, found), moderatorId);
}

/** The same for a subject that has been read already. */
export async function caseStateWith(
  connection: Connection,
  found: CaseRow,
  { author, story, list, comment, withholdings }: CurrentSubject,
  moderatorId: number,
): Promise<OpenCaseState> {
  const [appeals, hasOthers] = await Promise.all([
    findOpenAppeals(connection, appealSubjectsOf(found)),
    hasOtherModerators(connection, moderatorId, found.author_id),
  ]);
  return {
    subject: found.subject,
    reportCount: found.report_count,
    isOpenedByModerator: found.by_hand_at !== null,
    story: story && { visibility: withholdings.find(({ cause }) => cause === 'decision')?.look },
    list: list && { isWithheld: withholdings.length > 0 },
    comment: comment && { isRemoved: comment.removed_as === 'staff' },
    author: author && { role: author.role, isSuspended: author.suspended_at !== null },
    appeals,
    isSoleModerator: !hasOthers,
  };
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
function appealSubjectsOf({ subject, subject_id, author_id }: CaseRow) {
  return [
    ...(subject === 'story' || subject === 'list' || subject === 'comment'
      ? [{ subject, id: subject_id }]
      : []),
    ...(author_id === null ? [] : [{ subject: 'author' as const, id: author_id }]),
  ];
}
