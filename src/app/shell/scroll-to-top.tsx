import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation, useNavigationType } from 'react-router';
import { readEntry, subscribeToClearedHistory, writeEntry } from '#ui/browser-storage.ts';
import { focusPage } from './focus-page.ts';

/**
 * Put `{ keepScrollPosition: true }` into the state of a navigation that only stores the page's own state in its address;
 * links say it by an attribute (`keepsPlace` in link-navigation.ts).
 */
type KeepPlaceState = { keepScrollPosition?: boolean };

// useLayoutEffect warns on the server, where there is no layout.
const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The last pages of this tab: readers rarely go back further. */
const MAX_STORED_POSITIONS = 50;

/** Also restored after a reload, when earlier pages are built again. */
function readStoredPositions(): Map<string, number> {
  try {
    return new Map(JSON.parse(readEntry('scrollPlaces') ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

/** If storage is blocked, going back shows a page from its top. */
function storePositions(): void {
  writeEntry('scrollPlaces', JSON.stringify([...scrollPositions].slice(-MAX_STORED_POSITIONS)));
}

const scrollPositions = typeof window === 'undefined' ? new Map<string, number>() : readStoredPositions();

function isTyping(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable="true"]') ?? false;
}

/** The element that the hash of an address names; undefined for one that cannot be decoded, which a link may have. */
function targetOf(hash: string): HTMLElement | undefined {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1))) ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * A new page starts at its top or where its address leads, for screen readers too; back and forward return to the earlier
 * scroll position.
 */
export function ScrollToTop() {
  const { pathname, search, hash, key, state } = useLocation();
  const navigationType = useNavigationType();
  const isLeaving = useNavigation().state === 'loading';
  const address = pathname + search;
  const shownAddress = useRef(address);

  useBrowserLayoutEffect(() => {
    const changed = shownAddress.current !== address;
    shownAddress.current = address;
    if (!changed || (state as KeepPlaceState | null)?.keepScrollPosition === true) return;
    if (navigationType === 'POP') {
      // The browser's own restoration comes before the page has loaded, when it may still be too short.
      window.scrollTo({ top: scrollPositions.get(key) ?? 0, behavior: 'instant' });
      // A link by which the reader left takes the focus on from here (return-focus.ts).
      if (document.activeElement === document.body) focusPage();
      return;
    }
    const target = targetOf(hash);
    if (target === undefined) window.scrollTo({ top: 0, behavior: 'instant' });
    else target.scrollIntoView({ behavior: 'instant' });
    if (!isTyping()) focusPage(target);
  }, [address, hash, navigationType, key, state]);

  // A layout effect too, so that the scrolling of the effect above is stored for the new page, not for the old one. Not
  // while the next page loads: its outline is shorter, and the scrolling this causes is not the reader's.
  useBrowserLayoutEffect(() => {
    if (isLeaving) return;
    const storePosition = () => scrollPositions.set(key, window.scrollY);
    window.addEventListener('scroll', storePosition, { passive: true });
    return () => window.removeEventListener('scroll', storePosition);
  }, [key, isLeaving]);

  useEffect(() => subscribeToClearedHistory(() => scrollPositions.clear()), []);

  useEffect(() => {
    window.addEventListener('pagehide', storePositions);
    return () => window.removeEventListener('pagehide', storePositions);
  }, []);

  return null;
}
