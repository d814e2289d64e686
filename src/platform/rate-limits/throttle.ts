import '../server-only.ts';
import { type Failure, failure } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import type { SharedCounters } from './shared-counters.ts';

/** The number of tries without a wait, and how the wait grows beyond it. */
export interface ThrottleRule {
  name: string;
  /** The number of tries without a wait. */
  free: number;
  /** The period that tries count for, from the first one. */
  rememberedSeconds: number;
  /** The wait after the first try beyond `free`; each further one doubles it. */
  firstWaitSeconds: number;
  maxWaitSeconds: number;
}

/** A rule of so many tries in a period: the last of them still passes, and blocks further ones for the whole period. */
export const atMost = (maximum: number, name: string, seconds: number): ThrottleRule => ({
  name,
  free: maximum - 1,
  rememberedSeconds: seconds,
  firstWaitSeconds: seconds,
  maxWaitSeconds: seconds,
});

/** Limits on guessing: the wait grows, nobody is ever locked out. All processes share the counts. */
export interface Throttle {
  /** Counts a try; returns the refusal when it comes too early. A refused try does not lengthen the wait. */
  attempt(rule: ThrottleRule, key: string): Promise<Failure | undefined>;
  /** Uncounts a try that was no guess. */
  uncount(rule: ThrottleRule, key: string): Promise<void>;
  /** Forgets the tries when one of them was right. */
  reset(rule: ThrottleRule, key: string): Promise<void>;
  /** Records a key; false when it was recorded before. Of concurrent calls exactly one returns true. */
  recordOnce(memory: OncePerPeriod, key: string): Promise<boolean>;
}

/** Keys that may be spent once within a period. */
export interface OncePerPeriod {
  name: string;
  seconds: number;
}

export const noThrottle: Throttle = {
  attempt: async () => undefined,
  uncount: async () => {},
  reset: async () => {},
  recordOnce: async () => true,
};

export function createThrottle(counters: SharedCounters): Throttle {
  async function add(name: string, key: string, points: number, seconds: number, maxSeconds?: number) {
    const change = { key, points, milliseconds: seconds * 1000 };
    const maxMilliseconds = maxSeconds === undefined ? undefined : maxSeconds * 1000;
    return (await counters.add(name, [change], maxMilliseconds)).get(key) ?? { points: 0, milliseconds: 0 };
  }
  const namesOf = ({ name }: ThrottleRule) => ({
    /** Full after the tries that cost no wait. Concurrent tries are counted one by one, so none slips through. */
    free: `${name} free`,
    /** The tries beyond the free ones that were admitted: the number of doublings of the wait. */
    late: `${name} late`,
    /** Admits one try, then none until the wait is over. */
    gate: `${name} gate`,
  });
  return {
    async attempt(rule, key) {
      const { free, late, gate } = namesOf(rule);
      const { rememberedSeconds, firstWaitSeconds, maxWaitSeconds } = rule;
      if ((await add(free, key, 1, rememberedSeconds)).points <= rule.free) return undefined;
      const doublings = await counters.points(late, key);
      const waitSeconds = Math.min(maxWaitSeconds, firstWaitSeconds * 2 ** doublings);
      const gateCount = await add(gate, key, 1, waitSeconds, maxWaitSeconds);
      if (gateCount.points > 1) return tooManyTries(gateCount.milliseconds);
      await add(late, key, 1, rememberedSeconds);
      return undefined;
    },
    async uncount(rule, key) {
      const { free, late } = namesOf(rule);
      const wasLate = (await counters.points(late, key)) > 0;
      await add(wasLate ? late : free, key, -1, rule.rememberedSeconds);
    },
    async reset(rule, key) {
      await counters.reset(Object.values(namesOf(rule)), key);
    },
    async recordOnce({ name, seconds }, key) {
      return (await add(name, key, 1, seconds)).points === 1;
    },
  };
}

/** A refusal for a reason of its own, such as `You can send 20 comments an hour`, with the wait. */
export function refusedBecause(refusal: Failure, reason: string): Failure {
  const wait = waitInWords(refusal.retryAfterSeconds);
  return { ...refusal, message: `${reason}. Please wait ${wait} and try again.` };
}

function waitInWords(seconds = 1): string {
  if (seconds < 90) return plural(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? plural(minutes, 'minute') : plural(Math.ceil(minutes / 60), 'hour');
}

function tooManyTries(milliseconds: number): Failure {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  const wait = waitInWords(seconds);
  return failure(
    'too-many',
    `There were too many attempts. Please wait ${wait} and try again. The wait grows with each failed attempt, but never locks you out.`,
    { retryAfterSeconds: seconds },
  );
}
