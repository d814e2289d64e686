import { hiddenCookieIn } from '#base/hidden-cookie.ts';

/** The items that this browser's cookie hides, for the parameter `hidden` of lists; the server ignores whatever is no such list. */
export function hiddenCookieText(): string {
  return hiddenCookieIn(document.cookie) ?? '';
}
