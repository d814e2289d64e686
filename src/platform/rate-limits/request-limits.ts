import '../server-only.ts';
import { LRUCache } from 'lru-cache';
import type { Limit } from '#base/contract.ts';
import { type Failure, failure } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import type { Log } from '../runtime/log.ts';
import { networkPrefix } from './network-prefix.ts';

/** Requests a minute from one network prefix. A household or a small office shares one. */
export const requestsPerMinute: Record<Limit | 'page', number> = {
  read: 1200,
  act: 240,
  vote: 240,
  page: 600,
};

/** Requests a minute from one account, wherever it comes from. Nobody reads sixty stories in a minute. */
const accountsPerMinute: Record<Limit, number> = { read: 1200, act: 240, vote: 60 };

export interface RequestLimits {
  /** Counts a request; gives the refusal when there were too many. */
  take(limit: Limit | 'page', address: string): Failure | undefined;
  /** The same for an account, wherever it comes from. */
  takeFor(limit: Limit, accountId: number): Failure | undefined;
  /** Tells the other processes of those who come near a limit, and learns of theirs. Done each second. */
  share(): Promise<void>;
  stop(): void;
}

export const noLimits: RequestLimits = {
  take: () => undefined,
  takeFor: () => undefined,
  share: async () => {},
  stop: () => {},
};

/** What has been counted of one key, and until when that counts. */
interface Count {
  points: number;
  until: number;
}

/** Adds to counts that all processes share, and gives what they have come to. */
export type AddToShared = (news: Map<string, Count>) => Promise<Map<string, Count>>;

interface Counter {
  limit: number;
  until: number;
  /** What this process has counted, of that what it has told the others, and what these have told. */
  own: number;
  told: number;
  others: number;
}

/** Whoever has used less of a limit here is no news for other processes: readers cost no query. */
const NEWSWORTHY = 1 / 8;
const NEWS_AT_ONCE = 200;
const MINUTE = 60_000;

/**
 * Each process counts for itself; once a second those who come near a limit are added up over all processes and
 * machines, in one statement. So a limit may be passed by what each process lets through unnoticed, an eighth of it,
 * and by the requests of a second.
 */
export function createRequestLimits(addToShared?: AddToShared, log?: Pick<Log, 'warn'>): RequestLimits {
  const counters = new Map<string, Counter>();
  // Most requests come from an address that has just sent one. Behind proxies the address may be any text.
  const keysOf = new LRUCache<string, Record<Limit | 'page', string>>({
    maxSize: 500_000,
    maxEntrySize: 100,
    sizeCalculation: (_, address) => address.length + 1,
    memoMethod: networkKeys,
  });

  function count(key: string, limit: number, whose: string): Failure | undefined {
    const now = Date.now();
    let counter = counters.get(key);
    // What lasts longer than a minute was begun before the clock was set back.
    if (counter === undefined || counter.until <= now || counter.until > now + MINUTE) {
      counter = { limit, until: now + MINUTE, own: 0, told: 0, others: 0 };
      counters.set(key, counter);
    }
    counter.own += 1;
    if (counter.own + counter.others <= limit) return undefined;
    const seconds = Math.max(1, Math.ceil((counter.until - now) / 1000));
    return failure(
      'too-many',
      `Too many requests from your ${whose}. Please wait ${plural(seconds, 'second')} and try again.`,
      { retryAfterSeconds: seconds },
    );
  }

  async function share(): Promise<void> {
    const now = Date.now();
    for (const [key, { until }] of counters) if (until <= now) counters.delete(key);
    const news = [...counters]
      .filter(([, { own, told, limit }]) => own > told && own >= limit * NEWSWORTHY)
      .slice(0, NEWS_AT_ONCE)
      .map(([key, counter]) => ({ key, counter, own: counter.own }));
    if (addToShared === undefined || news.length === 0) return;
    const totals = await addToShared(
      new Map(news.map(({ key, counter: { told, until }, own }) => [key, { points: own - told, until }])),
    );
    for (const { key, counter, own } of news) {
      const total = totals.get(key);
      if (total === undefined) continue;
      counter.told = own;
      counter.others = Math.max(0, total.points - own);
      // All let go at the same time.
      counter.until = Math.min(counter.until, total.until);
    }
  }

  const sharing = setInterval(() => {
    share().catch((error: unknown) => log?.warn({ err: error }, 'limits can’t be shared just now'));
  }, 1_000).unref();

  return {
    take: (limit, address) => count(keysOf.memo(address)[limit], requestsPerMinute[limit], 'network'),
    takeFor: (limit, accountId) =>
      count(`account ${limit} ${accountId}`, accountsPerMinute[limit], 'account'),
    share,
    stop: () => clearInterval(sharing),
  };
}

function networkKeys(address: string): Record<Limit | 'page', string> {
  const prefix = networkPrefix(address);
  return {
    read: `network read ${prefix}`,
    act: `network act ${prefix}`,
    vote: `network vote ${prefix}`,
    page: `network page ${prefix}`,
  };
}
