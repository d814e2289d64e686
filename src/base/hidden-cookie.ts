import { cookieValue } from './cookies.ts';

/**
 * The cookie with what this browser hides (features/hidden/rules.ts): a guest's own list, or a copy of the account's, so
 * that the first HTML is right. boot.ts removes it at the end of a session.
 */
export const HIDDEN_COOKIE = 'hidden';

/** The list in the cookie of a request, or of a document, as it is stored; undefined without one, empty for a broken one. */
export function hiddenCookieIn(cookies: string | undefined): string | undefined {
  const value = cookieValue(cookies, HIDDEN_COOKIE);
  try {
    return value === undefined ? undefined : decodeURIComponent(value);
  } catch {
    return '';
  }
}

/** Whether the text of a list hides a tag (`t`) or an author (`a`); lighter than to parse the whole set. */
export function hidesId(text: string, kind: 't' | 'a', id: number): boolean {
  return new URLSearchParams(text).get(kind)?.split(',').includes(String(id)) ?? false;
}
