import '../server-only.ts';
import type { MailKind } from './mail-kinds.ts';
import type { ReservedMail } from './mail-store.ts';
import type { Mail } from './outbox.ts';

/**
 * Makes the mails of some kinds again from what they tell of, or none where nothing of it is left: a mail may wait for hours, and
 * a story that it names may be gone by then.
 */
export type MailRenewals = Partial<Record<MailKind, (madeFrom: object) => Promise<RenewedMail | undefined>>>;

type RenewedMail = Omit<Mail, 'to'>;

/** The mail as it is to go out at this moment. */
export async function renewMail(
  renewals: MailRenewals,
  mail: ReservedMail,
): Promise<ReservedMail | undefined> {
  const renew = renewals[mail.kind as MailKind];
  // A mail that an earlier release posted says nothing of it.
  if (renew === undefined || mail.madeFrom === undefined) return mail;
  const renewed = await renew(mail.madeFrom);
  if (renewed === undefined) return undefined;
  const { subject, text, html } = renewed;
  return { ...mail, subject, text, html };
}
