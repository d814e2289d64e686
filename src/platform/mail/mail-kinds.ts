import '../server-only.ts';

/**
 * The cause of a mail decides whether it is counted. `stranger`: anybody who knows the address can cause it, so it has
 * a small quota of its own. `personal`: caused by the receiver or by a subscription. `notice`: tells of security or of
 * moderation and must arrive, so it is never counted, delayed by a quota or dropped.
 */
type MailRule = { cause: 'stranger' | 'personal'; perDay: number } | { cause: 'notice' };

/**
 * Every kind of mail. Each kind is counted by itself for each address: what strangers cause never uses up the quota of
 * another kind.
 */
export const mailRules = {
  'newsletter-confirm': { cause: 'stranger', perDay: 1 },
  'newsletter-subscribed': { cause: 'stranger', perDay: 1 },
  'newsletter-preferences': { cause: 'stranger', perDay: 1 },
  'newsletter-unsubscribe': { cause: 'stranger', perDay: 1 },
  'reset-password': { cause: 'stranger', perDay: 3 },
  // More than the others: used up, it would leave an owner without this way in. One is mailed in ten minutes at most.
  'login-code': { cause: 'stranger', perDay: 24 },
  'verify-email': { cause: 'stranger', perDay: 3 },
  'address-in-use': { cause: 'stranger', perDay: 1 },
  'takedown-receipt': { cause: 'stranger', perDay: 3 },

  'delete-account': { cause: 'personal', perDay: 5 },
  'newsletter-letter': { cause: 'personal', perDay: 5 },

  'password-changed': { cause: 'notice' },
  'google-linked': { cause: 'notice' },
  'moderation-decision': { cause: 'notice' },
  'takedown-notice': { cause: 'notice' },
  'takedown-removed': { cause: 'notice' },
  'takedown-put-back': { cause: 'notice' },
  'takedown-kept': { cause: 'notice' },
  'takedown-answer': { cause: 'notice' },
  'counter-notice': { cause: 'notice' },
  'put-back-reminder': { cause: 'notice' },
} as const satisfies Record<string, MailRule>;

export type MailKind = keyof typeof mailRules;

/** How many mails of a kind an address gets in a day; undefined: as many as there are. */
export function dailyQuota(kind: MailKind): number | undefined {
  const rule: MailRule = mailRules[kind];
  return rule.cause === 'notice' ? undefined : rule.perDay;
}
