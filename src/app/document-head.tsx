import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { documentTitle } from '#base/page-meta.ts';
import { metaOf } from './pages.tsx';

/**
 * Keeps title, description and canonical link in step when a visitor goes on within the site. The first
 * page's own stand in its HTML, where the server put them.
 */
export function DocumentHead() {
  const matches = useMatches();
  const last = matches.at(-1);
  const meta = metaOf(last?.handle, last?.loaderData);
  useEffect(() => {
    if (meta === undefined) return;
    document.title = documentTitle(meta);
    document.querySelector('meta[name="description"]')?.setAttribute('content', meta.description);
    const canonical = document.querySelector('link[rel="canonical"]');
    canonical?.setAttribute('href', new URL(meta.canonical ?? '/', location.origin).href);
  }, [meta]);
  return null;
}
