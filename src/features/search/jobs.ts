import type { TaskList } from 'graphile-worker';
import type { Services } from '#platform/runtime/services.ts';
import { forgetUnused } from './service/spelling.ts';
import { countTerms } from './service/term-counts.ts';

export function searchJobs(services: Services): TaskList {
  return {
    'forget-unused-words': () => forgetUnused(services),
    'count-search-terms': () => countTerms(services),
  };
}

/** Words are forgotten once a week, when most sleep. Which ones are common changes as a library grows. */
export const searchCrontab = `41 3 * * 1 forget-unused-words
23 */6 * * * count-search-terms`;
