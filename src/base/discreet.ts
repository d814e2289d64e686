/** What a page shows of itself in tabs, history and bookmarks when its reader wants it to say nothing. */
export const NEUTRAL_TITLE = 'Notes';
export const NEUTRAL_ICON = '/plain.svg';
export const OWN_ICON = '/favicon.svg';

/** Set by the browser alone, at the reader's wish; its one value is `1`. */
export const DISCREET_COOKIE = 'discreet';

const asked = new RegExp(`(?:^|;)\\s*${DISCREET_COOKIE}=1\\s*(?:;|$)`);

/** Whether the cookies of a request, or of a document, ask for neutral titles. */
export function isDiscreet(cookies: string | undefined): boolean {
  return cookies !== undefined && asked.test(cookies);
}

/** Where quick exit leads unless the operator says otherwise: open everywhere, always there, of no interest. */
export const DEFAULT_EXIT_URL = 'https://www.wikipedia.org/';
