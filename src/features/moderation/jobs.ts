import type { TaskList } from 'graphile-worker';
import { scheduledTime } from '#platform/jobs/scheduled-time.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  forgetBulkActions,
  reinstateAfterDeadline,
  remindOfReinstatements,
  removeOldEvidence,
} from './service/scheduled-tasks.ts';
import { openReviews } from './service/strikes.ts';
import { remindOfWaitingWork } from './service/waiting-work.ts';

export function moderationJobs(context: Context): TaskList {
  return {
    'remove-old-evidence': () => removeOldEvidence(context),
    'forget-bulk-actions': () => forgetBulkActions(context),
    'remind-of-put-backs': (payload) => remindOfReinstatements(context, scheduledTime(payload)),
    'remind-of-waiting-work': (payload) => remindOfWaitingWork(context, scheduledTime(payload)),
    'review-repeat-infringers': () => openReviews(context),
    'put-back-after-deadline': (payload) => reinstateAfterDeadline(context, scheduledTime(payload)),
  };
}

/**
 * Cleans up at night, reminds in the morning, of deadlines on business days alone, and acts on deadlines before the day
 * ends; what the law or the staff waits for is made up for when the site was down then.
 */
export const moderationCrontab = [
  '45 4 * * * remove-old-evidence',
  '50 4 * * * forget-bulk-actions',
  '30 6 * * 1-5 remind-of-put-backs ?fill=12h',
  '0 7 * * * remind-of-waiting-work ?fill=12h',
  '20 * * * * review-repeat-infringers',
  '0 19 * * * put-back-after-deadline ?fill=2d',
].join('\n');
