import { layOutMail } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { urls } from '#urls.ts';

type Letter = Omit<Mail, 'to'>;
type Link = { token: string; days: number };

/** Subjects and first lines tell a stranger nothing about what is read here. */
const lifeOf = (days: number) => `The link works for ${days} days.`;

export function confirmMail(site: string, { token, days }: Link): Letter {
  return layOutMail({
    kind: 'newsletter-confirm',
    subject: 'Confirm your address',
    paragraphs: [
      'Somebody, most likely you, has asked for our weekly letter at this address.',
      'Please confirm that you would like to have it.',
    ],
    action: { label: 'Confirm subscription', url: site + urls.newsletterConfirm(token) },
    afterwords: [
      lifeOf(days),
      'If this was not you, nothing has to be done: without the link no letter comes, and when it has run out the address is forgotten.',
    ],
  });
}

/** To who asks for what they have already. */
export function alreadySubscribedMail(site: string, { token, days }: Link): Letter {
  return layOutMail({
    kind: 'newsletter-subscribed',
    subject: 'About your subscription',
    paragraphs: [
      'Somebody, most likely you, has asked for our weekly letter at this address. It comes to you already.',
      'Should you wish to change what it brings, or to end it, you can do so here.',
    ],
    action: { label: 'Choose what it brings', url: site + urls.newsletterPreferences(token) },
    afterwords: [lifeOf(days), 'If all is well as it is, nothing has to be done.'],
  });
}

export function preferencesMail(site: string, { token, days }: Link): Letter {
  return layOutMail({
    kind: 'newsletter-preferences',
    subject: 'About your subscription',
    paragraphs: [
      'Somebody, most likely you, wants to change what our weekly letter to this address brings.',
      'The link leads to a page where you can see and save it.',
    ],
    action: { label: 'Choose what it brings', url: site + urls.newsletterPreferences(token) },
    afterwords: [lifeOf(days), 'If this was not you, nothing has to be done: all stays as it is.'],
  });
}

export function unsubscribeMail(site: string, { token, days }: Link): Letter {
  return layOutMail({
    kind: 'newsletter-unsubscribe',
    subject: 'About your subscription',
    paragraphs: [
      'Somebody, most likely you, wants our weekly letter to this address to end.',
      'The link leads to a page where you confirm it.',
    ],
    action: { label: 'Unsubscribe', url: site + urls.newsletterUnsubscribe(token) },
    afterwords: [lifeOf(days), 'If this was not you, nothing has to be done: the letter goes on coming.'],
  });
}
