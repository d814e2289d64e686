import type { RouteObject } from 'react-router';
import { localAddress } from './link-navigation.ts';

/** The number of chunks being fetched before a press. */
let pendingPrefetches = 0;

/** Whether a failed fetch may have been a prefetch, which needs no error message. */
export function isPrefetching(): boolean {
  return pendingPrefetches > 0;
}

/**
 * Fetches the code of a page when a link to it is pointed at, focused or touched, so that it arrives before the press.
 */
export function prefetchByIntent(routeAt: (address: string) => Promise<RouteObject | undefined>): void {
  const fetched = new Set<string>();

  async function prefetch(address: string): Promise<void> {
    const route = await routeAt(address);
    // The route that the browser started with has no function left; others answer again from their loaded module.
    if (typeof route?.lazy === 'function') await route.lazy();
  }

  function onIntent(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const address = link === null ? undefined : localAddress(link);
    const path = address?.replace(/[?#].*/, '');
    if (path === undefined || fetched.has(path)) return;
    fetched.add(path);
    pendingPrefetches += 1;
    void prefetch(path)
      // The press retries and reports a failure.
      .catch(() => fetched.delete(path))
      .finally(() => {
        pendingPrefetches -= 1;
      });
  }
  for (const kind of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(kind, onIntent, { passive: true });
  }
}
