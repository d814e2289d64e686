import { Logger, runOnce } from 'graphile-worker';
import { tasks } from '#app/worker.ts';
import { openJobPool } from '#platform/jobs/job-pool.ts';
import type { Context } from '#platform/runtime/context.ts';

/** Runs the due jobs of a test's database until there are none. */
export async function runJobsOnce(database: { context: Context; connectionString: string }): Promise<void> {
  const { context, connectionString } = database;
  const pgPool = openJobPool(connectionString, context.log);
  try {
    await runOnce({ pgPool, taskList: tasks(context), logger: new Logger(() => () => {}) });
  } finally {
    await pgPool.end();
  }
}
