import type { ThrottleRule } from '#platform/rate-limits/throttle.ts';

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

/** One account on one device where it was signed in to before: guesses from anywhere else don't count here. */
export const deviceTries: ThrottleRule = {
  name: 'sign-in device',
  free: 5,
  rememberedSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};

/**
 * Mailed codes of one account, typed on one device, or in one network by a client without the cookie. There is no
 * limit for the account as a whole, because a stranger could use it up; the length of a code makes up for it.
 */
export const codeTries: ThrottleRule = {
  name: 'login code tries',
  free: 5,
  rememberedSeconds: HOUR,
  firstWaitSeconds: 2,
  longestWaitSeconds: 5 * MINUTE,
};

/** The password asked for once more, within a session that somebody may have left open. */
export const passwordTries: ThrottleRule = {
  name: 'password again',
  free: 5,
  rememberedSeconds: DAY,
  firstWaitSeconds: 2,
  longestWaitSeconds: 15 * MINUTE,
};

/** An account as limits count it, whether it was named by username or by address. A name that nobody has counts alike. */
export function throttledName(found: { accountId: number } | undefined, login: string): string {
  return found === undefined ? `unknown ${login.toLowerCase()}` : `account ${found.accountId}`;
}
