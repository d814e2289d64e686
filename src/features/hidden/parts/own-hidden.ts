import { useSyncExternalStore } from 'react';
import { HIDDEN_COOKIE } from '#base/hidden-cookie.ts';
import { hiddenCookieText } from '#ui/hidden-cookie-text.ts';
import { HIDDEN_COOKIE_SECONDS, normalizeHiddenText } from '../rules.ts';

const listeners = new Set<() => void>();

/** Tells the page that the cookie has changed. */
export function announceHidden(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The list in this browser's cookie. */
export function hiddenText(): string {
  return normalizeHiddenText(hiddenCookieText());
}

/** The same in a page; empty until script has taken over. */
export function useHiddenText(): string {
  return useSyncExternalStore(subscribe, hiddenText, () => '');
}

/** Stores the list, so that the server's next page is right. A device choice: Quick exit keeps it (boot.ts). */
export function storeHiddenText(text: string): void {
  const age = text === '' ? 0 : HIDDEN_COOKIE_SECONDS;
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every browser yet
  document.cookie = `${HIDDEN_COOKIE}=${encodeURIComponent(text)}; Max-Age=${age}; Path=/; SameSite=Lax${secure}`;
  announceHidden();
}
