import type { TaskList } from 'graphile-worker';
import { accountCrontab, accountJobs } from '#features/accounts/jobs.ts';
import { chapterJobs } from '#features/chapters/jobs.ts';
import { moderationCrontab, moderationJobs } from '#features/moderation/jobs.ts';
import { newsletterCrontab, newsletterJobs } from '#features/newsletter/jobs.ts';
import { reactionsCrontab, reactionsJobs } from '#features/reactions/jobs.ts';
import { searchCrontab, searchJobs } from '#features/search/jobs.ts';
import { takedownJobs } from '#features/takedown/jobs.ts';
import { keyedRequestJobs, keyedRequestsCrontab } from '#platform/http/keyed-requests.ts';
import { outboxCrontab, outboxJobs } from '#platform/mail/mail-jobs.ts';
import { sharedCounterJobs, sharedCountersCrontab } from '#platform/rate-limits/shared-counters.ts';
import type { Services } from '#platform/runtime/services.ts';

/** The jobs of all features and of the platform. The jobs that send mail have workers of their own. */
export function tasks(services: Services): TaskList {
  return {
    ...accountJobs(services),
    ...chapterJobs(services),
    ...moderationJobs(services),
    ...newsletterJobs(services),
    ...reactionsJobs(services),
    ...searchJobs(services),
    ...takedownJobs(services),
    ...outboxJobs(services),
    ...keyedRequestJobs(services),
    ...sharedCounterJobs(services),
  };
}

/** The scheduled jobs, in cron's notation (UTC). */
export const crontab = [
  accountCrontab,
  moderationCrontab,
  newsletterCrontab,
  reactionsCrontab,
  searchCrontab,
  outboxCrontab,
  keyedRequestsCrontab,
  sharedCountersCrontab,
].join('\n');
