import { HIDDEN_COOKIE } from '#base/hidden-cookie.ts';
import { deviceCookie } from '#ui/device-cookie.ts';
import { hiddenCookieText } from '#ui/hidden-cookie-text.ts';
import { HIDDEN_COOKIE_SECONDS, normalizeHiddenText } from '../rules.ts';

/** A device choice: Quick exit keeps it (boot.ts). */
const cookie = deviceCookie(HIDDEN_COOKIE, HIDDEN_COOKIE_SECONDS);

/** Tells the page that the cookie has changed. */
export const announceHidden = cookie.announce;

/** The list in this browser's cookie. */
export function hiddenText(): string {
  return normalizeHiddenText(hiddenCookieText());
}

/** The same in a page; empty until script has taken over. */
export function useHiddenText(): string {
  return cookie.useValue('') === '' ? '' : hiddenText();
}

/** Stores the list, so that the server's next page is right. */
export function storeHiddenText(text: string): void {
  cookie.store(encodeURIComponent(text));
}
