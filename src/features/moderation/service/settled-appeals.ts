/** Appeals against decisions that are lifted outside a case. */
import { type Failure, failure, type Outcome, success } from '#base/failure.ts';
import { hasOtherModerators } from '#features/accounts/service/moderators.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { type LoggedAction, moderationMessages } from '../contract/moderation.ts';
import { type AppealInCase, type AppealSubject, mayAnswer } from '../rules.ts';
import { answerAppeals, findDecision, findOpenAppeals } from '../store/appeals.ts';

interface AppealedSubject {
  subject: AppealSubject;
  id: number;
}

interface Lifting {
  against: LoggedAction;
  /** The decisions that are lifted, where the subject may have others like them in force. */
  entryIds?: number[];
  /** The account whose decision it is to appeal. */
  authorId: number | null;
  moderatorId: number;
}

export function ownDecisionFailure(isSoleModerator: boolean): Failure {
  const { ownDecision, ownDecisionWaits } = moderationMessages;
  return failure('not-yours', isSoleModerator ? ownDecisionWaits : ownDecision);
}

/**
 * The appeal that lifting a decision answers; undefined if there is none. Moderators are refused where the case would refuse
 * them.
 */
export async function appealToSettle(
  connection: Connection,
  subject: AppealedSubject,
  { against, entryIds, authorId, moderatorId }: Lifting,
): Promise<Outcome<AppealInCase | undefined>> {
  const open = await findOpenAppeals(connection, [subject]);
  const settled = open.filter(
    (one) => one.against === against && (entryIds === undefined || entryIds.includes(one.logEntryId)),
  );
  const isSoleModerator = !(await hasOtherModerators(connection, moderatorId, authorId));
  const mayLift = settled.every((one) => mayAnswer(one, { isSoleModerator, isLifted: true }, moderatorId));
  return mayLift ? success(settled[0]) : ownDecisionFailure(isSoleModerator);
}

/** Answers the appeals about a locked subject whose decision is no longer in force, by the entry that lifted it. */
export async function answerSettledAppeals(
  transaction: OpenTransaction,
  subject: AppealedSubject,
  logEntryId: number,
): Promise<void> {
  const settled: number[] = [];
  for (const appeal of await findOpenAppeals(transaction, [subject])) {
    const decision = await findDecision(transaction, appeal.logEntryId);
    if (decision?.isInForce === false) settled.push(appeal.id);
  }
  await answerAppeals(transaction, settled, logEntryId);
}
