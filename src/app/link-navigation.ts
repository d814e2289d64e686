import type { DataRouter } from 'react-router';
import { urls } from '#urls.ts';
import { nameMovingCover } from './moving-cover.ts';

type Router = Pick<DataRouter, 'navigate'>;

/**
 * Turns clicks on plain links of this site into navigation without a page load. One listener replaces a Link component
 * for each link; with 170 links on a page that component was 40% of its render time.
 */
export function navigateByLinks(router: Router): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link === null ? undefined : localAddress(link);
    if (link === null || href === undefined) return;
    event.preventDefault();
    void router.navigate(href, {
      state: { keepScrollPosition: keepsPlace(link) },
      viewTransition: nameMovingCover(link),
    });
  });
}

/** Links that change only a part of their page stand in an element with this attribute: the reader stays where they are. */
function keepsPlace(link: HTMLAnchorElement): boolean {
  return link.pathname === location.pathname && link.closest('[data-keeps-place]') !== null;
}

/** A link's address within the pages of this site; undefined for files, other sites and new windows. */
export function localAddress(link: HTMLAnchorElement): string | undefined {
  if (link.target !== '' && link.target !== '_self') return undefined;
  if (link.hasAttribute('download') || !link.hasAttribute('href')) return undefined;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin) return undefined;
  // The server chooses the story.
  if (url.pathname === urls.random()) return undefined;
  if (url.pathname.startsWith('/api/') || /\.[a-z]+$/.test(url.pathname)) return undefined;
  // The browser handles links to a place on the same page.
  if (url.hash !== '' && url.pathname === location.pathname && url.search === location.search)
    return undefined;
  return url.pathname + url.search + url.hash;
}
