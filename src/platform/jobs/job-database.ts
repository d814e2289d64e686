import '../server-only.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { type Connection, type Database, openDatabase, SESSION_TIMEOUTS } from '../database/database.ts';
import type { Log } from '../runtime/log.ts';

/**
 * A deletion of what an outage has left behind takes longer than a request may; cut off, it would fail at every attempt,
 * with more to delete each time.
 */
const STATEMENT_MILLISECONDS = 2 * 60_000;

export interface JobDatabase {
  db: Database;
  /** Cuts off the statements under way, by another connection to the same database; their jobs are tried again. */
  cancel(by: Connection): Promise<void>;
  close(): Promise<void>;
}

/** The connections on which jobs work: past any pooler, and with more time than requests have. */
export function openJobDatabase(connectionString: string, log: Log): JobDatabase {
  const { db, pool, close } = openDatabase({
    connectionString,
    log,
    size: 8,
    timeouts: { ...SESSION_TIMEOUTS, statement_timeout: STATEMENT_MILLISECONDS },
  });
  const inUse = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => inUse.add(client));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => inUse.delete(client));
  return {
    db,
    async cancel(by) {
      const processes = [...inUse].map((client) => Reflect.get(client, 'processID'));
      await sql`select pg_cancel_backend(pid) from unnest(${processes}::integer[]) as pid`.execute(by);
    },
    close,
  };
}
