import { useSyncExternalStore } from 'react';

/** A choice on <html>, where boot.ts puts it before the first paint and the styles read it. The server knows none. */
export function useRootData(name: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset[name],
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true });
  return () => observer.disconnect();
}
