import '../server-only.ts';
import type { SendMailOptions } from 'nodemailer';
import type { Mailbox } from './mail-address.ts';
import type { HeldMail } from './mail-store.ts';

/**
 * A mail as nodemailer takes it. Addresses are objects, so that nobody reads a second one out of them; who gets it
 * is said apart, so that no header can add anyone; and no text can make it open a file or an address.
 */
export function messageOf(
  mail: HeldMail,
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
    // Every line arrives as it is, however long; the other way nodemailer has (format=flowed) some programs don't know.
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
