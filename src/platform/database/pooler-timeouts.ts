import '../server-only.ts';
import pg from 'pg';
import { reasonOf, StartError } from '../runtime/start-error.ts';
import type { Config } from '../settings/config.ts';
import { SESSION_TIMEOUTS } from './database.ts';

/**
 * Gives the site's role the time-outs of a session, so that every connection has them. PgBouncer in transaction mode
 * hands a connection to another client after each transaction, so session settings would be lost or leak to others, and
 * it refuses time-outs in the start message.
 */
export async function setRoleTimeouts(directUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: directUrl,
    application_name: 'nightstand',
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  try {
    const settings = Object.entries(SESSION_TIMEOUTS).map(
      ([name, milliseconds]) =>
        `execute format('alter role %I in database %I set ${name} = ${milliseconds}', current_user, current_database());`,
    );
    // PostgreSQL refuses one of two simultaneous changes of a role, so processes that start together take turns.
    await client.query(
      `do $$ begin
        perform pg_advisory_xact_lock(hashtextextended('role time-outs', 0));
        ${settings.join('\n        ')}
      end $$`,
    );
  } finally {
    await client.end();
  }
}

/** The operator's own database as long work reaches it, and the setting with its address. */
export interface DirectDatabase {
  connectionString: string;
  variable: 'DATABASE_URL' | 'DATABASE_DIRECT_URL';
}

/**
 * The operator's own database, past a pooler: a pooler refuses the connection settings that migrations need, and its role
 * may have time-outs that cut long work off. Undefined for the embedded database.
 */
export function directDatabase({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): DirectDatabase | undefined {
  if (databaseDirectUrl !== undefined)
    return { connectionString: withoutTimeouts(databaseDirectUrl), variable: 'DATABASE_DIRECT_URL' };
  return databaseUrl === undefined ? undefined : { connectionString: databaseUrl, variable: 'DATABASE_URL' };
}

/** The reason not to start when a database refuses or never answers, with the setting to check. */
export function unreachableDatabase(error: unknown, variable: DirectDatabase['variable']): StartError {
  return new StartError(`The database cannot be reached: ${reasonOf(error)}; check ${variable}`, {
    cause: error,
  });
}

/** The address for long work: jobs, migrations, listening. */
function withoutTimeouts(directUrl: string): string {
  const options = Object.keys(SESSION_TIMEOUTS)
    .map((name) => `-c ${name}=0`)
    .join(' ');
  return `${directUrl}${directUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent(options)}`;
}
