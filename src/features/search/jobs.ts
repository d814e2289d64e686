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

/**
 * Deletes unused words once a week, at night, and recounts common words every six hours, as a growing library changes
 * them.
 */
export const searchCrontab = `41 3 * * 1 forget-unused-words
23 */6 * * * count-search-terms`;
