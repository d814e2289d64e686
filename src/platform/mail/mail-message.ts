import '../server-only.ts';
import type { SendMailOptions } from 'nodemailer';
import type { Mailbox } from './mail-address.ts';
import type { ReservedMail } from './mail-store.ts';

/**
 * A mail for nodemailer. Addresses are objects, so that nothing parses a second one out of them. The receiver is given
 * separately, so that no header can add another one. No text can make nodemailer open a file or a URL.
 */
export function messageOf(
  mail: ReservedMail,
  { from, replyTo }: { from: Mailbox; replyTo?: Mailbox | undefined },
): SendMailOptions {
  const { unsubscribeUrl } = mail;
  return {
    from,
    ...(replyTo === undefined ? {} : { replyTo }),
    to: { name: '', address: mail.address },
    envelope: { from: from.address, to: [mail.address] },
    messageId: `<${mail.messageKey}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: mail.sendAt,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl === null ? {} : { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    ...(unsubscribeUrl === null ? {} : { list: { unsubscribe: unsubscribeUrl } }),
    // Every line arrives unchanged, however long; some mail programs don't support nodemailer's alternative
    // (format=flowed).
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
