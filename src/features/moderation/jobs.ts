import type { TaskList } from 'graphile-worker';
import type { Services } from '#platform/runtime/services.ts';
import { remindOfPutBacks, removeOldEvidence } from './service/chores.ts';

export function moderationJobs(services: Services): TaskList {
  return {
    'remove-old-evidence': () => removeOldEvidence(services),
    'remind-of-put-backs': () => remindOfPutBacks(services),
  };
}

/** Cleans up at night, and sends reminders in the morning of business days. */
export const moderationCrontab = ['45 4 * * * remove-old-evidence', '30 6 * * 1-5 remind-of-put-backs'].join(
  '\n',
);
