import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../runtime/context.ts';
import type { InvalidationReceiver } from './cache-invalidation.ts';
import { type Database, isDatabaseUnavailable, openDatabase } from './database.ts';
import type { PublicReads } from './public-reads.ts';

/** A copy of the database that follows it. It receives changes in order to know which reads it can't serve yet. */
export interface ReadReplica extends InvalidationReceiver {
  reads: PublicReads;
  close(): Promise<void>;
}

export interface ReadReplicaOptions {
  /** Whether the replica is behind a pooler. */
  isPooled: boolean;
  /**
   * Milliseconds after which a replica that has not replayed a change is too far behind for any read, counts included.
   */
  patience?: number;
  /** Milliseconds for which a failed replica gets no reads. */
  rest?: number;
}

interface Change {
  /** The tags that the change outdated; undefined: everything. */
  tags: readonly string[] | undefined;
  heardAt: number;
  /** The position of the primary's log when the change was received; undefined: not yet known. */
  position: number | undefined;
}

const LOOK_MILLISECONDS = 50;
const AWAY_MILLISECONDS = 1_000;
/** The interval at which the replica is checked when no change is waiting. */
const ROUND_MILLISECONDS = 5_000;
const PATIENCE_MILLISECONDS = 15_000;
const MOST_CHANGES = 500;
const REST_MILLISECONDS = 5_000;

/** The error code of work on the replica that was cancelled because its rows were being replaced. */
const RECOVERY_CONFLICT = '40001';

/**
 * Reads on the replica. Reads go to the primary while the replica is unreachable or has not yet replayed a change that
 * concerns them. Progress is measured by log positions, so no clock is trusted: a process that receives a change
 * fetches the primary's position and polls the replica until it has reached it. A process that may have missed changes
 * (at start, and whenever its notification connection breaks) waits for everything.
 */
export function openReadReplica(
  connectionString: string,
  context: Context,
  { isPooled, patience = PATIENCE_MILLISECONDS, rest = REST_MILLISECONDS }: ReadReplicaOptions,
): ReadReplica {
  const { log } = context;
  const { db, close } = openDatabase({ connectionString, log, isPooled, connectionTimeoutMillis: 1_000 });
  const onReplica: Context = { ...context, db };
  const stopping = new AbortController();
  let waiting: Change[] = [{ tags: undefined, heardAt: performance.now(), position: undefined }];
  let restsUntil = 0;
  let isLooking = false;
  let looking: Promise<void> | undefined;

  function hear(tags: Change['tags']): void {
    waiting.push({ tags, heardAt: performance.now(), position: undefined });
    // The list is bounded, because a replica may be away for long.
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
        const reached = await reachedPosition(waiting, context.db, db);
        // More changes may have arrived meanwhile.
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
      if (!knows(tags)) return work(context);
      try {
        const outcome = await work(onReplica);
        // A row that the replica lacks may be so new that no notification has arrived yet.
        return outcome.ok ? outcome : work(context);
      } catch (error) {
        const isCancelled = (error as { code?: unknown }).code === RECOVERY_CONFLICT;
        if (!isCancelled && !isDatabaseUnavailable(error)) throw error;
        if (!isCancelled) leaveAlone(error);
        return work(context);
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

/** The position that the replica has reached. Changes without a position get the primary's current one first. */
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
  // A database that is no replica has no replay position; it is always up to date.
  return rows[0]?.bytes ?? Number.POSITIVE_INFINITY;
}
