import type { LockedReport } from '#features/reports/service/reports.ts';
import type { DecisionSource } from '#features/statements/contract.ts';
import type { CaseRow } from '../store/cases.ts';

/** The origin of a decision without a case. */
export function sourceOfReports(reports: readonly LockedReport[]): DecisionSource {
  if (reports.some(({ isTrusted }) => isTrusted)) return 'trusted-flagger';
  return reports.length > 0 ? 'notice' : 'own';
}

/** The origin of a decision in a case; undefined for one on an appeal alone, whose source is that of the decision. */
export function sourceOf({
  moderationCase: { report_count, by_hand_at },
  reports,
}: {
  moderationCase: CaseRow;
  reports: LockedReport[];
}): DecisionSource | undefined {
  if (reports.some(({ isTrusted }) => isTrusted)) return 'trusted-flagger';
  if (report_count > 0) return 'notice';
  return by_hand_at === null ? undefined : 'own';
}
