import type { TaskList } from 'graphile-worker';
import type { Services } from '#platform/runtime/services.ts';
import { forgetUnused } from './service/spelling.ts';

export function searchJobs(services: Services): TaskList {
  return { 'forget-unused-words': () => forgetUnused(services) };
}

/** Once a week, when most sleep. */
export const searchCrontab = '41 3 * * 1 forget-unused-words';
