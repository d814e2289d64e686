import './server-only.ts';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import type { Log } from './log.ts';

const folder = fileURLToPath(new URL('../../db/migrations', import.meta.url));

/** The names of this release's migrations, in order. */
export function knownMigrations(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

/**
 * Brings the database to the newest schema, or so many migrations on. Processes that start together wait for each other at an
 * advisory lock. Throws when a migration fails; its transaction is rolled back whole.
 */
export async function migrate(
  connectionString: string,
  log: Log,
  count: number = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const done = await runner({
    databaseUrl: { connectionString, application_name: 'nightstand-migrations', lock_timeout: 10_000 },
    dir: folder,
    direction: 'up',
    count,
    migrationsTable: 'migrations',
    advisoryLockMode: 'wait',
    checkOrder: true,
    verbose: false,
    logger: {
      debug: () => {},
      info: (message) => log.debug({}, String(message)),
      warn: (message) => log.warn({}, lastLineOf(message)),
      error: (message) => log.error({}, lastLineOf(message)),
    },
  });
  return done.map((migration) => migration.name);
}

/** The library repeats the whole migration before it says what is wrong with it. */
function lastLineOf(message: unknown): string {
  return String(message).trim().split('\n').at(-1) ?? '';
}
