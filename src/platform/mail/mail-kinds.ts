import '../server-only.ts';

/**
 * The cause of a mail decides whether it is counted. `stranger`: anybody who knows the address can cause it, so it has
 * a small quota of its own. `personal`: caused by the receiver or by a subscription. `notice`: tells of security or of
 * moderation and must arrive, so it is never counted, delayed by a quota or dropped.
 */
export interface MailQuota {
  perDay: number;
  /** Beyond it a mail waits for its send slot. */
  perHour?: number;
}

/** `isOptional`: tells of what is new and can be read on the site, too; not sent to an address that refuses our mails. */
type MailRule = ({ cause: 'stranger' | 'personal'; isOptional?: true } & MailQuota) | { cause: 'notice' };

/**
 * Every kind of mail. Each kind has its own count for each address, so mails caused by strangers never use up the quota
 * of another kind.
 */
export const mailRules = {
  'newsletter-confirm': { cause: 'stranger', perDay: 1 },
  'newsletter-subscribed': { cause: 'stranger', perDay: 1 },
  'newsletter-preferences': { cause: 'stranger', perDay: 1 },
  'newsletter-unsubscribe': { cause: 'stranger', perDay: 1 },
  'reset-password': { cause: 'stranger', perDay: 3 },
  // The quota can't be used up: the owner of an account under attack has no other way to sign in. At most one goes out
  // in ten minutes.
  'login-code': { cause: 'stranger', perHour: 6, perDay: 144 },
  'verify-email': { cause: 'stranger', perDay: 3 },
  'address-in-use': { cause: 'stranger', perDay: 1 },
  // Goes to whatever address somebody with an account has typed.
  'confirm-email': { cause: 'stranger', perDay: 3 },
  'takedown-receipt': { cause: 'stranger', perDay: 3 },
  // Goes to the unconfirmed address that a guest has typed into a report.
  'moderation-report': { cause: 'stranger', perDay: 5 },

  // Its refusal counts, because only the owner of a verified address asks for it.
  'address-trial': { cause: 'personal', perDay: 3 },
  'delete-account': { cause: 'personal', perDay: 5 },
  'newsletter-letter': { cause: 'personal', isOptional: true, perDay: 5 },
  'inbox-news': { cause: 'personal', isOptional: true, perDay: 5 },
  'follow-news': { cause: 'personal', isOptional: true, perHour: 20, perDay: 100 },

  'password-changed': { cause: 'notice' },
  'password-removed': { cause: 'notice' },
  'factor-changed': { cause: 'notice' },
  'new-device': { cause: 'notice' },
  'email-changed': { cause: 'notice' },
  'google-linked': { cause: 'notice' },
  'moderation-decision': { cause: 'notice' },
  'takedown-notice': { cause: 'notice' },
  'takedown-removed': { cause: 'notice' },
  'takedown-put-back': { cause: 'notice' },
  'takedown-kept': { cause: 'notice' },
  'takedown-answer': { cause: 'notice' },
  'counter-notice': { cause: 'notice' },
  'put-back-reminder': { cause: 'notice' },
  'waiting-work': { cause: 'notice' },
} as const satisfies Record<string, MailRule>;

export type MailKind = keyof typeof mailRules;

/** The quota of a kind for an address; undefined: no limit. */
export function quotaOf(kind: MailKind): MailQuota | undefined {
  const rule: MailRule = mailRules[kind];
  return rule.cause === 'notice' ? undefined : rule;
}

/** Whether a mail is not sent to an address that refuses our mails. */
export function isOptionalMail(kind: MailKind): boolean {
  const rule: MailRule = mailRules[kind];
  return rule.cause !== 'notice' && rule.isOptional === true;
}

/** Whether anybody may have typed the address; the kind comes from a mail's row, perhaps of another release. */
export function isCausedByStranger(kind: string): boolean {
  const rule: MailRule | undefined = Object.hasOwn(mailRules, kind) ? mailRules[kind as MailKind] : undefined;
  return rule?.cause === 'stranger';
}
