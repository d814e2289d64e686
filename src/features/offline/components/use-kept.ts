import { useCallback, useEffect, useState } from 'react';
import { subscribeToClearedHistory } from '#ui/browser-storage.ts';
import type { KeptIndex } from '../rules.ts';
import { readIndex } from './kept-library.ts';

const CHANGED = 'keptchanged';

/** Tells the components of this page that something was kept or deleted. */
export function announceKept(): void {
  document.dispatchEvent(new Event(CHANGED));
}

/** All that is kept; undefined while it is read. Also follows other tabs, which change the key. */
export function useKept(): KeptIndex | undefined {
  const [index, setIndex] = useState<KeptIndex>();
  const load = useCallback(() => {
    readIndex().then(setIndex, () => setIndex({ days: 0, stories: [], gone: [] }));
  }, []);
  useEffect(() => {
    load();
    const stop = subscribeToClearedHistory(load);
    document.addEventListener(CHANGED, load);
    window.addEventListener('storage', load);
    return () => {
      stop();
      document.removeEventListener(CHANGED, load);
      window.removeEventListener('storage', load);
    };
  }, [load]);
  return index;
}
