import { useEffect, useRef } from 'react';
import { isShortcutBlocked } from '#ui/is-shortcut-blocked.ts';

/** Shows the list of shortcuts when `?` is pressed outside a field. */
export function useShortcutHelp(show: () => void): void {
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || isShortcutBlocked(event.target)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
