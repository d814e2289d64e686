import '../server-only.ts';
import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { knownMigrations } from '../database/migrations.ts';
import { countJobs, countMails } from '../metrics/work-counts.ts';
import type { Finding } from './finding.ts';

const MAX_CLOCK_DIFFERENCE_SECONDS = 5;
const MAX_WAIT_MINUTES = 15;

/** The database: its migrations, its clock, and the jobs and mails that wait in it. */
export async function checkDatabase(db: Database): Promise<Finding[]> {
  return [await checkMigrations(db), await checkClock(db), await checkJobs(db), await checkMails(db)];
}

async function checkMigrations(db: Database): Promise<Finding> {
  const subject = 'Database';
  const { rows } = await sql<{ version: string; megabytes: number }>`
    select current_setting('server_version') as version,
      (pg_database_size(current_database()) / 1048576)::integer as megabytes`.execute(db);
  const applied = await sql<{ name: string }>`select name from migrations`.execute(db);
  const names = new Set(applied.rows.map(({ name }) => name));
  const known = knownMigrations();
  const pending = known.filter((name) => !names.has(name)).length;
  const text = `PostgreSQL ${rows[0]?.version}, ${rows[0]?.megabytes} MB, ${names.size} migrations`;
  if (pending > 0)
    return {
      ...{ subject, state: 'advice', text: `${text}; ${pending} of this release are missing` },
      advice: 'The next start applies them. Make a backup first.',
    };
  if (names.size > known.length)
    return {
      ...{ subject, state: 'problem', text: `${text}; this release has only ${known.length}` },
      advice: 'A newer release has run here: install that one.',
    };
  return { subject, state: 'fine', text };
}

async function checkClock(db: Database): Promise<Finding> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const seconds = Math.round(Math.abs((rows[0]?.now.getTime() ?? 0) - Date.now()) / 1000);
  if (seconds <= MAX_CLOCK_DIFFERENCE_SECONDS)
    return { subject: 'Clock', state: 'fine', text: 'the site and its database agree' };
  const text = `the site and its database are ${seconds} seconds apart: chapters and mails come at wrong times`;
  return { subject: 'Clock', state: 'problem', text, advice: 'Let both set their clock by NTP.' };
}

async function checkJobs(db: Database): Promise<Finding> {
  const subject = 'Jobs';
  const { given_up: givenUp, oldest_due_seconds: seconds } = await countJobs(db);
  const minutes = Math.floor(seconds / 60);
  if (minutes > MAX_WAIT_MINUTES)
    return {
      ...{ subject, state: 'problem', text: `the oldest one has been due for ${minutes} minutes` },
      advice: 'Is the site running? Its log names jobs that fail.',
    };
  if (givenUp > 0)
    return {
      ...{ subject, state: 'advice', text: `${givenUp} were given up` },
      advice: 'The runbook has how to see the reasons, and to run them again.',
    };
  return { subject, state: 'fine', text: 'none is late' };
}

async function checkMails(db: Database): Promise<Finding> {
  const subject = 'Mails';
  const { waiting, parked, oldest_due_seconds: seconds } = await countMails(db);
  const minutes = Math.floor(seconds / 60);
  if (minutes > MAX_WAIT_MINUTES)
    return {
      ...{ subject, state: 'problem', text: `${waiting} wait, the oldest one for ${minutes} minutes` },
      advice: 'The log says what the mail server answers.',
    };
  if (parked > 0)
    return {
      ...{ subject, state: 'advice', text: `${parked} could not be delivered and were given up` },
      advice: 'Metrics and log tell for which reason; the runbook has the next steps.',
    };
  return { subject, state: 'fine', text: waiting === 0 ? 'none waits' : `${waiting} are on their way` };
}
