import { matchRoutes, type RouteObject } from 'react-router';
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
export function prefetchByIntent(routes: RouteObject[]): void {
  const fetched = new Set<RouteObject>();

  function onIntent(event: Event): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const address = link === null ? undefined : localAddress(link);
    if (address === undefined) return;
    for (const { route } of matchRoutes(routes, address) ?? []) {
      if (typeof route.lazy !== 'function' || fetched.has(route)) continue;
      fetched.add(route);
      pendingPrefetches += 1;
      void route
        .lazy()
        // The press retries and reports a failure.
        .catch(() => fetched.delete(route))
        .finally(() => {
          pendingPrefetches -= 1;
        });
    }
  }
  for (const kind of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(kind, onIntent, { passive: true });
  }
}
