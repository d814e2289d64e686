import '../server-only.ts';
import { setInterval } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { FreeSpace } from '../runtime/free-space.ts';
import type { Log } from '../runtime/log.ts';
import type { WorkerControl } from './worker-control.ts';

/** No job is planned further ahead than the last retry of a failed one: six hours after the try before it. */
const MAX_HOURS_AHEAD = 7;

/**
 * Runs overdue jobs that a wrong clock delays; returns their number. A job that was added in the future, or is planned
 * further ahead than any can be, comes from a clock that was set back since. Scheduled jobs are planned by a machine's
 * clock, which may be ahead of the database's. A minute ahead is tolerated, because transactions differ by that much.
 */
async function bringForwardJobs(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query(
    `select from graphile_worker.reschedule_jobs(array(
        select id from graphile_worker._private_jobs where locked_at is null and run_at > now() + interval '1 minute'
          and (updated_at > now() + interval '1 minute' or run_at > now() + make_interval(hours => $1)
            or (attempts = 0 and payload->'_cron' is not null))),
      run_at => now())`,
    [MAX_HOURS_AHEAD],
  );
  return rowCount ?? 0;
}

/**
 * Deletes last runs of scheduled jobs that lie in the future of this machine's clock, which was set back since.
 * Otherwise no job would run on schedule before that time, not even after a restart. The clocks of two machines may
 * differ by a minute.
 */
export async function deleteFutureRuns(pool: Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = null
      where last_execution > $1::timestamptz + interval '1 minute'`,
    [new Date()],
  );
}

const CHECK_MILLISECONDS = 30_000;
const SET_BACK_MILLISECONDS = 60_000;

/**
 * Keeps jobs from waiting for a time that has already passed, after the clock of the database or of a machine was set
 * back. When this machine's clock was, the workers restart, because they wait for the next scheduled time by the old
 * clock.
 */
export async function watchClocks(
  {
    pool,
    workers,
    freeSpace,
    log,
  }: { pool: Pool; workers: WorkerControl; freeSpace: FreeSpace; log: Pick<Log, 'warn'> },
  everyMilliseconds = CHECK_MILLISECONDS,
): Promise<{ stop(): Promise<void> }> {
  // The monotonic clock is never set back.
  const offset = () => Date.now() - performance.now();
  let lastOffset = offset();
  let isSetBack = false;

  async function check(): Promise<void> {
    isSetBack ||= offset() < lastOffset - SET_BACK_MILLISECONDS;
    lastOffset = offset();
    if (freeSpace.isLow()) return;
    const count = await bringForwardJobs(pool);
    if (count > 0) log.warn({ jobs: count }, 'the clocks disagree: overdue jobs are run now');
    if (!isSetBack) return;
    log.warn({}, 'the clock of this machine was set back: restarting the workers');
    // Pause and resume are requested together, so that a pause for a disk that fills up meanwhile comes last.
    await Promise.all([workers.pause(), workers.resume()]);
    isSetBack = false;
  }
  const tryToCheck = () =>
    check().catch((error: unknown) => log.warn({ err: error }, 'the clocks can’t be checked'));

  const stopping = new AbortController();
  async function checkRegularly(): Promise<void> {
    for await (const _ of setInterval(everyMilliseconds, undefined, { signal: stopping.signal }))
      await tryToCheck();
  }
  await tryToCheck();
  const checking = checkRegularly().catch(() => undefined);
  return {
    async stop() {
      stopping.abort();
      await checking;
    },
  };
}
