import { layOutMail } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { urls } from '#urls.ts';

/**
 * The mail about what is unread in an inbox. It names nothing, neither in its subject nor in its addresses, unless its
 * reader has chosen titles; then they are in the text alone.
 */
export function inboxMail(
  site: string,
  { lines, token }: { lines: string[]; token: string },
): Omit<Mail, 'to'> {
  const stop = site + urls.stopInboxMails(token);
  return layOutMail({
    kind: 'inbox-news',
    subject: 'Something for you',
    paragraphs: ['There is something unread in your inbox.', ...lines],
    action: { label: 'Open your inbox', url: site + urls.inbox() },
    afterwords: [
      'You get this email because you asked for it in your inbox.',
      { label: 'No more of these emails', url: stop },
    ],
    unsubscribe: { oneClickUrl: stop },
  });
}
