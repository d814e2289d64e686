import { storedRuleTitle } from '#features/legal/rules.ts';
import { layOutMail, type MailWords } from '#platform/mail/mail-layout.ts';
import type { Mail } from '#platform/mail/outbox.ts';
import { urls } from '#urls.ts';
import type { LoggedAction } from '../contract.ts';

type Letter = Omit<Mail, 'to'>;

/** A decision as it is told to whom it concerns: by role, never by name. */
export interface ToldDecision {
  action: LoggedAction;
  role: 'moderator' | 'admin';
  story?: string | undefined;
  rule?: string | undefined;
  passage: string;
  note: string;
  /** Leads to the page where it can be read, and appealed against. */
  token: string;
  /** Whether readers no longer find the suspended author and their stories. */
  isWithheld?: boolean;
}

const storyOf = ({ story }: ToldDecision) => `your story “${story ?? ''}”`;

const happenings: Partial<Record<LoggedAction, (told: ToldDecision) => string>> = {
  hide: (told) =>
    `A ${told.role} has hidden ${storyOf(told)}: readers no longer find it. You can still read, change and export it.`,
  remove: (told) =>
    `A ${told.role} has removed ${storyOf(told)}: readers no longer find it. You can still read and export it.`,
  restore: (told) => `A ${told.role} has restored ${storyOf(told)}.`,
  suspend: ({ role, isWithheld }) =>
    `A ${role} has suspended your account. You can sign in, read, and export your texts, but not write.${isWithheld ? ' Readers no longer find you and your stories.' : ''}`,
  reinstate: ({ role }) => `A ${role} has lifted the suspension of your account.`,
  uphold: ({ role, story }) =>
    `Another ${role} has read your appeal${story === undefined ? '' : ` about your story “${story}”`}, and upholds the decision.`,
};

const subjects: Partial<Record<LoggedAction, string>> = {
  suspend: 'About your account',
  reinstate: 'About your account',
  uphold: 'About your appeal',
};

/** Which rule, which passage, by whom, why, and what can be done about it. */
export function decisionMail(site: string, told: ToldDecision): Letter {
  const { action, rule, passage, note, token } = told;
  const isAdverse = action === 'hide' || action === 'remove' || action === 'suspend';
  return layOutMail({
    kind: 'moderation-decision',
    subject: subjects[action] ?? 'About something you have published',
    paragraphs: [
      happenings[action]?.(told) ?? '',
      ...(rule === undefined ? [] : [`It is about: ${storedRuleTitle(rule)}`]),
      ...(passage === '' ? [] : [{ heading: 'The passage' }, passage]),
      { heading: 'The reason' },
      note,
      { label: 'The guidelines', url: site + urls.guidelines() },
    ],
    ...(isAdverse ? appealWords(site, token) : { action: readAction(site, token) }),
  });
}

function readAction(site: string, token: string) {
  return { label: 'Read the decision', url: site + urls.appeal(token) };
}

function appealWords(site: string, token: string): Pick<MailWords, 'action' | 'afterwords'> {
  return {
    action: { label: 'Read the decision, or appeal', url: site + urls.appeal(token) },
    afterwords: [
      'You can appeal within 180 days, once. Somebody other than the one who decided will answer.',
      'The link works without signing in: please keep it to yourself.',
    ],
  };
}

/** To an author whose story is away because of a legal request. */
export function takedownMail(
  site: string,
  told: { story: string; claimant: string; description: string; reason: string; token: string },
): Letter {
  return layOutMail({
    kind: 'takedown-removed',
    subject: 'About something you have published',
    paragraphs: [
      `A legal request about your story “${told.story}” has reached us, and the story was removed because of it. You can still read and export it.`,
      { heading: 'Who has sent it' },
      told.claimant,
      { heading: 'What it is about' },
      told.description,
      { heading: 'The claim' },
      told.reason,
      'If you believe that this is a mistake, or that the story was taken for something else, you can send a counter-notice. It is passed on to the claimant with your name and address. The story is then put back 10 to 14 business days later, unless the claimant tells us of a suit.',
    ],
    action: { label: 'Read the request, or send a counter-notice', url: site + urls.appeal(told.token) },
    afterwords: ['The link works without signing in: please keep it to yourself.'],
  });
}

export function putBackMail(site: string, told: { story: string; note: string; token: string }): Letter {
  return layOutMail({
    kind: 'takedown-put-back',
    subject: 'About something you have published',
    paragraphs: [`Your story “${told.story}” has been put back.`, { heading: 'The reason' }, told.note],
    action: readAction(site, told.token),
  });
}

const claimantWords = {
  removed: 'The material that your request is about has been removed.',
  kept: 'You have told us of a suit. The material stays removed.',
  rejected: 'We have looked at your request and do not follow it.',
  'put-back': 'The material that your request is about has been put back.',
};

/** To whoever has sent a legal request: what became of it. */
export function claimantMail(requestId: number, what: keyof typeof claimantWords, note: string): Letter {
  return layOutMail({
    kind: 'takedown-answer',
    subject: `About your request ${requestId}`,
    paragraphs: [claimantWords[what], { heading: 'The reason' }, note],
    afterwords: ['If you have questions, please answer this mail.'],
  });
}

/** The copy of a counter-notice that the law has us pass on: 17 USC 512(g)(2)(B). */
export function counterNoticeMail(told: {
  requestId: number;
  words: string;
  from: string;
  until: string;
}): Letter {
  return layOutMail({
    kind: 'counter-notice',
    subject: `A counter-notice to your request ${told.requestId}`,
    paragraphs: [
      `A counter-notice to your takedown request has come in. The material will be put back between ${told.from} and ${told.until}, unless you tell us before that you have filed an action seeking a court order in this matter.`,
      { heading: 'The counter-notice' },
      told.words,
    ],
    afterwords: ['To tell us of an action, please answer this mail.'],
  });
}
