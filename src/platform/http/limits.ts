import '../server-only.ts';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '#base/contract.ts';
import { type Failure, failure } from '#base/failure.ts';
import { plural } from '#base/text.ts';

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
  take(limit: Limit | 'page', address: string): Promise<Failure | undefined>;
  /** The same for an account, wherever it comes from. */
  takeFor(limit: Limit, accountId: number): Promise<Failure | undefined>;
}

export const noLimits: RequestLimits = { take: async () => undefined, takeFor: async () => undefined };

export function createRequestLimits(): RequestLimits {
  const networks = limitersOf(requestsPerMinute);
  const accounts = limitersOf(accountsPerMinute);
  const consume = async (limiter: RateLimiterMemory, key: string, whose: string) => {
    try {
      await limiter.consume(key);
      return undefined;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      return failure(
        'too-many',
        `Too many requests from your ${whose}. Please wait ${plural(seconds, 'second')} and try again.`,
        { retryAfterSeconds: seconds },
      );
    }
  };
  return {
    take: (limit, address) => consume(networks[limit], networkPrefix(address), 'network'),
    takeFor: (limit, accountId) => consume(accounts[limit], String(accountId), 'account'),
  };
}

function limitersOf<Name extends string>(perMinute: Record<Name, number>): Record<Name, RateLimiterMemory> {
  const limiters = Object.entries<number>(perMinute).map(([keyPrefix, points]) => [
    keyPrefix,
    new RateLimiterMemory({ keyPrefix, points, duration: 60 }),
  ]);
  return Object.fromEntries(limiters) as Record<Name, RateLimiterMemory>;
}

/**
 * The network an address belongs to, as far as limits go: IPv4 /24, IPv6 /64 (what one customer usually gets).
 * An IPv4 address in IPv6 form counts as IPv4.
 */
export function networkPrefix(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  const bytes = parsed.toByteArray();
  return parsed.kind() === 'ipv4'
    ? bytes.slice(0, 3).join('.')
    : bytes
        .slice(0, 8)
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
}
