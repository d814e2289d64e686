import { layOutMail } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { staffUrls } from '#staff-urls.ts';
import { urls } from '#urls.ts';

type Letter = Omit<Mail, 'to'>;

/**
 * The receipt quotes nothing from the request: anybody can enter anybody's address, and we would deliver their words.
 */
export function receiptMail(site: { url: string; readsReplies: boolean }, requestId: number): Letter {
  return layOutMail({
    kind: 'takedown-receipt',
    subject: 'We have received your request',
    paragraphs: [
      'A legal request was sent to us with this address, and has arrived.',
      `A moderator will read it and answer you here. If you write to us about it, please give its number: ${requestId}.`,
    ],
    afterwords: site.readsReplies
      ? ['Not you? Please answer this mail, so that we know.']
      : [
          'Not you? Please tell us, so that we know.',
          { label: 'How to reach us', url: site.url + urls.contact() },
        ],
  });
}

/** The notice names neither sender nor subject: moderators read them on the site. */
export function noticeMail(site: string): Letter {
  return layOutMail({
    kind: 'takedown-notice',
    subject: 'Something waits for you',
    paragraphs: ['A legal request has come in and waits for a moderator.'],
    action: { label: 'Open the queue', url: site + staffUrls.queue() },
    afterwords: ['You get this mail because you are a moderator.'],
  });
}
