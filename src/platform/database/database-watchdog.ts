import '../server-only.ts';
import pg from 'pg';
import type { Log } from '../runtime/log.ts';

const CHECK_MILLISECONDS = 250;
/** A connection in use for longer is a reason to check whether the database is reachable at all. */
const MAX_USE_MILLISECONDS = 2_500;
const MAX_CONNECT_MILLISECONDS = 1_500;
/** Six checks fall due while a connection is opened. Fewer than this many mean that the process itself was busy. */
const MIN_CHECKS_WHILE_CONNECTING = 4;

/**
 * Ends connections in use when the database is silent. A database whose machine or network is gone refuses nothing, so
 * a query would wait a quarter of an hour until the system gives the connection up. When a connection has been in use
 * for long, the watchdog opens a new one. If that gets no answer, not even a refusal, the connections in use are ended,
 * and their requests are answered 503 within five seconds. A slow query on a living database continues.
 *
 * The `query_timeout` of pg can't do this: it has one value for all statements, and some take a minute. TCP keep-alive
 * sends no probes while data is in flight.
 *
 * Returns a function that stops the watchdog.
 */
export function watchDatabase(pool: pg.Pool, connectionString: string, log: Pick<Log, 'warn'>): () => void {
  const acquiredAt = new Map<pg.PoolClient, number>();
  pool.on('acquire', (client) => acquiredAt.set(client, performance.now()));
  pool.on('release', (_error, client) => acquiredAt.delete(client));
  pool.on('remove', (client) => acquiredAt.delete(client));
  let checks = 0;
  let isConnecting = false;

  async function check(): Promise<void> {
    checks += 1;
    const startedAt = performance.now();
    const isAnyOverdue = [...acquiredAt.values()].some((at) => startedAt - at > MAX_USE_MILLISECONDS);
    if (!isAnyOverdue || isConnecting) return;
    isConnecting = true;
    const checksBefore = checks;
    const isAnswering = await isReachable(connectionString);
    isConnecting = false;
    // A process that was busy itself has not read the answer yet.
    if (isAnswering || checks - checksBefore < MIN_CHECKS_WHILE_CONNECTING) return;
    const stalled = [...acquiredAt].filter(([, at]) => at < startedAt);
    // The one that was overdue has been released meanwhile.
    if (stalled.length === 0) return;
    log.warn({ connections: stalled.length }, 'the database is silent: dropping the connections in use');
    // `end()` does not wait for the database while a query is under way; otherwise it makes the client refuse further
    // queries.
    for (const [client] of stalled) if (client instanceof pg.Client) void client.end();
  }

  const timer = setInterval(() => void check(), CHECK_MILLISECONDS).unref();
  return () => clearInterval(timer);
}

/** Whether the database accepts or refuses a connection in time. */
async function isReachable(connectionString: string): Promise<boolean> {
  const startedAt = performance.now();
  const client = new pg.Client({
    connectionString,
    application_name: 'nightstand',
    connectionTimeoutMillis: MAX_CONNECT_MILLISECONDS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    void client.end();
    return true;
  } catch {
    return performance.now() - startedAt < MAX_CONNECT_MILLISECONDS;
  }
}
