import type { PageMeta } from '#base/page-meta.ts';
import { trustedHtml } from '#ui/trusted-html.ts';
import { META_TAGS, metaTags } from './head-tags.ts';

/**
 * Makes the document's head say of this page what the server's document would say; undefined: nothing about any page. The
 * structured data goes with the first page: only search engines read it, and the build leaves it out (vite.config.ts).
 */
export function updateHead(meta: PageMeta | undefined): void {
  for (const tag of document.head.querySelectorAll(META_TAGS)) tag.remove();
  if (meta === undefined) return;
  const made = document.createElement('template');
  made.innerHTML = trustedHtml(metaTags(meta, (path) => location.origin + path).join('\n'));
  document.head.querySelector('title')?.after(made.content);
}
