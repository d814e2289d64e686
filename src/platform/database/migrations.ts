import '../server-only.ts';
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { installed } from '../runtime/installation.ts';
import type { Log } from '../runtime/log.ts';
import { codeOf, StartError } from '../runtime/start-error.ts';

const folder = installed('db/migrations');

/** The names of this release's migrations, in order. */
export function knownMigrations(from = folder): string[] {
  return readdirSync(from)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

/**
 * Who waits for a table makes all wait who come later, and requests wait three seconds at most (SESSION_TIMEOUTS). So
 * a migration waits for a short time only, lets those pass who have gathered, and tries again.
 */
const LOCK_MILLISECONDS = 500;
const PASS_MILLISECONDS = 1_500;
/** A backup reads all tables in one transaction: it should be done by then. */
const PATIENCE_MILLISECONDS = 15 * 60_000;
const LOCK_TIMED_OUT = '55P03';

/**
 * Brings the database to the newest schema, or so many migrations on, one transaction each. Processes that start
 * together take turns by an advisory lock. Throws when a migration fails; its transaction is rolled back whole.
 */
export async function migrate(
  connectionString: string,
  log: Log,
  { count = Number.POSITIVE_INFINITY, from = folder }: { count?: number; from?: string } = {},
): Promise<string[]> {
  const done: string[] = [];
  let giveUpAt = performance.now() + PATIENCE_MILLISECONDS;
  while (done.length < count) {
    try {
      const [next] = await runNext(connectionString, log, from);
      if (next === undefined) break;
      done.push(next.name);
      giveUpAt = performance.now() + PATIENCE_MILLISECONDS;
    } catch (error) {
      if (codeOf(error) !== LOCK_TIMED_OUT || performance.now() > giveUpAt) throw error;
      log.info({}, 'a migration waits until others are done with what it changes');
      await sleep(PASS_MILLISECONDS);
    }
  }
  return done;
}

async function runNext(
  connectionString: string,
  log: Log,
  dir: string,
): Promise<Awaited<ReturnType<typeof runner>>> {
  // The library would not wait for the end of one of its own: whoever then stops the database breaks it.
  const dbClient = new pg.Client({
    connectionString,
    application_name: 'nightstand-migrations',
    lock_timeout: LOCK_MILLISECONDS,
  });
  dbClient.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
  await dbClient.connect();
  try {
    await checkOrder(dbClient, dir);
    return await runner({
      dbClient,
      dir,
      direction: 'up',
      count: 1,
      migrationsTable: 'migrations',
      advisoryLockMode: 'wait',
      checkOrder: false,
      verbose: false,
      logger: {
        debug: () => {},
        info: (message) => log.debug({}, String(message)),
        warn: (message) => log.warn({}, lastLineOf(message)),
        error: (message) => log.error({}, lastLineOf(message)),
      },
    });
  } finally {
    await dbClient.end();
  }
}

/**
 * As far as both go, the database has been through what this release knows. The library would look at the times: when
 * the clock was set back between two releases, the later one would come first, and the site would never start again.
 */
async function checkOrder(client: pg.Client, from: string): Promise<void> {
  const begun = await client.query("select where to_regclass('public.migrations') is not null");
  if (begun.rowCount === 0) return;
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by id');
  const known = knownMigrations(from);
  const at = rows.findIndex(({ name }, index) => index < known.length && name !== known[index]);
  if (at === -1) return;
  throw new StartError(
    `The database was changed by ${rows[at]?.name} where this release has ${known[at]}: it belongs to another release`,
  );
}

/** The library repeats the whole migration before it says what is wrong with it. */
function lastLineOf(message: unknown): string {
  return String(message).trim().split('\n').at(-1) ?? '';
}
