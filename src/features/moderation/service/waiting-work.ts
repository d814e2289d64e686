import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { DAY_MILLISECONDS } from '#base/durations.ts';
import { type Outcome, success } from '#base/failure.ts';
import { hasOtherModerators, reachableModerators } from '#features/accounts/service/moderators.ts';
import { countHeldForStaff } from '#features/comments/service/sweeps.ts';
import { countWaitingProposals } from '#features/tags/service/proposals.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { countWaitingWork } from '../contract/waiting-work.ts';
import { waitingWorkMail } from '../mail/waiting-work-mail.ts';
import { countWaitingWorkOf, type WaitingWork } from '../store/waiting-work.ts';
import { postMails } from './outgoing-mails.ts';

export async function countWork(
  { db }: Context,
  _input: ParsedInputOf<typeof countWaitingWork>,
  { account }: CallerOf<typeof countWaitingWork>,
): Promise<Outcome<DataOf<typeof countWaitingWork>>> {
  const { cases, stories } = await countFor(db, account.id);
  const comments = await countHeldForStaff(db, account.id);
  return success({ cases, stories, comments, tags: await countWaitingProposals(db) });
}

async function countFor(connection: Connection, moderatorId: number): Promise<WaitingWork> {
  const withOwnRequests = !(await hasOtherModerators(connection, moderatorId));
  return countWaitingWorkOf(connection, { moderatorId, withOwnRequests });
}

const MONDAY = 1;

/** Mails each moderator for whom something new has waited since a day ago, and on Mondays anything at all. */
export async function remindOfWaitingWork(context: Context, now: Date): Promise<void> {
  const { db, publicUrl } = context;
  const isReminded = ({ newest }: WaitingWork) =>
    newest !== null && (now.getUTCDay() === MONDAY || now.getTime() - newest.getTime() <= DAY_MILLISECONDS);
  await db.transaction().execute(async (transaction) => {
    const mails = [];
    for (const { accountId, email } of await reachableModerators(transaction)) {
      const work = await countFor(transaction, accountId);
      if (isReminded(work)) mails.push({ to: email, mail: waitingWorkMail(publicUrl, work) });
    }
    await postMails(context, transaction, mails);
  });
}
