import { excerpt } from '#base/text.ts';
import { findFirstReasons } from '#features/reports/service/reports.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CaseRow } from '../store/cases.ts';

const MAX_EXCERPT_CHARACTERS = 120;

/** The beginnings of the first reports, so that a moderator sees from the list what each case is about. */
export async function reportExcerpts(
  connection: Connection,
  cases: readonly CaseRow[],
): Promise<(row: CaseRow) => string | null> {
  const reasonsOf = async (kind: CaseRow['subject']) => {
    const ids = cases.filter(({ subject }) => subject === kind).map(({ subject_id }) => subject_id);
    // Legal requests are not reports.
    return kind === 'takedown' ? new Map<number, string>() : findFirstReasons(connection, kind, ids);
  };
  const kinds = [...new Set(cases.map(({ subject }) => subject))];
  const reasons = new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await reasonsOf(kind)] as const)),
  );
  return ({ subject, subject_id }) => {
    const reason = reasons.get(subject)?.get(subject_id);
    return reason === undefined ? null : excerpt(reason, MAX_EXCERPT_CHARACTERS);
  };
}
