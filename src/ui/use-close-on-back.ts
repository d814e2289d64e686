import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** A browser's own request to close what lies over a page: on Android that is the Back button. */
interface CloseWatcher {
  onclose: (() => void) | null;
  destroy(): void;
}

declare global {
  interface Window {
    /** Only Chromium has it. */
    CloseWatcher?: new () => CloseWatcher;
  }
}

/**
 * Lets the Back button of a phone close a window or a menu: it would leave the page below, with everything typed into the window.
 * A reader who does leave that page, by Back or by a link in the window, does not find the window over the next one. An address
 * that is only replaced, such as by one without its token, closes nothing.
 */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const { key } = useLocation();
  const navigationType = useNavigationType();
  const latest = useRef(close);
  const shownKey = useRef(key);

  useEffect(() => {
    latest.current = close;
  });

  useEffect(() => {
    if (shownKey.current === key) return;
    shownKey.current = key;
    if (isOpen && navigationType !== 'REPLACE') latest.current();
  }, [key, navigationType, isOpen]);

  useEffect(() => {
    // With a keyboard the request is Escape, which windows and what is open in them answer themselves.
    if (!isOpen || !matchMedia('(pointer: coarse)').matches) return;
    let watcher: CloseWatcher | undefined;
    function watch() {
      watcher = window.CloseWatcher && new window.CloseWatcher();
      if (watcher === undefined) return;
      watcher.onclose = () => {
        latest.current();
        // One that is busy stays open.
        watch();
      };
    }
    watch();
    return () => watcher?.destroy();
  }, [isOpen]);
}
