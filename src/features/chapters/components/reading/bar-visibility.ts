/** How far one scrolls in one direction before the bar leaves or returns, in pixels: less is a trembling finger. */
const LEAVE_AFTER_PIXELS = 32;
const RETURN_AFTER_PIXELS = 16;

export interface BarState {
  isAway: boolean;
  /** The last position, and where the present direction began. */
  at: number;
  from: number;
}

export const BAR_AT_TOP: BarState = { isAway: false, at: 0, from: 0 };

/**
 * The state of the site's bar after scrolling to `at`: it leaves on the way down and returns on the way up. Above
 * `firstLine` it always stays.
 */
export function barAfterScroll(state: BarState, at: number, firstLine: number): BarState {
  const hasTurned = Math.sign(at - state.at) !== Math.sign(state.at - state.from);
  const from = hasTurned ? state.at : state.from;
  if (at <= firstLine) return { isAway: false, at, from };
  if (at - from > LEAVE_AFTER_PIXELS) return { isAway: true, at, from };
  if (from - at > RETURN_AFTER_PIXELS) return { isAway: false, at, from };
  return { isAway: state.isAway, at, from };
}

/** The share of a text, from 0 to 1, above the lower edge of the window. All lengths are in pixels. */
export function readShare(text: { top: number; height: number }, windowHeight: number): number {
  if (text.height <= 0) return 0;
  return Math.min(1, Math.max(0, (windowHeight - text.top) / text.height));
}
