import type { TaskList } from 'graphile-worker';
import type { Context } from '#platform/runtime/context.ts';
import {
  reinstateAfterDeadline,
  remindOfReinstatements,
  removeOldEvidence,
} from './service/scheduled-tasks.ts';
import { openReviews } from './service/strikes.ts';
import { remindOfWaitingWork } from './service/waiting-work.ts';

export function moderationJobs(context: Context): TaskList {
  return {
    'remove-old-evidence': () => removeOldEvidence(context),
    'remind-of-put-backs': () => remindOfReinstatements(context),
    'remind-of-waiting-work': () => remindOfWaitingWork(context, new Date()),
    'review-repeat-infringers': () => openReviews(context),
    'put-back-after-deadline': () => reinstateAfterDeadline(context),
  };
}

/** Cleans up at night, reminds in the morning, of deadlines on business days alone, and acts on deadlines before the day ends. */
export const moderationCrontab = [
  '45 4 * * * remove-old-evidence',
  '30 6 * * 1-5 remind-of-put-backs',
  '0 7 * * * remind-of-waiting-work',
  '20 * * * * review-repeat-infringers',
  '0 19 * * * put-back-after-deadline',
].join('\n');
