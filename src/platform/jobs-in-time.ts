import './server-only.ts';
import type { Pool } from 'pg';
import type { FreeSpace } from './free-space.ts';
import type { Log } from './log.ts';
import type { Shifts } from './shifts.ts';

/** No job is planned further ahead than the last try of one that fails: six hours after the try before it. */
const FURTHEST_HOURS = 7;

/**
 * Has jobs done now that would wait for a time of a clock that was set back since; how many. Those were added later
 * than now, or lie further ahead than any is planned. When one is to wait for something else, it finds that out itself.
 */
async function bringForwardJobs(pool: Pool): Promise<number> {
  // A minute is nothing to wait, and so much may lie between what two transactions take for now.
  const { rowCount } = await pool.query(
    `select from graphile_worker.reschedule_jobs(array(
        select id from graphile_worker.jobs where locked_at is null and run_at > now()
          and (updated_at > now() + interval '1 minute' or run_at > now() + make_interval(hours => $1))),
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
  { pool, shift, freeSpace, log }: { pool: Pool; shift: Shifts; freeSpace: FreeSpace; log: Log },
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
    if (count > 0)
      log.warn({ jobs: count }, 'a clock was set back: jobs that would wait for the old time are done now');
    if (!isSetBack) return;
    log.warn({}, 'the clock of this machine was set back: the workers start again');
    // Asked for together, so that a disk that gets full meanwhile has the last word.
    await Promise.all([shift.pause(), shift.resume()]);
    isSetBack = false;
  };
  const look = () =>
    lookAtClocks().catch((error: unknown) => log.warn({ err: error }, 'the clocks can’t be looked at'));
  let looking = look();
  await looking;
  const timer = setInterval(() => {
    looking = look();
  }, everyMilliseconds);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
