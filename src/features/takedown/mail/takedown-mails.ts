import { layOutMail } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { staffUrls } from '#staff-urls.ts';
import { urls } from '#urls.ts';

type MailDraft = Omit<Mail, 'to'>;

/**
 * The receipt quotes nothing from the request: anybody can enter anybody's address, and we would deliver their words.
 */
export function receiptMail(site: { url: string; readsReplies: boolean }, requestId: number): MailDraft {
  return layOutMail({
    kind: 'takedown-receipt',
    subject: 'We have received your request',
    paragraphs: [
      'We have received a legal request sent with this address.',
      `A moderator will read it and answer you here. If you write to us about it, please quote its number: ${requestId}.`,
    ],
    afterwords: site.readsReplies
      ? ['Not you? Please reply to this email and tell us.']
      : ['Not you? Please tell us.', { label: 'How to reach us', url: site.url + urls.contact() }],
  });
}

/** The notice names neither sender nor subject: moderators read them on the site. */
export function moderatorNoticeMail(site: string): MailDraft {
  return layOutMail({
    kind: 'takedown-notice',
    subject: 'Something is waiting for you',
    paragraphs: ['A legal request has come in and is waiting for a moderator.'],
    action: { label: 'Open the queue', url: site + staffUrls.queue() },
    afterwords: ['You are getting this email because you are a moderator.'],
  });
}
