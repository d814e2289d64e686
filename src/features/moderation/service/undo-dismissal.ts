import { failure, type Outcome, success } from '#base/failure.ts';
import { reopenReports } from '#features/reports/service/reports.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { moderationMessages } from '../contract/moderation.ts';
import type { Take } from '../store/bulk-actions.ts';
import { insertLogEntry } from '../store/log-entries.ts';
import { refreshCasesAbout, reopenCases } from '../store/spam-marks.ts';
import { logActorOf } from './actor.ts';
import { findCaseForModerator, ownCaseFailure } from './cases.ts';
import { deletedAuthorOf, lockTarget } from './decisions.ts';

/** Makes a dismissed case as it was, and logs that it is open. Guests who reported have been answered. */
export async function undoDismissal(
  { db }: Pick<Context, 'db'>,
  id: number,
  { account }: Caller<SignedIn>,
  take: Take,
): Promise<Outcome<undefined>> {
  return db.transaction().execute(async (transaction) => {
    const allowed = await findCaseForModerator(transaction, id, account.id);
    if (!allowed.ok) return allowed;
    if (allowed.data.author_id === account.id) return ownCaseFailure();
    const { moderationCase, story, list, comment, author } = await lockTarget(
      transaction,
      allowed.data,
      'dismiss',
    );
    const row = await take(transaction);
    if (row === undefined) return failure('edit-conflict', moderationMessages.caseChanged);
    // The case comes first: an open report would make another one.
    const subjects = await reopenCases(transaction, {
      case_ids: [id],
      by_hand_case_ids: row.was_by_hand ? [id] : [],
    });
    await reopenReports(transaction, row.report_ids);
    await refreshCasesAbout(transaction, subjects);
    await insertLogEntry(transaction, {
      actor: logActorOf(account),
      ...{ action: 'open', caseId: id, story, list, comment, note: 'The dismissal is undone.' },
      account: author ?? deletedAuthorOf(moderationCase),
    });
    return success(undefined);
  });
}
