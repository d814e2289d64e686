import type { OpenTransaction } from '#platform/database/database.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import type { Context } from '#platform/runtime/context.ts';

export interface OutgoingMail {
  to: string;
  mail: Omit<Mail, 'to'>;
}

/** The facts about the site that mails need. */
export function mailSiteOf({ publicUrl, operator }: Pick<Context, 'publicUrl' | 'operator'>) {
  return { url: publicUrl, readsReplies: operator.readsReplies };
}

/** Posts mails in address order, as the outbox requires for several recipients. Must come last in a transaction. */
export async function postMails(
  { outbox }: Pick<Context, 'outbox'>,
  transaction: OpenTransaction,
  mails: OutgoingMail[],
): Promise<void> {
  const sortKey = ({ to }: OutgoingMail) => to.toLowerCase();
  for (const { to, mail } of mails.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1)))
    await outbox.post(transaction, to, () => mail);
}
