import { Logger, runOnce } from 'graphile-worker';
import { tasks } from '#app/worker.ts';
import { openJobPool } from '#platform/jobs/job-pool.ts';
import type { Context } from '#platform/runtime/context.ts';

/** Runs all due jobs, including those that they enqueue; throws when one has failed. */
export async function runDueJobs(connectionString: string, context: Context): Promise<void> {
  const pgPool = openJobPool(connectionString, context.log);
  try {
    await runOnce({ pgPool, taskList: tasks(context), logger: new Logger(() => () => {}) });
    const failed = await pgPool.query<{ task_identifier: string; last_error: string }>(
      'select task_identifier, last_error from graphile_worker.jobs where last_error is not null',
    );
    for (const job of failed.rows) throw new Error(`${job.task_identifier} failed: ${job.last_error}`);
  } finally {
    await pgPool.end();
  }
}
