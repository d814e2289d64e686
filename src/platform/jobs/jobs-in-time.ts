import '../server-only.ts';
import type { Pool } from 'pg';
import type { FreeSpace } from '../runtime/free-space.ts';
import type { Log } from '../runtime/log.ts';
import type { WorkerControl } from './worker-control.ts';

/** No job is planned further ahead than the last try of one that fails: six hours after the try before it. */
const FURTHEST_HOURS = 7;

/**
 * Has jobs done now that would wait although their time has come; how many. Added later than now, or further ahead than
 * any is planned: the database's clock was set back since. At a fixed time: by the clock of a machine of the site, which
 * the database's is behind. One that is to wait for something else finds that out itself.
 */
async function bringForwardJobs(pool: Pool): Promise<number> {
  // A minute is nothing to wait, and so much may lie between what two transactions take for now.
  const { rowCount } = await pool.query(
    `select from graphile_worker.reschedule_jobs(array(
        select id from graphile_worker._private_jobs where locked_at is null and run_at > now() + interval '1 minute'
          and (updated_at > now() + interval '1 minute' or run_at > now() + make_interval(hours => $1)
            or (attempts = 0 and payload->'_cron' is not null))),
      run_at => now())`,
    [FURTHEST_HOURS],
  );
  return rowCount ?? 0;
}

/**
 * Work at fixed times goes by the clock of this machine, and what it was done for last is kept. While that lies ahead,
 * because the clock was set back since, nothing would be done, also after a new start.
 */
export async function forgetFixedTimesAhead(pool: Pool): Promise<void> {
  // Another machine's clock may be a little ahead of this one's: what it has done is not done again.
  await pool.query(
    `update graphile_worker._private_known_crontabs set last_execution = null
      where last_execution > $1::timestamptz + interval '1 minute'`,
    [new Date()],
  );
}

const LOOK_MILLISECONDS = 30_000;
const SET_BACK_MILLISECONDS = 60_000;

/**
 * Watches the clocks, so that no job waits for a time that has been once already. The workers of a machine whose clock
 * was set back start again: those in it who wait for the next fixed time would wait for the old one.
 */
export async function keepJobsInTime(
  { pool, workers, freeSpace, log }: { pool: Pool; workers: WorkerControl; freeSpace: FreeSpace; log: Log },
  everyMilliseconds = LOOK_MILLISECONDS,
): Promise<{ stop(): Promise<void> }> {
  // The one clock runs evenly, whatever happens to the other.
  const offset = () => Date.now() - performance.now();
  let before = offset();
  let isSetBack = false;
  const lookAtClocks = async () => {
    const now = offset();
    isSetBack ||= now < before - SET_BACK_MILLISECONDS;
    before = now;
    if (freeSpace.isLow()) return;
    const count = await bringForwardJobs(pool);
    if (count > 0) log.warn({ jobs: count }, 'the clocks are at odds: jobs whose time had come are done now');
    if (!isSetBack) return;
    log.warn({}, 'the clock of this machine was set back: the workers start again');
    // Asked for together, so that a disk that gets full meanwhile has the last word.
    await Promise.all([workers.pause(), workers.resume()]);
    isSetBack = false;
  };
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async (): Promise<void> => {
    await lookAtClocks().catch((error: unknown) => log.warn({ err: error }, 'the clocks can’t be looked at'));
    // Only then: workers who start again let their jobs finish first, which may take long.
    if (!isOver) timer = setTimeout(lookAgain, everyMilliseconds);
  };
  const lookAgain = () => {
    looking = look();
  };
  let looking = look();
  await looking;
  return {
    async stop() {
      isOver = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
