import { Logger, runOnce } from 'graphile-worker';
import { tasks } from '#app/worker.ts';
import { openJobPool } from '#platform/jobs/job-pool.ts';
import type { Services } from '#platform/runtime/services.ts';

/** Runs the due jobs of a test's database until there are none. */
export async function workOffJobs(database: { services: Services; connectionString: string }): Promise<void> {
  const { services, connectionString } = database;
  const pgPool = openJobPool(connectionString, services.log);
  try {
    await runOnce({ pgPool, taskList: tasks(services), logger: new Logger(() => () => {}) });
  } finally {
    await pgPool.end();
  }
}
