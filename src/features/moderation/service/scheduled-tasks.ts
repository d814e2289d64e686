import { moderatorAddresses } from '#features/accounts/service/moderators.ts';
import { reinstatementStage } from '#features/takedown/rules.ts';
import { findPendingReinstatements } from '#features/takedown/service/requests.ts';
import { forEachItem } from '#platform/jobs/for-each-id.ts';
import type { Context } from '#platform/runtime/context.ts';
import { BULK_UNDO_HOURS } from '../contract/bulk.ts';
import { DEADLINE_NOTE, DELETED_NOTE } from '../contract/takedowns.ts';
import { reinstatementReminderMail } from '../mail/takedown-mails.ts';
import { deleteOldBulkActions } from '../store/bulk-actions.ts';
import { deleteOldEvidence } from '../store/evidence.ts';
import { postMails } from './outgoing-mails.ts';
import { takeStepAs } from './takedowns.ts';

export async function removeOldEvidence({ db }: Pick<Context, 'db'>): Promise<void> {
  await deleteOldEvidence(db);
}

/** Notes and names of bulk actions are kept for undoing alone; the log has each decision. */
export async function forgetBulkActions({ db }: Pick<Context, 'db'>): Promise<void> {
  await deleteOldBulkActions(db, BULK_UNDO_HOURS);
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10);

/**
 * Reminds the moderators on the first and the last day on which a story can be put back in time, and on each business
 * day after it. A deleted story needs none of that.
 */
export async function remindOfReinstatements(context: Context, now: Date): Promise<void> {
  const today = dayOf(now);
  const { db, publicUrl } = context;
  const pending = (await findPendingReinstatements(db)).filter(({ storyId }) => storyId !== null);
  const stages = pending.map((one) => (one.from === today ? 'first-day' : reinstatementStage(one, today)));
  const isOverdue = stages.includes('overdue');
  if (!isOverdue && !stages.includes('first-day') && !stages.includes('last-day')) return;
  await db.transaction().execute(async (transaction) => {
    const addresses = await moderatorAddresses(transaction);
    await postMails(
      context,
      transaction,
      addresses.map((to) => ({ to, mail: reinstatementReminderMail(publicUrl, { isOverdue }) })),
    );
  });
}

/**
 * Puts stories back in the evening of the last day, so that neither author nor operator loses what 17 USC 512(g) gives
 * them while nobody looks. A moderator decides where a later request may tell of a lawsuit.
 */
export async function reinstateAfterDeadline(context: Context, now: Date): Promise<void> {
  const pending = await findPendingReinstatements(context.db);
  const due = pending.filter(({ isContested, until }) => !isContested && until <= dayOf(now));
  const failures = await forEachItem(context.log, due, async ({ requestId, storyId }) => {
    const note = storyId === null ? DELETED_NOTE : DEADLINE_NOTE;
    const step = { requestId, step: 'put-back', after: 'counter-notice', note } as const;
    const outcome = await takeStepAs(context, step, 'deadline');
    if (!outcome.ok)
      context.log.warn({ requestId, kind: outcome.kind }, 'a deadline could not reinstate a story');
  });
  if (failures > 0)
    throw new Error(`${failures} legal requests could not be ended at their deadline; trying again later`);
}
