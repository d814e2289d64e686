import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../runtime/log.ts';

const CHANNEL = 'nightstand_changes';

/** A listening connection sends nothing by itself, so only a question shows that the other end is gone. */
const HEARTBEAT_MILLISECONDS = 5_000;
const HEARTBEAT = { text: 'select 1', query_timeout: 10_000 };

export interface InvalidationListener {
  stop(): Promise<void>;
}

export interface InvalidationReceiver {
  purge(tags: readonly string[]): void;
  /** Something may have changed unnoticed. */
  clear(): void;
}

/**
 * Tells the receivers, on a connection of its own, which tags of public pages changed in any process. A message holds
 * one tag a line, or `all`. Messages are lost while the connection is away, so everything is cleared when it breaks
 * and again when it is back.
 */
export function listenForInvalidation(
  connectionString: string,
  receivers: readonly InvalidationReceiver[],
  log: Log,
): InvalidationListener {
  const stopping = new AbortController();
  const loop = listen(connectionString, receivers, log, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await loop;
    },
  };
}

async function listen(
  connectionString: string,
  receivers: readonly InvalidationReceiver[],
  log: Log,
  stopped: AbortSignal,
): Promise<void> {
  const clearAll = () => {
    for (const receiver of receivers) receiver.clear();
  };
  while (!stopped.aborted) {
    const client = new pg.Client({
      connectionString,
      application_name: 'nightstand-changes',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const broken = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      stopped.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload = '' }) => {
      if (payload === 'all') clearAll();
      else for (const receiver of receivers) receiver.purge(payload.split('\n'));
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      clearAll();
      await Promise.race([broken, untilSilent(client, stopped)]);
    } catch (error) {
      log.warn({ err: error }, 'can’t listen for changes right now');
    }
    clearAll();
    await client.end().catch(() => undefined);
    await sleep(500, undefined, { signal: stopped }).catch(() => undefined);
  }
}

/** Ends when the database has not answered in time. */
async function untilSilent(client: pg.Client, stopped: AbortSignal): Promise<void> {
  try {
    for (;;) {
      await sleep(HEARTBEAT_MILLISECONDS, undefined, { signal: stopped });
      await client.query(HEARTBEAT);
    }
  } catch {}
}
