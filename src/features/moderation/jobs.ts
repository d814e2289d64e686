import type { TaskList } from 'graphile-worker';
import type { Context } from '#platform/runtime/context.ts';
import { remindOfReinstatements, removeOldEvidence } from './service/scheduled-tasks.ts';

export function moderationJobs(context: Context): TaskList {
  return {
    'remove-old-evidence': () => removeOldEvidence(context),
    'remind-of-put-backs': () => remindOfReinstatements(context),
  };
}

/** Cleans up at night, and sends reminders in the morning of business days. */
export const moderationCrontab = ['45 4 * * * remove-old-evidence', '30 6 * * 1-5 remind-of-put-backs'].join(
  '\n',
);
