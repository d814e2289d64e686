import type { TaskList } from 'graphile-worker';
import { accountCrontab, accountJobs } from '#features/accounts/jobs.ts';
import { chapterJobs } from '#features/chapters/jobs.ts';
import { libraryJobs } from '#features/library/jobs.ts';
import { outboxCrontab, outboxJobs } from '#platform/mail/mail-jobs.ts';
import type { Services } from '#platform/services.ts';

/** Each feature's jobs and the platform's own, joined. Those that send mail have workers of their own. */
export function tasks(services: Services): TaskList {
  return {
    ...accountJobs(services),
    ...chapterJobs(services),
    ...libraryJobs(services),
    ...outboxJobs(services),
  };
}

/** What is done at fixed times, in cron's notation (UTC). */
export const crontab = [accountCrontab, outboxCrontab].join('\n');
