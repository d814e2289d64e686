import type { ThrottleRule } from '#platform/throttle.ts';

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

/** Not a limit: remembers for a month that an account was signed in to from a network. */
export const knownNetwork: ThrottleRule = {
  name: 'sign-in known',
  free: 1_000_000,
  rememberedSeconds: 30 * DAY,
  firstWaitSeconds: 1,
  longestWaitSeconds: 1,
};

/** The password asked for once more, within a session that somebody may have left open. */
export const passwordTries: ThrottleRule = {
  name: 'password again',
  free: 5,
  rememberedSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};

/** Mails that strangers' requests cause from one network, whomever they go to. */
export const mailsOfNetwork: ThrottleRule = {
  name: 'mails network',
  free: 5,
  rememberedSeconds: 30 * MINUTE,
  firstWaitSeconds: 30,
  longestWaitSeconds: 30 * MINUTE,
};
