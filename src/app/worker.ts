import type { TaskList } from 'graphile-worker';
import { accountCrontab, accountJobs } from '#features/accounts/jobs.ts';
import { libraryJobs } from '#features/library/jobs.ts';
import type { Services } from '#platform/services.ts';

/** Each feature's jobs, joined. */
export function tasks(services: Services): TaskList {
  return { ...accountJobs(services), ...libraryJobs(services) };
}

/** What is done at fixed times, in cron's notation (UTC). */
export const crontab = [accountCrontab].join('\n');
