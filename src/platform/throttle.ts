import './server-only.ts';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Failure, failure } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import type { Signer } from './secret.ts';

/** How often something may be tried, and how the wait grows beyond that. */
export interface ThrottleRule {
  name: string;
  /** So many tries cost no wait. */
  free: number;
  /** How long tries are remembered, from the first one. */
  rememberedSeconds: number;
  /** The wait after the first try too many; it doubles with each further one. */
  firstWaitSeconds: number;
  longestWaitSeconds: number;
}

/** Limits on guessing: the wait grows, nobody is ever locked out. Kept in the database, so all processes count as one. */
export interface Throttle {
  /** Counts a try; gives the refusal when it comes too early. A refused try does not lengthen the wait. */
  attempt(rule: ThrottleRule, key: string): Promise<Failure | undefined>;
  /** Forgets the tries: the right person has come. */
  forgive(rule: ThrottleRule, key: string): Promise<void>;
  /** Whether there were any tries that are still remembered. */
  remembers(rule: ThrottleRule, key: string): Promise<boolean>;
}

export const noThrottle: Throttle = {
  attempt: async () => undefined,
  forgive: async () => {},
  remembers: async () => false,
};

interface Limiters {
  tries: RateLimiterPostgres;
  gate: RateLimiterPostgres;
}

export function createThrottle(pool: Pool, signer: Signer): Throttle {
  const byRule = new Map<string, Limiters>();
  const limitersOf = (rule: ThrottleRule): Limiters => {
    const known = byRule.get(rule.name);
    if (known !== undefined) return known;
    const made = {
      tries: limiter(pool, `${rule.name} tries`, rule.free, rule.rememberedSeconds),
      gate: limiter(pool, `${rule.name} gate`, 1, rule.firstWaitSeconds),
    };
    byRule.set(rule.name, made);
    return made;
  };
  // Names and networks are not kept as they are.
  const hidden = (key: string) => signer.sign('throttle', key).toString('base64url');
  return {
    async attempt(rule, plainKey) {
      const { tries, gate } = limitersOf(rule);
      const key = hidden(plainKey);
      let tried = (await tries.get(key))?.consumedPoints ?? 0;
      if (tried < rule.free) {
        tried = (await tries.penalty(key, 1)).consumedPoints;
        // Many at once may all have seen a low count: only those that also counted low pass free.
        if (tried <= rule.free) return undefined;
      }
      const wait = Math.min(rule.longestWaitSeconds, rule.firstWaitSeconds * 2 ** (tried - rule.free));
      try {
        await gate.consume(key, 1, { customDuration: wait });
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        return tooEarly(refused.msBeforeNext);
      }
      await tries.penalty(key, 1);
      return undefined;
    },
    async forgive(rule, plainKey) {
      const { tries, gate } = limitersOf(rule);
      const key = hidden(plainKey);
      await Promise.all([tries.delete(key), gate.delete(key)]);
    },
    async remembers(rule, plainKey) {
      const found = await limitersOf(rule).tries.get(hidden(plainKey));
      return found !== null && found.consumedPoints > 0;
    },
  };
}

function limiter(pool: Pool, keyPrefix: string, points: number, duration: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'throttle_counters',
    tableCreated: true,
    keyPrefix,
    points,
    duration,
  });
}

function tooEarly(milliseconds: number): Failure {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const wait = seconds < 90 ? plural(seconds, 'second') : plural(Math.ceil(seconds / 60), 'minute');
  return failure(
    'too-many',
    `There were too many tries. Please wait ${wait} and try again. The wait grows with each try that fails; it never locks you out.`,
    { retryAfterSeconds: seconds },
  );
}
