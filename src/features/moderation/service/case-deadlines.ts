import { reinstatementStage } from '#features/takedown/rules.ts';
import { findPendingReinstatements, type PendingReinstatement } from '#features/takedown/service/requests.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Case } from '../contract/cases.ts';
import type { CaseRow } from '../store/cases.ts';

/** The reinstatements that wait, if one of these cases has a legal request. */
export async function pendingFor(connection: Connection, cases: CaseRow[]): Promise<PendingReinstatement[]> {
  return cases.some(({ takedown_count }) => takedown_count > 0) ? findPendingReinstatements(connection) : [];
}

/** The first deadline in a case. */
export function reinstatementOf(
  { subject, subject_id }: CaseRow,
  pending: PendingReinstatement[],
): Case['put_back'] {
  const first = pending.find(({ requestId, storyId }) =>
    subject === 'story' ? storyId === subject_id : subject === 'takedown' && requestId === subject_id,
  );
  if (first === undefined) return null;
  const { from, until, isContested } = first;
  const stage = reinstatementStage(first, new Date().toISOString().slice(0, 10));
  return { from, until, stage, is_contested: isContested };
}
