import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { prepareJobs } from '#platform/jobs.ts';
import { createLogger } from '#platform/log.ts';
import { migrate } from '#platform/migrations.ts';

/** Where the template is, for the test files that run as processes of their own. */
export const TEMPLATE_VARIABLE = 'NIGHTSTAND_TEST_TEMPLATE';

/** A PostgreSQL for one run of the tests, whose own database is migrated and then only copied. */
export async function startTemplateDatabase(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nightstand-test-'));
  const log = createLogger({ level: 'warn' });
  const embedded = await startEmbeddedPostgres({ dataDir, log, maxConnections: 100 });
  const stop = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(embedded.connectionString, log);
    await prepareJobs(embedded.connectionString);
  } catch (error) {
    await stop();
    throw error;
  }
  return { connectionString: embedded.connectionString, stop };
}
