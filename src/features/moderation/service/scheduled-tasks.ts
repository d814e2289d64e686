import { moderatorAddresses } from '#features/accounts/service/moderators.ts';
import { countReinstatementsDue } from '#features/takedown/service/requests.ts';
import type { Context } from '#platform/runtime/context.ts';
import { reinstatementReminderMail } from '../mail/takedown-mails.ts';
import { deleteOldEvidence } from '../store/evidence.ts';
import { postMails } from './outgoing-mails.ts';

export async function removeOldEvidence({ db }: Pick<Context, 'db'>): Promise<void> {
  await deleteOldEvidence(db);
}

/** Reminds the moderators on the first and the last day on which a story can be put back in time. */
export async function remindOfReinstatements(context: Context): Promise<void> {
  const { db, publicUrl } = context;
  if ((await countReinstatementsDue(db, new Date().toISOString().slice(0, 10))) === 0) return;
  await db.transaction().execute(async (transaction) => {
    const addresses = await moderatorAddresses(transaction);
    await postMails(
      context,
      transaction,
      addresses.map((to) => ({ to, mail: reinstatementReminderMail(publicUrl) })),
    );
  });
}
