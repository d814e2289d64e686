import '../server-only.ts';
import pg from 'pg';
import type { Log } from '../runtime/log.ts';

const CHECK_MILLISECONDS = 250;
/** A connection in use for longer is a reason to check whether the database is reachable at all. */
const MAX_USE_MILLISECONDS = 2_500;
/** The pause between two checks of one connection, such as that on which a job worker listens for as long as it runs. */
const NEXT_CHECK_MILLISECONDS = 5_000;
const MAX_CONNECT_MILLISECONDS = 1_500;
/** Six checks fall due while a connection is opened. Fewer than this many mean that the process itself was busy. */
const MIN_CHECKS_WHILE_CONNECTING = 4;

/** Names the server process, which is another one after a restart or when a replica has taken over. */
const SERVER_QUERY = {
  text: 'select pg_postmaster_start_time()::text as server',
  query_timeout: MAX_CONNECT_MILLISECONDS,
};

interface Use {
  since: number;
  checkAt: number;
}

export interface DatabaseWatchdog {
  /** The pool's hook of this name. */
  onConnect(client: pg.ClientBase): Promise<void>;
  /** Watches the pool until it ends. */
  watch(pool: pg.Pool): void;
}

/**
 * Ends connections in use when the database is silent, or when its address leads to another server, such as a replica
 * that has taken over. A database whose machine or network is gone refuses nothing, so a query would wait a quarter of
 * an hour until the system gives the connection up. When a connection has been in use for long, the watchdog opens a
 * new one. If that gets no answer, not even a refusal, all connections in use are ended; if another server answers,
 * those to the former one. Their requests are answered 503 within five seconds. A slow query on a living database
 * continues.
 *
 * The `query_timeout` of pg can't do this: it has one value for all statements, and some take a minute. TCP keep-alive
 * sends no probes while data is in flight.
 */
export function createDatabaseWatchdog(connectionString: string, log: Pick<Log, 'warn'>): DatabaseWatchdog {
  const servers = new WeakMap<pg.ClientBase, string>();
  return {
    async onConnect(client) {
      servers.set(client, await serverOf(client));
    },
    watch: (pool) => watch(pool, { connectionString, log, servers }),
  };
}

function watch(
  pool: pg.Pool,
  {
    connectionString,
    log,
    servers,
  }: { connectionString: string; log: Pick<Log, 'warn'>; servers: WeakMap<pg.ClientBase, string> },
): void {
  const uses = new Map<pg.PoolClient, Use>();
  pool.on('acquire', (client) => {
    const since = performance.now();
    uses.set(client, { since, checkAt: since + MAX_USE_MILLISECONDS });
  });
  pool.on('release', (_error, client) => uses.delete(client));
  pool.on('remove', (client) => uses.delete(client));
  let checks = 0;
  let isConnecting = false;

  async function check(): Promise<void> {
    checks += 1;
    const startedAt = performance.now();
    const due = [...uses.values()].filter(({ checkAt }) => checkAt < startedAt);
    if (due.length === 0 || isConnecting) return;
    isConnecting = true;
    const checksBefore = checks;
    const answer = await askServer(connectionString);
    isConnecting = false;
    if (answer.isSilent) {
      // A process that was busy itself has not read the answer yet.
      if (checks - checksBefore < MIN_CHECKS_WHILE_CONNECTING) return;
      const stalled = [...uses].filter(([, { since }]) => since < startedAt);
      end(stalled, 'the database is silent: dropping the connections in use');
    } else {
      for (const use of due) use.checkAt = performance.now() + NEXT_CHECK_MILLISECONDS;
      const left = [...uses].filter(([client]) => isElsewhere(servers.get(client), answer.server));
      end(left, 'another database server answers: dropping the connections to the former one');
    }
  }

  function end(lost: [pg.PoolClient, Use][], message: string): void {
    // Those that were overdue may have been released meanwhile.
    if (lost.length === 0) return;
    log.warn({ connections: lost.length }, message);
    // `end()` does not wait for the database while a query is under way; otherwise it makes the client refuse further
    // queries.
    for (const [client] of lost) if (client instanceof pg.Client) void client.end();
  }

  const timer = setInterval(() => {
    if (pool.ending) clearInterval(timer);
    else void check();
  }, CHECK_MILLISECONDS).unref();
}

const isElsewhere = (own: string | undefined, present: string | undefined) =>
  own !== undefined && present !== undefined && own !== present;

async function serverOf(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ server: string }>(SERVER_QUERY);
  return rows[0]?.server ?? '';
}

/** Whether the database accepts or refuses a connection in time, and which server process accepts it. */
async function askServer(connectionString: string): Promise<{ isSilent: boolean; server?: string }> {
  const startedAt = performance.now();
  const client = new pg.Client({
    connectionString,
    application_name: 'nightstand',
    connectionTimeoutMillis: MAX_CONNECT_MILLISECONDS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch {
    return { isSilent: performance.now() - startedAt >= MAX_CONNECT_MILLISECONDS };
  }
  try {
    return { isSilent: false, server: await serverOf(client) };
  } catch {
    return { isSilent: false };
  } finally {
    void client.end();
  }
}
