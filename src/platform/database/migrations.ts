import '../server-only.ts';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runner } from 'node-pg-migrate';
import pg from 'pg';
import { installedPath } from '../runtime/installation.ts';
import type { Log } from '../runtime/log.ts';
import { codeOf, StartError } from '../runtime/start-error.ts';
import { applyFunctions } from './apply-functions.ts';

const folder = installedPath('db');

/** The names of this release's migrations, in order. */
export function knownMigrations(from = folder): string[] {
  return readdirSync(join(from, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

/**
 * While a migration waits for a table lock, every later query on the table waits behind it, and requests wait three
 * seconds at most (SESSION_TIMEOUTS). So a migration waits only briefly, lets the others pass, and tries again.
 */
const LOCK_TIMEOUT_MILLISECONDS = 500;
const RETRY_PAUSE_MILLISECONDS = 1_500;
/** A backup reads all tables in one transaction and should be done within this time. */
const MAX_WAIT_MILLISECONDS = 15 * 60_000;
const LOCK_TIMED_OUT = '55P03';

/**
 * Brings the database to the newest schema, or forward by `count` migrations, one transaction each. The functions of
 * db/functions follow once no migration is left. Processes that start together take turns by an advisory lock. Throws
 * when a migration fails; its transaction is rolled back as a whole.
 */
export async function migrate(
  connectionString: string,
  log: Log,
  { count = Number.POSITIVE_INFINITY, from = folder }: { count?: number; from?: string } = {},
): Promise<string[]> {
  const applied: string[] = [];
  while (applied.length < count) {
    const [next] = await retryWhileLocked(log, () => runNextMigration(connectionString, log, from));
    if (next === undefined) {
      const files = await retryWhileLocked(log, () => updateFunctions(connectionString, log, from));
      if (files.length > 0) log.info({ files }, 'functions of the database were brought up to date');
      break;
    }
    applied.push(next.name);
  }
  return applied;
}

async function retryWhileLocked<Result>(log: Log, change: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + MAX_WAIT_MILLISECONDS;
  for (;;) {
    try {
      return await change();
    } catch (error) {
      if (codeOf(error) !== LOCK_TIMED_OUT || performance.now() > giveUpAt) throw error;
      log.info({}, 'a migration is waiting for others to finish with what it changes');
      await sleep(RETRY_PAUSE_MILLISECONDS);
    }
  }
}

async function withClient<Result>(
  connectionString: string,
  log: Log,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString,
    application_name: 'nightstand-migrations',
    lock_timeout: LOCK_TIMEOUT_MILLISECONDS,
  });
  client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * A release that starts on the database of a later one leaves the functions unchanged, because they belong to its
 * tables.
 */
function updateFunctions(connectionString: string, log: Log, from: string): Promise<string[]> {
  return withClient(connectionString, log, async (client) => {
    const { rows } = await client.query<{ count: number }>('select count(*)::integer from public.migrations');
    const isLater = (rows[0]?.count ?? 0) > knownMigrations(from).length;
    return isLater ? [] : applyFunctions(client, join(from, 'functions'));
  });
}

function runNextMigration(
  connectionString: string,
  log: Log,
  from: string,
): Promise<Awaited<ReturnType<typeof runner>>> {
  // The library does not wait until a connection that it opened itself has ended; stopping the database would then
  // break it.
  return withClient(connectionString, log, async (dbClient) => {
    await checkOrder(dbClient, from);
    return await runner({
      dbClient,
      dir: join(from, 'migrations'),
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
  });
}

/**
 * Refuses a database whose migrations differ from this release's, as far as both lists go. The library would compare
 * timestamps: after a clock was set back between two releases, the later one would come first, and the site would never
 * start again.
 */
async function checkOrder(client: pg.Client, from: string): Promise<void> {
  const existing = await client.query("select where to_regclass('public.migrations') is not null");
  if (existing.rowCount === 0) return;
  const { rows } = await client.query<{ name: string }>('select name from public.migrations order by id');
  const known = knownMigrations(from);
  const firstDifference = rows.findIndex(({ name }, index) => index < known.length && name !== known[index]);
  if (firstDifference === -1) return;
  throw new StartError(
    `The database was changed by ${rows[firstDifference]?.name} where this release has ${known[firstDifference]}: it belongs to another release`,
  );
}

/** The library prints the whole migration before the error, so only the last line is useful. */
function lastLineOf(message: unknown): string {
  return String(message).trim().split('\n').at(-1) ?? '';
}
