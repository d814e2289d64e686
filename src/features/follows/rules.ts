import { DAY_MILLISECONDS, MINUTE_MILLISECONDS } from '#base/durations.ts';
import type { FollowMail } from './contract/follows.ts';

export type MailFrequency = Exclude<FollowMail, 'none'>;
export const MAIL_FREQUENCIES = ['now', 'daily', 'weekly'] as const satisfies readonly MailFrequency[];

/** The hour of the newsletter, in UTC, and its weekday. */
const MAIL_HOUR = 17;
const FRIDAY = 5;
/** A time of daily and weekly mails, long ago. */
export const FIRST_MAIL_TIME = new Date('2021-01-01T17:00:00Z');

/**
 * The time until which news is mailed when the job runs at `now`: for mails at once a minute ago, otherwise the last time
 * at the newsletter's hour. A chapter that is published at this moment may become visible only when its transaction ends.
 */
export function mailedUntil(frequency: MailFrequency, now: Date): Date {
  const settled = now.getTime() - MINUTE_MILLISECONDS;
  if (frequency === 'now') return new Date(settled);
  const until = new Date(settled);
  until.setUTCHours(MAIL_HOUR, 0, 0, 0);
  const days = frequency === 'weekly' ? (until.getUTCDay() - FRIDAY + 7) % 7 : 0;
  until.setTime(until.getTime() - days * DAY_MILLISECONDS);
  const period = frequency === 'weekly' ? 7 : 1;
  return until.getTime() <= settled ? until : new Date(until.getTime() - period * DAY_MILLISECONDS);
}
