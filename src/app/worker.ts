import type { TaskList } from 'graphile-worker';
import { libraryJobs } from '#features/library/jobs.ts';
import { outboxJobs } from '#platform/mail/mail-jobs.ts';
import type { Services } from '#platform/services.ts';

/** Each feature's jobs and the platform's own, joined. */
export function tasks(services: Services): TaskList {
  return { ...libraryJobs(services), ...outboxJobs(services) };
}

/** What is done at fixed times, in cron's notation (UTC). */
export const crontab = ['* * * * * tend-outbox'].join('\n');
