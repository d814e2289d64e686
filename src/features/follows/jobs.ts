import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { MailRenewals } from '#platform/mail/mail-renewal.ts';
import type { Context } from '#platform/runtime/context.ts';
import { FOLLOW_MAIL_JOB, mailFollowers, renewNewsMail } from './service/mailing.ts';
import { FOLLOW_NOTIFY_JOB, notifyFollowers } from './service/notifying.ts';
import { forgetUnneededReads } from './service/updates.ts';

const FORGET_JOB = 'forget-follow-reads';

export function followJobs(context: Context): TaskList {
  return {
    [FOLLOW_MAIL_JOB]: () => mailFollowers(context, new Date()),
    [FOLLOW_NOTIFY_JOB]: () => notifyFollowers(context, new Date()),
    [FORGET_JOB]: () => forgetUnneededReads(context),
  };
}

const newsSource = z.object({
  accountId: z.int(),
  followIds: z.array(z.int()),
  news: z.array(z.object({ story_id: z.int(), unread: z.int(), chapter_ids: z.array(z.int()).optional() })),
});

export function followRenewals(context: Context): MailRenewals {
  return { 'follow-news': (madeFrom) => renewNewsMail(context, newsSource.parse(madeFrom)) };
}

/** Looks for news every few minutes, which gathers what is published together into one mail or notification. */
export const followCrontab = [
  `*/3 * * * * ${FOLLOW_MAIL_JOB}`,
  `*/3 * * * * ${FOLLOW_NOTIFY_JOB}`,
  `49 4 * * * ${FORGET_JOB}`,
].join('\n');
