/**
 * The cookie with what this browser hides (features/hidden/rules.ts): a guest's own list, or a copy of the account's, so
 * that the first HTML is right. boot.ts removes it at the end of a session.
 */
export const HIDDEN_COOKIE = 'hidden';

const VALUE_PATTERN = new RegExp(`(?:^|;)\\s*${HIDDEN_COOKIE}=([^;]*)`);

/** The cookie's value among those of a request, or of a document; undefined without one. */
export function hiddenCookieIn(cookies: string | undefined): string | undefined {
  return cookies === undefined ? undefined : VALUE_PATTERN.exec(cookies)?.[1];
}

/** Whether the text of a list hides a tag (`t`) or an author (`a`); lighter than to parse the whole set. */
export function hidesId(text: string, kind: 't' | 'a', id: number): boolean {
  return new URLSearchParams(text).get(kind)?.split(',').includes(String(id)) ?? false;
}
