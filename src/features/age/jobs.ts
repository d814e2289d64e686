import type { TaskList } from 'graphile-worker';
import type { Context } from '#platform/runtime/context.ts';
import { deleteOldChecks } from './store.ts';

export function ageJobs({ db }: Pick<Context, 'db'>): TaskList {
  return { 'forget-age-checks': () => deleteOldChecks(db) };
}

/** The next check forgets earlier ones, too, but it may never come. */
export const ageCrontab = '*/5 * * * * forget-age-checks';
