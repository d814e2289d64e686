import type { FollowMail } from '../contract/follows.ts';

/** How often news is mailed, in the order of every choice. */
export const mailLabels: Record<FollowMail, string> = {
  none: 'No emails',
  now: 'Email at once',
  daily: 'Email once a day',
  weekly: 'Email once a week',
};

export const MAIL_CHOICES = Object.keys(mailLabels) as FollowMail[];
