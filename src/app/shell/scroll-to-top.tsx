import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router';
import { readEntry, subscribeToClearedHistory, writeEntry } from '#ui/browser-storage.ts';

/** Put `{ keepScrollPosition: true }` into the state of a navigation that only stores the page's own state in its address. */
type KeepPlaceState = { keepScrollPosition?: boolean };

// useLayoutEffect warns on the server, where there is no layout.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The last pages of this tab: readers rarely go back further. */
const STORED_PLACES = 50;

/** Also restored after a reload, when earlier pages are built again. */
function storedPlaces(): Map<string, number> {
  try {
    return new Map(JSON.parse(readEntry('scrollPlaces') ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

/** If storage is blocked, going back shows a page from its top. */
function storePlaces(): void {
  writeEntry('scrollPlaces', JSON.stringify([...placeOf].slice(-STORED_PLACES)));
}

const placeOf = typeof window === 'undefined' ? new Map<string, number>() : storedPlaces();

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false;
}

/** A new page starts at its top, for screen readers too; back and forward return to the earlier scroll position. */
export function ScrollToTop() {
  const { pathname, search, hash, key, state } = useLocation();
  const how = useNavigationType();
  const isLeaving = useNavigation().state === 'loading';
  const address = pathname + search;
  const shown = useRef(address);

  useBrowserLayoutEffect(() => {
    const changed = shown.current !== address;
    shown.current = address;
    if (!changed || (state as KeepPlaceState | null)?.keepScrollPosition === true) return;
    if (how === 'POP') {
      // The browser's own restoration comes before the page has loaded, when it may still be too short.
      window.scrollTo({ top: placeOf.get(key) ?? 0, behavior: 'instant' });
      return;
    }
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target !== null) {
      target.scrollIntoView({ behavior: 'instant' });
      return;
    }
    window.scrollTo({ top: 0, behavior: 'instant' });
    if (!isTyping()) document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [address, hash, how, key, state]);

  // A layout effect too, so that the scrolling of the effect above is stored for the new page, not for the old one. Not
  // while the next page loads: its outline is shorter, and the scrolling this causes is not the reader's.
  useBrowserLayoutEffect(() => {
    if (isLeaving) return;
    const note = () => placeOf.set(key, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => window.removeEventListener('scroll', note);
  }, [key, isLeaving]);

  useEffect(() => subscribeToClearedHistory(() => placeOf.clear()), []);

  useEffect(() => {
    window.addEventListener('pagehide', storePlaces);
    return () => window.removeEventListener('pagehide', storePlaces);
  }, []);

  return null;
}
