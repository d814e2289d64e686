/** The cookie with what a guest hides (features/hidden/rules.ts); pages are rendered without it. */
const HIDDEN_COOKIE = 'hidden';

const VALUE_PATTERN = new RegExp(`(?:^|;)\\s*${HIDDEN_COOKIE}=([^;]*)`);

/** The cookie's value among those of a request, or of a document; undefined without one. */
export function hiddenCookieIn(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : VALUE_PATTERN.exec(cookies)?.[1];
}
