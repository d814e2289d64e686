import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../runtime/log.ts';

const LOOK_MILLISECONDS = 250;
/** A connection that is taken for so long is a reason to ask whether the database is there at all. */
const LONG_MILLISECONDS = 2_500;
const ANSWER_MILLISECONDS = 1_500;

/**
 * A database whose machine is gone, or the way to it, refuses nothing: who waits for it would wait until the system
 * gives the connection up, a quarter of an hour. So when a connection has been taken for long, another one is asked
 * for; when there is not even a refusal, those taken are cut, and requests are answered 503 within five seconds.
 * What only takes its time is let be. Gives what ends the watching.
 */
export function watchDatabase(pool: pg.Pool, connectionString: string, log: Pick<Log, 'warn'>): () => void {
  const takenAt = new Map<pg.PoolClient, number>();
  pool.on('acquire', (client) => takenAt.set(client, performance.now()));
  pool.on('release', (_error, client) => takenAt.delete(client));
  pool.on('remove', (client) => takenAt.delete(client));
  let isAsking = false;

  async function look(): Promise<void> {
    const asked = performance.now();
    const isLong = [...takenAt.values()].some((at) => asked - at > LONG_MILLISECONDS);
    if (!isLong || isAsking) return;
    isAsking = true;
    try {
      if (await says(connectionString)) return;
      const taken = [...takenAt].filter(([, at]) => at < asked);
      log.warn({ connections: taken.length }, 'the database is silent: connections in use are given up');
      for (const [client] of taken) cut(client);
    } finally {
      isAsking = false;
    }
  }

  const timer = setInterval(() => void look(), LOOK_MILLISECONDS).unref();
  return () => clearInterval(timer);
}

/** Whether there is any answer, be it a refusal. */
async function says(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, application_name: 'nightstand' });
  client.on('error', () => {});
  let hasSpoken = false;
  const noteAnswer = () => {
    hasSpoken = true;
  };
  const answer = client.connect().then(noteAnswer, noteAnswer);
  const patience = new AbortController();
  await Promise.race([answer, sleep(ANSWER_MILLISECONDS, undefined, patience).catch(() => undefined)]);
  patience.abort();
  // A process that was deaf itself hears only now what was said in time.
  if (!hasSpoken) await sleep(LOOK_MILLISECONDS);
  const isThere = hasSpoken;
  if (isThere) await client.end().catch(() => undefined);
  else cut(client);
  return isThere;
}

/** Not `end()`: that would wait for an answer too. */
function cut(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
