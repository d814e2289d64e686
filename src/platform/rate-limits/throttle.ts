import '../server-only.ts';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Failure, failure } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import type { Signer } from '../security/secret.ts';

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
  /** Takes one counted try back: it was no guess. */
  giveBack(rule: ThrottleRule, key: string): Promise<void>;
  /** Forgets the tries: the right person has come. */
  forgive(rule: ThrottleRule, key: string): Promise<void>;
  /** Remembers a key that was not known before; false when it was: of many at once one is the first. */
  spend(memory: ThrottleMemory, key: string): Promise<boolean>;
}

/** The name and the life of keys that are spent once. */
export interface ThrottleMemory {
  name: string;
  seconds: number;
}

export const noThrottle: Throttle = {
  attempt: async () => undefined,
  giveBack: async () => {},
  forgive: async () => {},
  spend: async () => true,
};

export function createThrottle(pool: Pool, signer: Signer): Throttle {
  const counters = new Map<string, RateLimiterPostgres>();
  const counter = (keyPrefix: string, points: number, duration: number): RateLimiterPostgres => {
    const known = counters.get(keyPrefix) ?? newCounter(pool, keyPrefix, points, duration);
    counters.set(keyPrefix, known);
    return known;
  };
  const countersOf = ({ name, free, rememberedSeconds, firstWaitSeconds }: ThrottleRule) => ({
    /** Full after the tries that cost no wait. Many at once are counted one by one, so none of them slips through. */
    free: counter(`${name} free`, free, rememberedSeconds),
    /** The tries beyond those that were let through: as many times the wait has doubled. */
    late: counter(`${name} late`, 1, rememberedSeconds),
    /** Lets one through, then nobody until the wait is over. */
    gate: counter(`${name} gate`, 1, firstWaitSeconds),
  });
  // Names and networks are not kept as they are.
  const hidden = (key: string) => signer.sign('throttle', key).toString('base64url');
  return {
    async attempt(rule, plainKey) {
      const { free, late, gate } = countersOf(rule);
      const key = hidden(plainKey);
      if ((await refusal(free.consume(key))) === undefined) return undefined;
      const doublings = (await late.get(key))?.consumedPoints ?? 0;
      const wait = Math.min(rule.longestWaitSeconds, rule.firstWaitSeconds * 2 ** doublings);
      const pass = () => refusal(gate.consume(key, 1, { customDuration: wait }));
      let refused = await pass();
      if (refused !== undefined && refused.msBeforeNext > rule.longestWaitSeconds * 1000) {
        // Nobody is ever told to wait so long: the clock was set back since.
        await gate.delete(key);
        refused = await pass();
      }
      if (refused !== undefined) return tooEarly(refused.msBeforeNext);
      await late.penalty(key);
      return undefined;
    },
    async giveBack(rule, plainKey) {
      const { free, late } = countersOf(rule);
      const key = hidden(plainKey);
      const wasLate = ((await late.get(key))?.consumedPoints ?? 0) > 0;
      await (wasLate ? late : free).reward(key);
    },
    async forgive(rule, plainKey) {
      const { free, late, gate } = countersOf(rule);
      const key = hidden(plainKey);
      await Promise.all([free, late, gate].map((each) => each.delete(key)));
    },
    async spend(memory, plainKey) {
      return (await refusal(counter(memory.name, 1, memory.seconds).consume(hidden(plainKey)))) === undefined;
    },
  };
}

function newCounter(pool: Pool, keyPrefix: string, points: number, duration: number): RateLimiterPostgres {
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

/** The library throws its refusals. */
async function refusal(consuming: Promise<RateLimiterRes>): Promise<RateLimiterRes | undefined> {
  try {
    await consuming;
    return undefined;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  }
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
