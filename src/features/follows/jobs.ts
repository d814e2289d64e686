import type { TaskList } from 'graphile-worker';
import type { Context } from '#platform/runtime/context.ts';
import { FOLLOW_MAIL_JOB, mailFollowers } from './service/mailing.ts';
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

/** Looks for news every few minutes, which gathers what is published together into one mail or notification. */
export const followCrontab = [
  `*/3 * * * * ${FOLLOW_MAIL_JOB}`,
  `*/3 * * * * ${FOLLOW_NOTIFY_JOB}`,
  `49 4 * * * ${FORGET_JOB}`,
].join('\n');
