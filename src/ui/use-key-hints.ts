import { useSyncExternalStore } from 'react';

/** The screens that base.css hides `.keyboard-hint` on, too. */
const TOUCH = '(hover: none), (pointer: coarse)';

function subscribe(changed: () => void): () => void {
  const touch = window.matchMedia(TOUCH);
  touch.addEventListener('change', changed);
  return () => touch.removeEventListener('change', changed);
}

/** Whether tooltips may name keys; false on the server, whose HTML is for phones as well. */
export function useKeyHints(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => !window.matchMedia(TOUCH).matches,
    () => false,
  );
}
