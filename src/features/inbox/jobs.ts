import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { MailRenewals } from '#platform/mail/mail-renewal.ts';
import type { Context } from '#platform/runtime/context.ts';
import { mailInboxes, renewInboxMail } from './service/mailing.ts';
import { deleteOldItems, tellOfFollowers } from './store/mails.ts';

const MAIL_JOB = 'mail-inboxes';
const FOLLOWERS_JOB = 'tell-of-followers';
const FORGET_JOB = 'forget-inbox-items';

export function inboxJobs(context: Context): TaskList {
  return {
    [MAIL_JOB]: () => mailInboxes(context, new Date()),
    [FOLLOWERS_JOB]: () => tellOfFollowers(context.db),
    [FORGET_JOB]: () => deleteOldItems(context.db),
  };
}

const mailedItems = z.object({ accountId: z.int(), mailedAt: z.string() });

export function inboxRenewals(context: Context): MailRenewals {
  return { 'inbox-news': (madeFrom) => renewInboxMail(context, mailedItems.parse(madeFrom)) };
}

/** Numbers of followers come once a day, so that nobody can tell whose follow made one round. */
export const inboxCrontab = [
  `*/10 * * * * ${MAIL_JOB}`,
  `23 5 * * * ${FOLLOWERS_JOB}`,
  `53 4 * * * ${FORGET_JOB}`,
].join('\n');
