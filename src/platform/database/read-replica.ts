import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from '../runtime/services.ts';
import type { InvalidationReceiver } from './cache-invalidation.ts';
import { type Database, isDatabaseUnavailable, openDatabase } from './database.ts';
import type { PublicReads } from './public-reads.ts';

/** A copy of the database that follows it. It is told of changes, to know what it may not be asked for yet. */
export interface ReadReplica extends InvalidationReceiver {
  reads: PublicReads;
  close(): Promise<void>;
}

export interface ReadReplicaOptions {
  /** Whether it is behind a pooler. */
  isPooled: boolean;
  /** One that has not come to a change after so many milliseconds is too far behind for anything, counts included. */
  patience?: number;
  /** For so many milliseconds one that failed is not asked. */
  rest?: number;
}

interface Change {
  /** What it outdated; undefined: everything. */
  tags: readonly string[] | undefined;
  heardAt: number;
  /** How far the primary's log had come when it was heard; undefined: not yet asked. */
  position: number | undefined;
}

const LOOK_MILLISECONDS = 50;
const AWAY_MILLISECONDS = 1_000;
/** So often the replica is looked at without a reason. */
const ROUND_MILLISECONDS = 5_000;
const PATIENCE_MILLISECONDS = 15_000;
const MOST_CHANGES = 500;
const REST_MILLISECONDS = 5_000;

/** Work on the replica was cancelled because what it read was being replaced. */
const RECOVERY_CONFLICT = '40001';

/**
 * Reads on the replica, and on the primary while the replica can't be had or has not come to a change of what is asked
 * for. How far it has come is told by the position in the log, so nobody's clock is trusted: a process that hears of a
 * change asks the primary for its position, and the replica until it is there. A process that may have missed something
 * (at start, and whenever its line for changes breaks) waits for everything.
 */
export function openReadReplica(
  connectionString: string,
  services: Services,
  { isPooled, patience = PATIENCE_MILLISECONDS, rest = REST_MILLISECONDS }: ReadReplicaOptions,
): ReadReplica {
  const { log } = services;
  const { db, close } = openDatabase({ connectionString, log, isPooled, connectionTimeoutMillis: 1_000 });
  const onReplica: Services = { ...services, db };
  const stopping = new AbortController();
  let waiting: Change[] = [{ tags: undefined, heardAt: performance.now(), position: undefined }];
  let restsUntil = 0;
  let isLooking = false;
  let looking: Promise<void> | undefined;

  function hear(tags: Change['tags']): void {
    waiting.push({ tags, heardAt: performance.now(), position: undefined });
    // A replica that is away for long must not fill the memory.
    if (waiting.length > MOST_CHANGES)
      waiting = [{ tags: undefined, heardAt: waiting[0]?.heardAt ?? 0, position: undefined }];
    if (isLooking) return;
    isLooking = true;
    looking = look();
  }

  async function look(): Promise<void> {
    while (waiting.length > 0 && !stopping.signal.aborted) {
      let pause = LOOK_MILLISECONDS;
      try {
        const reached = await reachedPosition(waiting, services.db, db);
        // Meanwhile more may have been heard.
        waiting = waiting.filter(({ position }) => position === undefined || position > reached);
      } catch (error) {
        leaveAlone(error);
        pause = AWAY_MILLISECONDS;
      }
      if (waiting.length > 0)
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    isLooking = false;
  }

  function leaveAlone(error: unknown): void {
    if (restsUntil < performance.now()) log.warn({ err: error }, 'the replica is left alone for a while');
    restsUntil = performance.now() + rest;
  }

  function knows(tags: readonly string[]): boolean {
    const now = performance.now();
    if (now < restsUntil) return false;
    return !waiting.some(
      (change) =>
        change.tags === undefined ||
        change.heardAt < now - patience ||
        change.tags.some((tag) => tags.includes(tag)),
    );
  }

  const rounds = setInterval(() => {
    if (waiting.length === 0) hear([]);
  }, ROUND_MILLISECONDS).unref();
  hear([]);

  return {
    async reads(tags, work) {
      if (!knows(tags)) return work(services);
      try {
        const outcome = await work(onReplica);
        // What it does not know may be so new that nothing has told of it.
        return outcome.ok ? outcome : work(services);
      } catch (error) {
        const isCancelled = (error as { code?: unknown }).code === RECOVERY_CONFLICT;
        if (!isCancelled && !isDatabaseUnavailable(error)) throw error;
        if (!isCancelled) leaveAlone(error);
        return work(services);
      }
    },
    purge: (tags) => hear(tags),
    clear: () => hear(undefined),
    async close() {
      clearInterval(rounds);
      stopping.abort();
      await looking;
      await close();
    },
  };
}

/** How far the replica has come; before that the primary is asked for the positions that are not known yet. */
async function reachedPosition(waiting: Change[], primary: Database, replica: Database): Promise<number> {
  const unasked = waiting.filter((change) => change.position === undefined);
  if (unasked.length > 0) {
    const position = await numberOf(primary, sql`pg_current_wal_insert_lsn()`);
    for (const change of unasked) change.position = position;
  }
  return numberOf(replica, sql`pg_last_wal_replay_lsn()`);
}

async function numberOf(db: Database, position: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`
    select (${position} - '0/0'::pg_lsn)::float8 as bytes`.execute(db);
  // A database that copies nothing has no position; it is where it is.
  return rows[0]?.bytes ?? Number.POSITIVE_INFINITY;
}
