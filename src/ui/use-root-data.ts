import { useSyncExternalStore } from 'react';

/** A choice on <html>, where boot.ts puts it before the first paint and the styles read it. The server knows none. */
export function useRootData(name: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset[name],
    () => undefined,
  );
}

/**
 * The same for effects: already their first run gets the browser's choice. Markup that depends on it would differ from
 * the server's.
 */
export function useRootDataInEffects(name: string): string | undefined {
  const read = () => (typeof document === 'undefined' ? undefined : document.documentElement.dataset[name]);
  return useSyncExternalStore(subscribe, read, read);
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}
