import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '#base/durations.ts';
import type { ThrottleRule } from '#platform/rate-limits/throttle.ts';

/** One name from one network: the limit for an owner who has forgotten the password. */
export const accountNetworkLimit: ThrottleRule = {
  name: 'sign-in pair',
  free: 5,
  rememberedSeconds: DAY_SECONDS,
  firstWaitSeconds: 2,
  maxWaitSeconds: 15 * MINUTE_SECONDS,
};

/** All accounts together, from one network. */
export const networkLimit: ThrottleRule = {
  name: 'sign-in network',
  free: 60,
  rememberedSeconds: HOUR_SECONDS,
  firstWaitSeconds: 1,
  maxWaitSeconds: 5 * MINUTE_SECONDS,
};

/** One name from all networks together. */
export const accountLimit: ThrottleRule = {
  name: 'sign-in account',
  free: 40,
  rememberedSeconds: HOUR_SECONDS,
  firstWaitSeconds: 2,
  maxWaitSeconds: 5 * MINUTE_SECONDS,
};

/** One account on one known device: guesses from elsewhere do not count here. */
export const deviceLimit: ThrottleRule = {
  name: 'sign-in device',
  free: 5,
  rememberedSeconds: DAY_SECONDS,
  firstWaitSeconds: 2,
  maxWaitSeconds: 15 * MINUTE_SECONDS,
};

/**
 * Mailed codes for one name, typed on one device, or in one network by a client without the cookie. The name as a whole
 * has no limit, because a stranger could use it up; the length of a code makes up for it.
 */
export const loginCodeLimit: ThrottleRule = {
  name: 'login code tries',
  free: 5,
  rememberedSeconds: HOUR_SECONDS,
  firstWaitSeconds: 2,
  maxWaitSeconds: 5 * MINUTE_SECONDS,
};

/** Codes of the second factor, on one known device, in one network or in one session. */
export const secondFactorLimit: ThrottleRule = {
  name: 'second factor tries',
  free: 5,
  rememberedSeconds: DAY_SECONDS,
  firstWaitSeconds: 2,
  maxWaitSeconds: 15 * MINUTE_SECONDS,
};

/** Codes of the second factor of one account, from all networks together: whoever guesses knows the password. */
export const secondFactorAccountLimit: ThrottleRule = {
  name: 'second factor account',
  free: 20,
  rememberedSeconds: DAY_SECONDS,
  firstWaitSeconds: 60,
  maxWaitSeconds: 15 * MINUTE_SECONDS,
};

/** The password asked for again within a session, which somebody may have left open. */
export const passwordLimit: ThrottleRule = {
  name: 'password again',
  free: 5,
  rememberedSeconds: DAY_SECONDS,
  firstWaitSeconds: 2,
  maxWaitSeconds: 15 * MINUTE_SECONDS,
};

/**
 * The key of a typed name in the limits, the same whether or not it leads to an account. The username and the address of
 * one account are counted apart: whoever has used up the tries of a username could otherwise find its address out, by the
 * one that has to wait at its first try.
 */
export function throttleKeyOf(login: string): string {
  return login.toLowerCase();
}
