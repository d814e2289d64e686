import '../server-only.ts';
import type { TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { Context } from '../runtime/context.ts';

/** After the last attempt, which `run_at` follows by hours: enough to mend the reason and run them again (docs/runbook.md). */
const RETENTION_DAYS = 14;

/**
 * Deletes jobs that failed at every attempt long ago. The queue itself keeps them for ever, and some hold an address to
 * which a mail should have gone.
 */
async function forgetGivenUpJobs({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs where locked_at is null and attempts >= max_attempts
      and run_at < now() - make_interval(days => ${RETENTION_DAYS})))`.execute(db);
}

export function givenUpJobs(context: Pick<Context, 'db'>): TaskList {
  return { 'forget-given-up-jobs': () => forgetGivenUpJobs(context) };
}

export const givenUpCrontab = '31 4 * * * forget-given-up-jobs';
