import type { TaskList } from 'graphile-worker';
import { accountCrontab, accountJobs } from '#features/accounts/jobs.ts';
import { ageCrontab, ageJobs } from '#features/age/jobs.ts';
import { chapterCrontab, chapterJobs } from '#features/chapters/jobs.ts';
import { cleanOlderChapters } from '#features/chapters/service/clean-older-chapters.ts';
import { publishSoon } from '#features/chapters/service/publication.ts';
import { followCrontab, followJobs, followRenewals } from '#features/follows/jobs.ts';
import { historyCrontab, historyJobs } from '#features/history/jobs.ts';
import { importCrontab, importJobs } from '#features/imports/jobs.ts';
import { inboxCrontab, inboxJobs, inboxRenewals } from '#features/inbox/jobs.ts';
import { moderationCrontab, moderationJobs } from '#features/moderation/jobs.ts';
import { networkBanCrontab, networkBanJobs } from '#features/network-bans/jobs.ts';
import { newsletterCrontab, newsletterJobs, newsletterRenewals } from '#features/newsletter/jobs.ts';
import { pushJobs } from '#features/push/jobs.ts';
import { reactionsCrontab, reactionsJobs } from '#features/reactions/jobs.ts';
import { searchCrontab, searchJobs } from '#features/search/jobs.ts';
import { statisticsCrontab, statisticsJobs } from '#features/statistics/jobs.ts';
import { storyCrontab, storyJobs } from '#features/stories/jobs.ts';
import { fillLastChapterTimes } from '#features/stories/service/last-chapter-times.ts';
import { tagsJobs } from '#features/tags/jobs.ts';
import { takedownJobs } from '#features/takedown/jobs.ts';
import { trashCrontab, trashJobs } from '#features/trash/jobs.ts';
import { idempotentRequestJobs, idempotentRequestsCrontab } from '#platform/http/idempotent-requests.ts';
import { watchClocks } from '#platform/jobs/clock-watch.ts';
import { givenUpCrontab, givenUpJobs } from '#platform/jobs/given-up-jobs.ts';
import { openJobDatabase } from '#platform/jobs/job-database.ts';
import { openJobPool } from '#platform/jobs/job-pool.ts';
import { startWorker } from '#platform/jobs/jobs.ts';
import { waitUntilDoneOrLost } from '#platform/jobs/wait-until-done-or-lost.ts';
import { workerControl } from '#platform/jobs/worker-control.ts';
import { createDelivery, type DeliverySettings } from '#platform/mail/create-delivery.ts';
import { mailJobs, outboxCrontab, outboxJobs } from '#platform/mail/mail-jobs.ts';
import type { MailRenewals } from '#platform/mail/mail-renewal.ts';
import { sharedCounterJobs, sharedCountersCrontab } from '#platform/rate-limits/shared-counters.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { Runtime } from './site.ts';

/** The jobs of all features and of the platform. The jobs that wait for servers of others have workers of their own. */
export function tasks(context: Context): TaskList {
  return {
    ...accountJobs(context),
    ...ageJobs(context),
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
    ...givenUpJobs(context),
  };
}

/** The mails that are made again when they go out, because they name stories and people. */
export function mailRenewals(context: Context): MailRenewals {
  return { ...followRenewals(context), ...inboxRenewals(context), ...newsletterRenewals(context) };
}

/** The scheduled jobs, in cron's notation (UTC). */
export const crontab = [
  accountCrontab,
  ageCrontab,
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
  givenUpCrontab,
].join('\n');

/** How long a stopping site waits for an unreachable database. */
const MAX_SILENCE_MILLISECONDS = 5_000;
/** How long a stopping site lets a statement of a job continue. */
const MAX_STATEMENT_MILLISECONDS = 5_000;
/** How long a site waits before it tries again to start its workers. */
const RETRY_MILLISECONDS = 10_000;

export interface Worker {
  stop(): Promise<void>;
}

/**
 * Works on jobs through pools of its own, because the time-outs of requests would cut off a long job. Mail has workers
 * of its own, because a mail server may be slow. While the disk is nearly full, no job runs.
 */
export async function startJobs(
  { connectionString, context: ofRequests }: Pick<Runtime, 'connectionString' | 'context'>,
  settings: DeliverySettings,
): Promise<Worker> {
  const { log, freeSpace } = ofRequests;
  const database = openJobDatabase(connectionString, log);
  const context = { ...ofRequests, db: database.db };
  const delivery = createDelivery(settings, log);
  const pool = openJobPool(connectionString, log);
  if (!freeSpace.isLow()) {
    await cleanOlderChapters(context);
    await fillLastChapterTimes(context);
    await publishSoon(context);
  }
  const mailTasks = {
    ...mailJobs(context, { delivery, renewals: mailRenewals(context) }),
    ...pushJobs(context),
  };
  const workers = workerControl([
    () => startWorker({ pool, tasks: tasks(context), crontab, log }),
    () => startWorker({ pool, tasks: mailTasks, log }),
  ]);
  // A full disk often stops the database too, which may need longer than the disk to recover.
  const followSpace = () => {
    const change = freeSpace.isLow() ? workers.pause() : workers.resume();
    change.catch((error: unknown) => {
      log.error({ err: error }, 'the jobs can’t be paused or resumed: trying again');
      setTimeout(followSpace, RETRY_MILLISECONDS).unref();
    });
  };
  freeSpace.onChange(followSpace);
  const clocks = await watchClocks({ pool, workers, freeSpace, log });
  if (!freeSpace.isLow()) await workers.resume();
  return {
    async stop() {
      const ending = clocks.stop().then(() => workers.end());
      const cancel = () => database.cancel(ofRequests.db).catch(() => undefined);
      const cutting = setInterval(cancel, MAX_STATEMENT_MILLISECONDS);
      const isEnded = await waitUntilDoneOrLost(ending, ofRequests.db, MAX_SILENCE_MILLISECONDS);
      clearInterval(cutting);
      delivery.close();
      if (!isEnded) return log.warn({}, 'the database is gone: not waiting for running jobs');
      await database.close();
      // Waits for pending writes: a job may be done before its completion is recorded.
      await pool.end();
    },
  };
}
