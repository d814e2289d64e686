import { layOutMail } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { urls } from '#urls.ts';

type MailContent = Omit<Mail, 'to'>;
type Link = { token: string; days: number };

/** Subjects and first lines do not tell a stranger what people read here. */
const validityText = (days: number) => `The link works for ${days} days.`;

export function confirmMail(site: string, { token, days }: Link): MailContent {
  return layOutMail({
    kind: 'newsletter-confirm',
    subject: 'Confirm your address',
    paragraphs: [
      'You (or someone using your address) asked for our weekly letter.',
      'Please confirm that you want it.',
    ],
    action: { label: 'Confirm subscription', url: site + urls.newsletterConfirm(token) },
    afterwords: [
      validityText(days),
      'Not you? Ignore this email: we send nothing more, and forget the address when the link expires.',
    ],
  });
}

/** The mail to a subscriber who asks to subscribe again. */
export function alreadySubscribedMail(site: string, token: string): MailContent {
  return layOutMail({
    kind: 'newsletter-subscribed',
    subject: 'About your subscription',
    paragraphs: [
      'You (or someone using your address) asked for our weekly letter. You already get it.',
      'To change what is in it, or to unsubscribe, open this link.',
    ],
    action: { label: 'Choose what is in it', url: site + urls.newsletterPreferences(token) },
    afterwords: ['Happy with it as it is? Ignore this email.'],
  });
}

export function choiceMail(site: string, token: string): MailContent {
  return layOutMail({
    kind: 'newsletter-preferences',
    subject: 'About your subscription',
    paragraphs: [
      'You (or someone using your address) asked what is in our weekly letter to you.',
      'Open the link to see your choice and change it.',
    ],
    action: { label: 'Choose what is in it', url: site + urls.newsletterPreferences(token) },
    afterwords: ['Not you? Ignore this email and nothing changes.'],
  });
}

export function preferencesMail(site: string, { token, days }: Link): MailContent {
  return layOutMail({
    kind: 'newsletter-preferences',
    subject: 'About your subscription',
    paragraphs: [
      'You (or someone using your address) asked to change what is in our weekly letter.',
      'Open the link to see your choice and save it.',
    ],
    action: { label: 'Choose what is in it', url: site + urls.newsletterPreferences(token) },
    afterwords: [validityText(days), 'Not you? Ignore this email and nothing changes.'],
  });
}

export function unsubscribeMail(site: string, { token, days }: Link): MailContent {
  return layOutMail({
    kind: 'newsletter-unsubscribe',
    subject: 'About your subscription',
    paragraphs: [
      'You (or someone using your address) asked to stop our weekly letter.',
      'Open the link to confirm it.',
    ],
    action: { label: 'Unsubscribe', url: site + urls.newsletterUnsubscribe(token) },
    afterwords: [validityText(days), 'Not you? Ignore this email and the letter keeps coming.'],
  });
}
