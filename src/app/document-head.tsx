import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { NEUTRAL_TITLE } from '#base/discreet.ts';
import { documentTitle, FEED_LINKS, type PageMeta } from '#base/page-meta.ts';
import { useDiscreet } from '#ui/discreet.ts';
import { urls } from '#urls.ts';
import { metaOf } from './page-handle.ts';

/**
 * Updates title, description, canonical link and feeds when a visitor navigates within the site. The HTML of the first page
 * already has them from the server.
 */
export function DocumentHead() {
  const matches = useMatches();
  const last = matches.at(-1);
  useDocumentMeta(metaOf(last?.handle, last?.loaderData));
  return null;
}

/** Puts a page's meta into the document; does nothing while there is none. */
export function useDocumentMeta(meta: PageMeta | undefined): void {
  const isDiscreet = useDiscreet();
  useEffect(() => {
    if (meta === undefined) return;
    document.title = isDiscreet ? NEUTRAL_TITLE : documentTitle(meta);
    if (isDiscreet) return;
    document.querySelector('meta[name="description"]')?.setAttribute('content', meta.description);
    setCanonical(meta.canonical);
    setFeeds(meta.feedOf);
  }, [meta, isDiscreet]);
}

/** A page in place of another has no address of its own, and so no canonical link. */
function setCanonical(path: string | undefined): void {
  const existing = document.querySelector<HTMLLinkElement>('link[rel="canonical"]');
  if (path === undefined) {
    existing?.remove();
    return;
  }
  const link = existing ?? document.head.appendChild(document.createElement('link'));
  link.rel = 'canonical';
  link.href = new URL(path, location.origin).href;
}

function setFeeds(page: string | undefined): void {
  for (const { type, format, title } of FEED_LINKS) {
    document.querySelector(`link[type="${type}"]`)?.remove();
    if (page !== undefined)
      Object.assign(document.head.appendChild(document.createElement('link')), {
        ...{ rel: 'alternate', type, title, href: urls.feed(page, format) },
      });
  }
}
