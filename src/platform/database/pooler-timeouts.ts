import '../server-only.ts';
import pg from 'pg';
import { SESSION_TIMEOUTS } from './database.ts';

/**
 * PgBouncer in transaction mode hands a connection to another client after each transaction: what a client sets for
 * its session would be lost or met by others, and time-outs asked for at the start are refused. So the site's role has
 * them in its database, and whoever connects as that role gets them, whichever way.
 */
export async function giveRoleTimeouts(directUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: directUrl,
    application_name: 'nightstand',
    connectionTimeoutMillis: 5_000,
  });
  await client.connect();
  try {
    for (const [name, milliseconds] of Object.entries(SESSION_TIMEOUTS))
      await client.query(
        `do $$ begin
          execute format('alter role %I in database %I set ${name} = ${milliseconds}', current_user, current_database());
        end $$`,
      );
  } finally {
    await client.end();
  }
}

/** The address for work that takes its time: jobs, migrations, listening. */
export function withoutTimeouts(directUrl: string): string {
  const options = Object.keys(SESSION_TIMEOUTS)
    .map((name) => `-c ${name}=0`)
    .join(' ');
  return `${directUrl}${directUrl.includes('?') ? '&' : '?'}options=${encodeURIComponent(options)}`;
}
