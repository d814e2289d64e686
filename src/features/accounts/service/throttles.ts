import type { ThrottleRule } from '#platform/rate-limits/throttle.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One account from one network: the limit for an owner who has forgotten the password. */
export const pairTries: ThrottleRule = {
  name: 'sign-in pair',
  free: 5,
  rememberedSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};

/** All accounts together, from one network. */
export const networkTries: ThrottleRule = {
  name: 'sign-in network',
  free: 60,
  rememberedSeconds: HOUR,
  firstWaitSeconds: 1,
  longestWaitSeconds: 5 * MINUTE,
};

/** One account from all networks together. */
export const accountTries: ThrottleRule = {
  name: 'sign-in account',
  free: 40,
  rememberedSeconds: HOUR,
  firstWaitSeconds: 2,
  longestWaitSeconds: 5 * MINUTE,
};

/** One account on one known device: guesses from elsewhere do not count here. */
export const deviceTries: ThrottleRule = {
  name: 'sign-in device',
  free: 5,
  rememberedSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};

/**
 * Mailed codes of one account, typed on one device, or in one network by a client without the cookie. The account as a
 * whole has no limit, because a stranger could use it up; the length of a code makes up for it.
 */
export const codeTries: ThrottleRule = {
  name: 'login code tries',
  free: 5,
  rememberedSeconds: HOUR,
  firstWaitSeconds: 2,
  longestWaitSeconds: 5 * MINUTE,
};

/** The password asked for again within a session, which somebody may have left open. */
export const passwordTries: ThrottleRule = {
  name: 'password again',
  free: 5,
  rememberedSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};

/** The key of an account in the limits, the same for username and address. Unknown names are counted alike. */
export function throttledName(found: { accountId: number } | undefined, login: string): string {
  return found === undefined ? `unknown ${login.toLowerCase()}` : `account ${found.accountId}`;
}
