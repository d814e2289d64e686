import '../server-only.ts';
import pg from 'pg';
import { isDatabaseUnavailable } from '../database/database.ts';
import { createDatabaseWatchdog } from '../database/database-watchdog.ts';
import type { Log } from '../runtime/log.ts';

/** "Cannot connect now": graphile-worker retries after this error, with at most two minutes between tries. */
const CANNOT_CONNECT_NOW = '57P03';

function toRetryableError(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  return Object.assign(new Error((error as Error).message, { cause: error }), { code: CANNOT_CONNECT_NOW });
}

function withRetryableErrors<Result>(result: Result): Result {
  if (!(result instanceof Promise)) return result;
  return result.catch((error: unknown) => {
    throw toRetryableError(error);
  }) as Result;
}

/**
 * Reports every error that means "the database is unavailable" under the code after which graphile-worker retries.
 * graphile-worker records the outcome of a job without awaiting the query, and gives up on most other errors: their
 * unhandled rejection would end the process, and the job would stay locked for hours. Version 0.18 has no setting for
 * this.
 */
class JobClient extends pg.Client {
  override query = ((...parameters: Parameters<pg.Client['query']>) =>
    withRetryableErrors(super.query(...parameters))) as unknown as pg.Client['query'];
}

class JobPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: JobClient } as pg.PoolConfig);
  }

  /**
   * A pool that ends gives neither a connection nor an error: graphile-worker may be between two tries to record the end of a
   * job, and the process, which stops now, would end with that error. The job is run again.
   */
  override connect = ((...parameters: Parameters<pg.Pool['connect']>) =>
    this.ending
      ? new Promise(() => undefined)
      : withRetryableErrors(super.connect(...parameters))) as unknown as pg.Pool['connect'];
}

/** A pool for the workers alone. Must be ended before the database stops. */
export function openJobPool(connectionString: string, log: Log): pg.Pool {
  const watchdog = createDatabaseWatchdog(connectionString, log);
  const pool = new JobPool({
    connectionString,
    onConnect: watchdog.onConnect,
    max: 8,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'nightstand-jobs',
  });
  // Errors of an ending pool are expected, because the database may stop at the same moment.
  const onError = (error: Error) => {
    if (!pool.ending) log.warn({ err: error }, 'a connection of the job worker broke');
  };
  pool.on('error', onError);
  // A connection in use emits its errors itself: without a listener they would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  watchdog.watch(pool);
  return pool;
}
