import '../server-only.ts';
import type { FastifyInstance } from 'fastify';
import type { PoolState } from '../runtime/context.ts';
import type { Connections } from './connections.ts';

/** Above this event-loop lag, in milliseconds, a request is late before its handling begins. */
const MAX_LAG_MILLISECONDS = 60;
/** Below this rate another cause keeps the process busy, and refusing visitors would not help. */
const MIN_REQUESTS_PER_SECOND = 100;
const MIN_ADMITTED_SHARE = 0.05;
/** Two hundred votes sent at once are stored within a tenth of a second; more would wait too long. */
export const MAX_QUEUE = 300;
/** This many may always wait for a connection to the database. */
const MIN_QUEUE = 20;
/** How long the last in the queue should wait. Most requests queue several times, and give up after 3 seconds. */
const QUEUE_SECONDS = 0.25;
/** A queue seen in fewer samples is a burst, not overload. */
const MIN_QUEUED_SAMPLES = 3;
/** A queue that is empty for a moment does not end an overload. */
const MAX_QUEUED_SAMPLES = 20;
const SAMPLE_MILLISECONDS = 100;

export interface AdmissionControl {
  /** Whether one more request is to be served. */
  admits(): boolean;
  sample(load: { lagMilliseconds: number; requestsPerSecond: number }): void;
}

/**
 * Admits only the share of requests that the process can serve promptly. The share falls quickly under load and grows
 * slowly without, so it settles near what the machine can do. Admitting all or none, as @fastify/under-pressure does,
 * would swing between overload and idleness.
 */
export function admissionControl(): AdmissionControl {
  let share = 1;
  let credit = 0;
  return {
    admits() {
      credit += share;
      if (credit < 1) return false;
      credit -= 1;
      return true;
    },
    sample({ lagMilliseconds, requestsPerSecond }) {
      const isOverloaded =
        lagMilliseconds > MAX_LAG_MILLISECONDS && requestsPerSecond > MIN_REQUESTS_PER_SECOND;
      share = isOverloaded ? Math.max(MIN_ADMITTED_SHARE, share * 0.85) : Math.min(1, share + 0.05);
    },
  };
}

export interface QueueLimit {
  sample(seen: { waiting: number; acquired: number; milliseconds: number }): void;
  /** How many may wait for a connection. */
  current(): number;
}

/** Limits the queue for database connections to what can be served soon, based on how many were acquired lately. */
export function queueLimit(): QueueLimit {
  let limit = MAX_QUEUE;
  let acquiredPerSecond = 0;
  let queuedSamples = 0;
  return {
    sample({ waiting, acquired, milliseconds }) {
      if (waiting === 0) queuedSamples = Math.max(0, queuedSamples - 1);
      else {
        const rate = (acquired * 1000) / milliseconds;
        acquiredPerSecond = queuedSamples === 0 ? rate : (acquiredPerSecond + rate) / 2;
        queuedSamples = Math.min(MAX_QUEUED_SAMPLES, queuedSamples + 1);
      }
      const servedSoon = Math.round(acquiredPerSecond * QUEUE_SECONDS);
      limit =
        queuedSamples < MIN_QUEUED_SAMPLES ? MAX_QUEUE : Math.min(MAX_QUEUE, Math.max(MIN_QUEUE, servedSoon));
    },
    current: () => limit,
  };
}

export interface SheddingOptions {
  /** The connections to the database. */
  pool: PoolState;
  /** Requests that are always served: the health check, and files that cost nothing. */
  isExempt: (url: string) => boolean;
  /** Whether a request needs the database; a cached page does not. */
  needsDatabase: (url: string) => boolean;
}

/** Refuses requests that can't be served soon at once, with a Retry-After. */
export function shedLoad(app: FastifyInstance, { pool, isExempt, needsDatabase }: SheddingOptions): void {
  const admission = admissionControl();
  const queue = queueLimit();
  let requests = 0;
  let acquired = 0;
  let sampledAt = performance.now();
  const countAcquired = () => {
    acquired += 1;
  };
  pool.on('acquire', countAcquired);
  const timer = setInterval(() => {
    const now = performance.now();
    const milliseconds = now - sampledAt;
    admission.sample({
      lagMilliseconds: milliseconds - SAMPLE_MILLISECONDS,
      requestsPerSecond: (requests * 1000) / milliseconds,
    });
    queue.sample({ waiting: pool.waitingCount, acquired, milliseconds });
    [requests, acquired, sampledAt] = [0, 0, now];
  }, SAMPLE_MILLISECONDS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    pool.off('acquire', countAcquired);
  });
  app.addHook('onRequest', async ({ url }) => {
    if (isExempt(url)) return;
    requests += 1;
    const isQueueFull = needsDatabase(url) && pool.waitingCount >= queue.current();
    if (isQueueFull || !admission.admits()) throw overloadError();
  });
}

/** Refuses requests of a network that has too many responses under way. */
export function refuseBusyNetworks(app: FastifyInstance, connections: Pick<Connections, 'isRefused'>): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (connections.isRefused(raw)) throw overloadError();
  });
}

/** Asks those to come again whose request arrives while the server is closing. */
export function refuseWhileClosing(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async () => {
    if (isClosing) throw overloadError();
  });
}

function overloadError(): Error {
  return Object.assign(new Error('too many at once'), { statusCode: 503, isOverload: true });
}
