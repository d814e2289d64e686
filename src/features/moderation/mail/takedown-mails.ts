import type { Statement } from '#features/statements/contract.ts';
import { layOutMail } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { staffUrls } from '#staff-urls.ts';
import { urls } from '#urls.ts';
import { statementParts } from './decision-mails.ts';

type MailDraft = Omit<Mail, 'to'>;

/** The facts about the site that a mail needs to explain how to answer it. */
interface MailSite {
  url: string;
  readsReplies: boolean;
}

/** Tells an author that a legal request removed their story. */
export function removalMail(
  site: string,
  facts: {
    story: string;
    claimant: string;
    description: string;
    /** The claimant's words. */
    reason: string;
    /** The moderator's words. */
    note: string;
    token: string;
    statement: Statement | undefined;
  },
): MailDraft {
  return layOutMail({
    kind: 'takedown-removed',
    subject: 'About something you have published',
    paragraphs: [
      `A legal request about your story “${facts.story}” has reached us, and the story was removed because of it. You can still read and export it.`,
      { heading: 'Who sent it' },
      facts.claimant,
      { heading: 'What it is about' },
      facts.description,
      { heading: 'The claim' },
      facts.reason,
      { heading: 'The reason of the decision' },
      facts.note,
      ...statementParts(facts.statement),
      'If you believe that this is a mistake, or that the story was taken for something else, you can send a counter-notice. It is passed on to the claimant with your name and address. The story is then reinstated 10 to 14 business days later, unless the claimant tells us of a lawsuit.',
    ],
    action: { label: 'Read the request, or send a counter-notice', url: site + urls.appeal(facts.token) },
    afterwords: ['The link works without logging in: please keep it to yourself.'],
  });
}

export function reinstatementMail(
  site: string,
  told: { story: string; note: string; token: string },
): MailDraft {
  return layOutMail({
    kind: 'takedown-put-back',
    subject: 'About something you have published',
    paragraphs: [`Your story “${told.story}” has been reinstated.`, { heading: 'The reason' }, told.note],
    action: readAction(site, told.token),
  });
}

/** Tells an author that the claimant answered their counter-notice with a lawsuit. */
export function staysRemovedMail(
  site: string,
  told: { story: string; note: string; token: string },
): MailDraft {
  return layOutMail({
    kind: 'takedown-kept',
    subject: 'About something you have published',
    paragraphs: [
      `The claimant has told us of a lawsuit about your story “${told.story}”. It stays removed until that is decided; you can still read and export it.`,
      { heading: 'The reason' },
      told.note,
    ],
    action: readAction(site, told.token),
  });
}

function readAction(site: string, token: string) {
  return { label: 'Read the decision', url: site + urls.appeal(token) };
}

const claimantOutcomes = {
  removed: 'The material that your request is about has been removed.',
  kept: 'You have told us of a lawsuit. The material stays removed.',
  rejected: 'We have considered your request and will not act on it.',
  'put-back': 'The material that your request is about has been reinstated.',
  deleted:
    'The material that your request is about has been deleted from our site, and is not reinstated. Your request is closed.',
};

/** Tells the sender of a legal request its outcome. */
export function claimantMail(
  site: MailSite,
  { requestId, what, note }: { requestId: number; what: keyof typeof claimantOutcomes; note: string },
): MailDraft {
  return layOutMail({
    kind: 'takedown-answer',
    subject: `About your request ${requestId}`,
    paragraphs: [claimantOutcomes[what], { heading: 'The reason' }, note],
    afterwords: site.readsReplies
      ? ['If you have questions, please reply to this email.']
      : [
          `If you have questions, please quote the number ${requestId}.`,
          { label: 'How to reach us', url: site.url + urls.contact() },
        ],
  });
}

/** The copy of a counter-notice that the law requires us to forward: 17 USC 512(g)(2)(B). */
export function counterNoticeMail(
  site: MailSite,
  told: { requestId: number; words: string; from: string; until: string },
): MailDraft {
  return layOutMail({
    kind: 'counter-notice',
    subject: `A counter-notice to your request ${told.requestId}`,
    paragraphs: [
      `A counter-notice to your takedown request has come in. The material will be reinstated between ${told.from} and ${told.until}, unless you tell us before then that you have filed an action seeking a court order in this matter.`,
      { heading: 'The counter-notice' },
      told.words,
    ],
    afterwords: site.readsReplies
      ? ['To tell us of an action, please reply to this email.']
      : [
          `To tell us of an action, send the form with the type “Other Legal Concern” and quote the number ${told.requestId}.`,
          { label: 'The form', url: site.url + urls.takedownRequest() },
        ],
  });
}

/** Reminds moderators of due put-backs. The mail gives no details: moderators read them on the site. */
export function reinstatementReminderMail(site: string, { isOverdue }: { isOverdue: boolean }): MailDraft {
  return layOutMail({
    kind: 'put-back-reminder',
    subject: 'Something is waiting for you',
    paragraphs: [
      'A counter-notice came in two weeks ago, and the claimant has not told us of a lawsuit. The law allows a few days to reinstate what was removed.',
      isOverdue
        ? 'At least one of these days is over: a later request may tell of a lawsuit, so you have to decide.'
        : 'In the evening of the last day the site reinstates it by itself, unless a later request waits that may tell of a lawsuit.',
    ],
    action: { label: 'Open the queue', url: site + staffUrls.queue() },
    afterwords: ['You are getting this email because you are a moderator.'],
  });
}
