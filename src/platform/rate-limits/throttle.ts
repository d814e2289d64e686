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
  longestWaitSeconds: number;
}

/** Limits on guessing: the wait grows, nobody is ever locked out. All processes share the counts. */
export interface Throttle {
  /** Counts a try; returns the refusal when it comes too early. A refused try does not lengthen the wait. */
  attempt(rule: ThrottleRule, key: string): Promise<Failure | undefined>;
  /** Uncounts a try that was no guess. */
  giveBack(rule: ThrottleRule, key: string): Promise<void>;
  /** Forgets the tries when one of them was right. */
  forgive(rule: ThrottleRule, key: string): Promise<void>;
  /** Records a key; false when it was recorded before. Of concurrent calls exactly one returns true. */
  spend(memory: ThrottleMemory, key: string): Promise<boolean>;
}

/** Keys that may be spent once within a period. */
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

export function createThrottle(counters: SharedCounters): Throttle {
  async function add(name: string, key: string, points: number, seconds: number, longestSeconds?: number) {
    const change = { key, points, milliseconds: seconds * 1000 };
    const longest = longestSeconds === undefined ? undefined : longestSeconds * 1000;
    return (await counters.add(name, [change], longest)).get(key) ?? { points: 0, milliseconds: 0 };
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
      const { rememberedSeconds, firstWaitSeconds, longestWaitSeconds } = rule;
      if ((await add(free, key, 1, rememberedSeconds)).points <= rule.free) return undefined;
      const doublings = await counters.points(late, key);
      const waitSeconds = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** doublings);
      const passed = await add(gate, key, 1, waitSeconds, longestWaitSeconds);
      if (passed.points > 1) return tooEarly(passed.milliseconds);
      await add(late, key, 1, rememberedSeconds);
      return undefined;
    },
    async giveBack(rule, key) {
      const { free, late } = namesOf(rule);
      const wasLate = (await counters.points(late, key)) > 0;
      await add(wasLate ? late : free, key, -1, rule.rememberedSeconds);
    },
    async forgive(rule, key) {
      await counters.forget(Object.values(namesOf(rule)), key);
    },
    async spend({ name, seconds }, key) {
      return (await add(name, key, 1, seconds)).points === 1;
    },
  };
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
