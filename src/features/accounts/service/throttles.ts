import type { ThrottleMemory, ThrottleRule } from '#platform/throttle.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One account from one network: what an owner who has forgotten the password meets. */
export const pairTries: ThrottleRule = {
  name: 'sign-in pair',
  free: 5,
  rememberedSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};

/** Many accounts from one network. */
export const networkTries: ThrottleRule = {
  name: 'sign-in network',
  free: 60,
  rememberedSeconds: HOUR,
  firstWaitSeconds: 1,
  longestWaitSeconds: 5 * MINUTE,
};

/** One account from many networks. */
export const accountTries: ThrottleRule = {
  name: 'sign-in account',
  free: 40,
  rememberedSeconds: HOUR,
  firstWaitSeconds: 2,
  longestWaitSeconds: 5 * MINUTE,
};

/** From which networks an account was signed in to within a month: what others guess there or at it is no matter. */
export const knownNetwork: ThrottleMemory = { name: 'sign-in known', seconds: 30 * DAY };

/** The password asked for once more, within a session that somebody may have left open. */
export const passwordTries: ThrottleRule = {
  name: 'password again',
  free: 5,
  rememberedSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};
