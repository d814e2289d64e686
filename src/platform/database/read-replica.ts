import '../server-only.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../runtime/context.ts';
import { codeOf } from '../runtime/start-error.ts';
import type { InvalidationReceiver } from './cache-invalidation.ts';
import { type Database, isDatabaseUnavailable, openDatabase } from './database.ts';
import type { RunPublicRead } from './public-reads.ts';

/** A copy of the database that follows it. It receives changes in order to know which reads it can't serve yet. */
export interface ReadReplica extends InvalidationReceiver {
  runPublicRead: RunPublicRead;
  close(): Promise<void>;
}

export interface ReadReplicaOptions {
  /** Whether the replica is behind a pooler. */
  isPooled: boolean;
  /**
   * Milliseconds after which a replica that has not replayed a change is too far behind for any read, counts included.
   */
  maxLagMilliseconds?: number;
  /** Milliseconds for which a failed replica gets no reads. */
  cooldownMilliseconds?: number;
}

interface PendingChange {
  /** The tags that the change outdated; undefined: everything. */
  tags: readonly string[] | undefined;
  receivedAt: number;
  /** The position of the primary's log when the change was received; undefined: not yet known. */
  position: number | undefined;
}

const POLL_MILLISECONDS = 50;
const RETRY_MILLISECONDS = 1_000;
/** The interval at which the replica is checked when no change is waiting. */
const CHECK_MILLISECONDS = 5_000;
const MAX_LAG_MILLISECONDS = 15_000;
const MAX_PENDING_CHANGES = 500;
const COOLDOWN_MILLISECONDS = 5_000;

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
  {
    isPooled,
    maxLagMilliseconds = MAX_LAG_MILLISECONDS,
    cooldownMilliseconds = COOLDOWN_MILLISECONDS,
  }: ReadReplicaOptions,
): ReadReplica {
  const { log } = context;
  const { db, close } = openDatabase({ connectionString, log, isPooled, connectionTimeoutMillis: 1_000 });
  const onReplica: Context = { ...context, db };
  const stopping = new AbortController();
  let pending: PendingChange[] = [{ tags: undefined, receivedAt: performance.now(), position: undefined }];
  let cooldownUntil = 0;
  let isPolling = false;
  let polling: Promise<void> | undefined;

  function addChange(tags: PendingChange['tags']): void {
    pending.push({ tags, receivedAt: performance.now(), position: undefined });
    // The list is bounded, because a replica may be away for long.
    if (pending.length > MAX_PENDING_CHANGES)
      pending = [{ tags: undefined, receivedAt: pending[0]?.receivedAt ?? 0, position: undefined }];
    if (isPolling) return;
    isPolling = true;
    polling = poll();
  }

  async function poll(): Promise<void> {
    while (pending.length > 0 && !stopping.signal.aborted) {
      let pause = POLL_MILLISECONDS;
      try {
        const replayed = await replayedPosition(pending, context.db, db);
        // More changes may have arrived meanwhile.
        pending = pending.filter(({ position }) => position === undefined || position > replayed);
      } catch (error) {
        startCooldown(error);
        pause = RETRY_MILLISECONDS;
      }
      if (pending.length > 0)
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    isPolling = false;
  }

  function startCooldown(error: unknown): void {
    if (cooldownUntil < performance.now()) log.warn({ err: error }, 'the replica is not used for a while');
    cooldownUntil = performance.now() + cooldownMilliseconds;
  }

  function isUpToDate(tags: readonly string[]): boolean {
    const now = performance.now();
    if (now < cooldownUntil) return false;
    return !pending.some(
      (change) =>
        change.tags === undefined ||
        change.receivedAt < now - maxLagMilliseconds ||
        change.tags.some((tag) => tags.includes(tag)),
    );
  }

  const checkTimer = setInterval(() => {
    if (pending.length === 0) addChange([]);
  }, CHECK_MILLISECONDS).unref();
  addChange([]);

  return {
    async runPublicRead(tags, work) {
      if (!isUpToDate(tags)) return work(context);
      try {
        const outcome = await work(onReplica);
        // A row that the replica lacks may be so new that no notification has arrived yet.
        return outcome.ok ? outcome : work(context);
      } catch (error) {
        const isCancelled = codeOf(error) === RECOVERY_CONFLICT;
        if (!isCancelled && !isDatabaseUnavailable(error)) throw error;
        if (!isCancelled) startCooldown(error);
        return work(context);
      }
    },
    purge: (tags) => addChange(tags),
    clear: () => addChange(undefined),
    async close() {
      clearInterval(checkTimer);
      stopping.abort();
      await polling;
      await close();
    },
  };
}

/** The position that the replica has reached. Changes without a position get the primary's current one first. */
async function replayedPosition(
  pendingChanges: PendingChange[],
  primary: Database,
  replica: Database,
): Promise<number> {
  const withoutPosition = pendingChanges.filter((change) => change.position === undefined);
  if (withoutPosition.length > 0) {
    const position = await positionInBytes(primary, sql`pg_current_wal_insert_lsn()`);
    for (const change of withoutPosition) change.position = position;
  }
  return positionInBytes(replica, sql`pg_last_wal_replay_lsn()`);
}

async function positionInBytes(db: Database, position: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ bytes: number | null }>`
    select (${position} - '0/0'::pg_lsn)::float8 as bytes`.execute(db);
  // A database that is no replica has no replay position; it is always up to date.
  return rows[0]?.bytes ?? Number.POSITIVE_INFINITY;
}
