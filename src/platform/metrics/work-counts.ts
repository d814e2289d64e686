import '../server-only.ts';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';

/** The jobs that wait in the database, by state, and for how long the oldest untried one has been due. */
export interface JobCounts {
  scheduled: number;
  due: number;
  running: number;
  failing: number;
  given_up: number;
  oldest_due_seconds: number;
}

export async function countJobs(db: Database): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where locked_at is null and attempts = 0 and run_at > now())::integer as scheduled,
      count(*) filter (where locked_at is null and attempts = 0 and run_at <= now())::integer as due,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where locked_at is null and attempts > 0 and attempts < max_attempts)::integer as failing,
      count(*) filter (where locked_at is null and attempts >= max_attempts)::integer as given_up,
      greatest(0, coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts = 0)), 0))::float8
        as oldest_due_seconds
    from graphile_worker.jobs`.execute(db);
  return rows[0] ?? { scheduled: 0, due: 0, running: 0, failing: 0, given_up: 0, oldest_due_seconds: 0 };
}

/** The mails that wait in the database, those given up, and for how long the oldest waiting one has been due. */
export interface MailCounts {
  waiting: number;
  parked: number;
  oldest_due_seconds: number;
}

export async function countMails(db: Database): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select count(*) filter (where parked_at is null)::integer as waiting,
      count(*) filter (where parked_at is not null)::integer as parked,
      greatest(0, coalesce(extract(epoch from now() - min(send_at) filter (where parked_at is null)), 0))::float8
        as oldest_due_seconds
    from outbox_mails where sent_at is null and dropped_at is null`.execute(db);
  return rows[0] ?? { waiting: 0, parked: 0, oldest_due_seconds: 0 };
}
