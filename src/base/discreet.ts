/** The page title in tabs, history and bookmarks while discreet mode is on. */
export const NEUTRAL_TITLE = 'Notes';
export const NEUTRAL_ICON = '/plain.svg';
export const OWN_ICON = '/favicon.svg';

/** The cookie of discreet mode. Only the browser sets it, when the reader turns the mode on; its one value is `1`. */
export const DISCREET_COOKIE = 'discreet';

const DISCREET_PATTERN = new RegExp(`(?:^|;)\\s*${DISCREET_COOKIE}=1\\s*(?:;|$)`);

/** Whether the cookies of a request, or of a document, turn discreet mode on. */
export function isDiscreet(cookies: string | undefined): boolean {
  return cookies !== undefined && DISCREET_PATTERN.test(cookies);
}

/** The default target of Quick exit: reachable everywhere, always up, and inconspicuous. The operator can change it. */
export const DEFAULT_EXIT_URL = 'https://www.wikipedia.org/';
