import type { TaskList } from 'graphile-worker';
import { accountCrontab, accountJobs } from '#features/accounts/jobs.ts';
import { chapterCrontab, chapterJobs } from '#features/chapters/jobs.ts';
import { followCrontab, followJobs } from '#features/follows/jobs.ts';
import { historyCrontab, historyJobs } from '#features/history/jobs.ts';
import { importCrontab, importJobs } from '#features/imports/jobs.ts';
import { inboxCrontab, inboxJobs } from '#features/inbox/jobs.ts';
import { moderationCrontab, moderationJobs } from '#features/moderation/jobs.ts';
import { networkBanCrontab, networkBanJobs } from '#features/network-bans/jobs.ts';
import { newsletterCrontab, newsletterJobs } from '#features/newsletter/jobs.ts';
import { reactionsCrontab, reactionsJobs } from '#features/reactions/jobs.ts';
import { searchCrontab, searchJobs } from '#features/search/jobs.ts';
import { statisticsCrontab, statisticsJobs } from '#features/statistics/jobs.ts';
import { storyCrontab, storyJobs } from '#features/stories/jobs.ts';
import { tagsJobs } from '#features/tags/jobs.ts';
import { takedownJobs } from '#features/takedown/jobs.ts';
import { trashCrontab, trashJobs } from '#features/trash/jobs.ts';
import { idempotentRequestJobs, idempotentRequestsCrontab } from '#platform/http/idempotent-requests.ts';
import { outboxCrontab, outboxJobs } from '#platform/mail/mail-jobs.ts';
import { sharedCounterJobs, sharedCountersCrontab } from '#platform/rate-limits/shared-counters.ts';
import type { Context } from '#platform/runtime/context.ts';

/** The jobs of all features and of the platform. The jobs that wait for servers of others have workers of their own. */
export function tasks(context: Context): TaskList {
  return {
    ...accountJobs(context),
    ...chapterJobs(context),
    ...followJobs(context),
    ...historyJobs(context),
    ...importJobs(context),
    ...inboxJobs(context),
    ...moderationJobs(context),
    ...networkBanJobs(context),
    ...newsletterJobs(context),
    ...reactionsJobs(context),
    ...searchJobs(context),
    ...statisticsJobs(context),
    ...storyJobs(context),
    ...tagsJobs(context),
    ...takedownJobs(context),
    ...trashJobs(context),
    ...outboxJobs(context),
    ...idempotentRequestJobs(context),
    ...sharedCounterJobs(context),
  };
}

/** The scheduled jobs, in cron's notation (UTC). */
export const crontab = [
  accountCrontab,
  chapterCrontab,
  followCrontab,
  historyCrontab,
  importCrontab,
  inboxCrontab,
  moderationCrontab,
  networkBanCrontab,
  newsletterCrontab,
  reactionsCrontab,
  searchCrontab,
  statisticsCrontab,
  storyCrontab,
  trashCrontab,
  outboxCrontab,
  idempotentRequestsCrontab,
  sharedCountersCrontab,
].join('\n');
