import '../server-only.ts';
import {
  Logger,
  makeWorkerUtils,
  type Runner,
  run,
  type TaskList,
  type TaskSpec,
  type WorkerUtils,
} from 'graphile-worker';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { Connection } from '../database/database.ts';
import type { Log } from '../runtime/log.ts';
import { deleteFutureRuns } from './clock-watch.ts';
import { openJobPool } from './job-pool.ts';

export interface Jobs {
  /** Adds a job in the transaction of its cause: it runs if and only if that commits. */
  enqueue(
    connection: Connection,
    task: string,
    payload: object,
    spec?: Pick<TaskSpec, 'jobKey' | 'runAt' | 'queueName'>,
  ): Promise<void>;
  /**
   * Runs the task once within `seconds`, however often it is requested: nothing is added while one waits. A request
   * made just as that one begins may be missed, so the task must also be scheduled.
   */
  enqueueOnce(connection: Connection, task: string, seconds: number): Promise<void>;
}

export const jobs: Jobs = {
  async enqueue(connection, task, payload, spec) {
    await sql`select graphile_worker.add_job(
      identifier => ${task}::text, payload => ${JSON.stringify(payload)}::json,
      queue_name => ${spec?.queueName ?? null}::text, run_at => ${spec?.runAt ?? null}::timestamptz,
      job_key => ${spec?.jobKey ?? null}::text)`.execute(connection);
  },
  // Checking first takes no lock: with add_job alone, concurrent callers would wait for each other at the one job.
  async enqueueOnce(connection, task, seconds) {
    await sql`select graphile_worker.add_job(
        identifier => ${task}::text, run_at => now() + make_interval(secs => ${seconds}),
        job_key => ${task}::text, job_key_mode => 'preserve_run_at')
      where not exists (select from graphile_worker.jobs
        where key = ${task} and locked_at is null and attempts = 0)`.execute(connection);
  },
};

/** Brings the job queue's own tables up to date. */
export async function prepareJobs(connectionString: string, log: Log): Promise<void> {
  // graphile-worker does not wait until a pool that it makes itself has ended, and the database may be stopped next.
  const pool = openJobPool(connectionString, log);
  try {
    const utils: WorkerUtils = await makeWorkerUtils({ pgPool: pool });
    try {
      await utils.migrate();
    } finally {
      await utils.release();
    }
  } finally {
    await pool.end();
  }
}

/** Starts working on jobs in this process. Its `stop()` lets the jobs under way finish. */
export async function startWorker(options: {
  pool: Pool;
  tasks: TaskList;
  /** The scheduled jobs, in cron's notation (UTC). */
  crontab?: string;
  log: Log;
}): Promise<Runner> {
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') options.log.error({}, message);
    else if (level === 'warning') options.log.warn({}, message);
    else options.log.debug({}, message);
  });
  if (options.crontab !== undefined) await deleteFutureRuns(options.pool);
  return run({
    pgPool: options.pool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 5_000,
    taskList: options.tasks,
    crontab: options.crontab,
    logger,
  });
}
