import '../server-only.ts';
import { LRUCache } from 'lru-cache';
import type { RateLimit } from '#base/contract.ts';
import { MINUTE_MILLISECONDS } from '#base/durations.ts';
import { type Failure, failure } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import type { Log } from '../runtime/log.ts';
import { networkPrefix } from './network-prefix.ts';
import type { SharedCounters } from './shared-counters.ts';

/** Requests a minute from one network prefix. A household or a small office shares one. */
export const REQUESTS_PER_MINUTE: Record<RateLimit | 'page', number> = {
  read: 1200,
  write: 240,
  vote: 240,
  page: 600,
};

/** Requests a minute from one account, from all networks together. Nobody reads sixty stories in a minute. */
const ACCOUNT_REQUESTS_PER_MINUTE: Record<RateLimit, number> = { read: 1200, write: 240, vote: 60 };

export interface RequestLimits {
  /** Counts a request of a network; returns the refusal when there were too many. */
  take(limit: RateLimit | 'page', address: string): Failure | undefined;
  /** The same for an account, from all networks. */
  takeFor(limit: RateLimit, accountId: number): Failure | undefined;
  /** Adds the counters near their limit to those that all processes share. Runs once a second. */
  share(): Promise<void>;
  stop(): void;
}

export const noLimits: RequestLimits = {
  take: () => undefined,
  takeFor: () => undefined,
  share: async () => {},
  stop: () => {},
};

interface Counter {
  limit: number;
  /** The count of this process, the part of it that other processes know, and their count. */
  own: number;
  reported: number;
  others: number;
}

/** Counters below 1/8 of their limit are not shared, so ordinary readers cost no query. */
const MIN_SHARED_FRACTION = 1 / 8;
const MAX_SHARED_BATCH = 200;
const MAX_COUNTERS = 20_000;

/**
 * Each process counts separately. Once a second, one statement adds up the counters near their limit over all processes
 * and machines. A limit can be exceeded by the part that each process does not share, and by one second's requests.
 */
export function createRequestLimits(
  shared?: Pick<SharedCounters, 'add'>,
  log?: Pick<Log, 'warn'>,
): RequestLimits {
  const counters = new LRUCache<string, Counter>({
    max: MAX_COUNTERS,
    ttl: MINUTE_MILLISECONDS,
    ttlResolution: 0,
  });
  // Most requests come from an address that has just sent one. Behind proxies the address may be any text.
  const keysOf = new LRUCache<string, Record<RateLimit | 'page', string>>({
    maxSize: 500_000,
    maxEntrySize: 100,
    sizeCalculation: (_, address) => address.length + 1,
    memoMethod: networkKeys,
  });

  function count(key: string, limit: number, source: string): Failure | undefined {
    let counter = counters.get(key);
    if (counter === undefined) {
      counter = { limit, own: 0, reported: 0, others: 0 };
      counters.set(key, counter);
    }
    counter.own += 1;
    if (counter.own + counter.others <= limit) return undefined;
    const seconds = Math.max(1, Math.ceil(counters.getRemainingTTL(key) / 1000));
    return failure(
      'too-many',
      `Too many requests from your ${source}. Please wait ${plural(seconds, 'second')} and try again.`,
      { retryAfterSeconds: seconds },
    );
  }

  async function share(): Promise<void> {
    const unreported = [...counters]
      .filter(([, { own, reported, limit }]) => own > reported && own >= limit * MIN_SHARED_FRACTION)
      .slice(0, MAX_SHARED_BATCH)
      .map(([key, counter]) => ({ key, counter, own: counter.own }));
    if (shared === undefined || unreported.length === 0) return;
    const totals = await shared.add(
      'requests',
      unreported.map(({ key, counter, own }) => ({
        key,
        points: own - counter.reported,
        milliseconds: counters.getRemainingTTL(key),
      })),
      2 * MINUTE_MILLISECONDS,
    );
    for (const { key, counter, own } of unreported) {
      const total = totals.get(key);
      if (total === undefined) continue;
      counter.reported = own;
      counter.others = Math.max(0, total.points - own);
      // All processes reset at the same time.
      const ttl = Math.min(counters.getRemainingTTL(key), total.milliseconds);
      if (ttl > 0 && counters.peek(key) === counter) counters.set(key, counter, { ttl });
    }
  }

  const shareTimer = setInterval(() => {
    share().catch((error: unknown) => log?.warn({ err: error }, 'limits can’t be shared right now'));
  }, 1_000).unref();

  return {
    take: (limit, address) => count(keysOf.memo(address)[limit], REQUESTS_PER_MINUTE[limit], 'network'),
    takeFor: (limit, accountId) =>
      count(`account ${limit} ${accountId}`, ACCOUNT_REQUESTS_PER_MINUTE[limit], 'account'),
    share,
    stop: () => clearInterval(shareTimer),
  };
}

function networkKeys(address: string): Record<RateLimit | 'page', string> {
  const prefix = networkPrefix(address);
  return {
    read: `network read ${prefix}`,
    write: `network write ${prefix}`,
    vote: `network vote ${prefix}`,
    page: `network page ${prefix}`,
  };
}
