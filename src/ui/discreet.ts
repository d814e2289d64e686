import { DISCREET_COOKIE, NEUTRAL_ICON, OWN_ICON } from '#base/discreet.ts';
import { writeEntry } from './browser-storage.ts';
import { useRootData } from './use-root-data.ts';

const YEAR_SECONDS = 31_536_000;

/**
 * Discreet mode: a neutral title and icon in tabs, history and bookmarks. Stored in a cookie, so that the server sends
 * them from the first byte on; boot.ts puts it on <html>.
 */
export function useDiscreet(): boolean {
  return useRootData('discreet') !== undefined;
}

/** useDocumentMeta, which knows the page's own title, updates it. */
export function setDiscreet(isDiscreet: boolean): void {
  const cookieValue = isDiscreet ? `1; Max-Age=${YEAR_SECONDS}` : '; Max-Age=0';
  // Lax, so that the cookie is sent when a link on another site leads here.
  const { protocol } = window.location;
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is not in every browser yet
  document.cookie = `${DISCREET_COOKIE}=${cookieValue}; Path=/; SameSite=Lax${protocol === 'https:' ? '; Secure' : ''}`;
  const { dataset } = document.documentElement;
  if (isDiscreet) dataset.discreet = '';
  else delete dataset.discreet;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon !== null) icon.href = isDiscreet ? NEUTRAL_ICON : OWN_ICON;
  // A message to other tabs, which receive no cookie changes. If storage is blocked, they follow with their next page.
  writeEntry('discreet', isDiscreet ? '1' : '');
  if (!isDiscreet) writeEntry('discreet', undefined);
}
