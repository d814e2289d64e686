import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { escapeHtml } from '#base/text.ts';
import { urls } from '#urls.ts';

/** The elements that the meta of a page makes. */
export const META_TAGS =
  'meta[name="description"], meta[name="robots"], meta[property], link[rel="canonical"], link[rel="prev"], link[rel="next"], ' +
  'link[type="application/atom+xml"], link[type="application/feed+json"], script[type="application/ld+json"]';

/** The meta of a page for search engines and link previews. No tab shows it, but a saved page would. */
export function metaTags(meta: PageMeta, absolute: (path: string) => string): string[] {
  return [
    `<meta name="description" content="${escapeHtml(meta.description)}">`,
    meta.canonical === undefined ? '' : canonicalTags(meta, absolute(meta.canonical), absolute),
    ...neighbourLinks(meta, absolute),
    meta.feedOf === undefined ? '' : feedTags(meta.feedOf),
    meta.isHidden ? '<meta name="robots" content="noindex">' : '',
  ].filter((line) => line !== '');
}

function neighbourLinks({ previous, next }: PageMeta, absolute: (path: string) => string): string[] {
  const links = Object.entries({ prev: previous, next });
  return links.map(([rel, path]) =>
    path === undefined ? '' : `<link rel="${rel}" href="${escapeHtml(absolute(path))}">`,
  );
}

const FEED_LINKS = [
  { type: 'application/atom+xml', format: 'xml', title: 'Atom' },
  { type: 'application/feed+json', format: 'json', title: 'JSON Feed' },
] as const;

/** Lets feed readers find the feeds of a page. */
function feedTags(feedOf: string): string {
  return FEED_LINKS.map(
    ({ type, format, title }) =>
      `<link rel="alternate" type="${type}" title="${title}" href="${escapeHtml(urls.feed(feedOf, format))}">`,
  ).join('\n');
}

/** The page's canonical address and its link preview on other sites (Open Graph). */
function canonicalTags(meta: PageMeta, canonical: string, absolute: (path: string) => string): string {
  const properties: [string, string][] = [
    ['og:site_name', siteName()],
    ['og:title', meta.title],
    ['og:description', meta.description],
    ['og:type', meta.type ?? 'website'],
    ['og:url', canonical],
    ['og:locale', 'en_GB'],
    ...imageProperties(meta, absolute),
  ];
  return [
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
  ].join('\n');
}

/** The cover as a picture: below the page’s own address, or one that is the same for all (covers.ts). */
function imageProperties(
  { cover, canonical = '' }: PageMeta,
  absolute: (path: string) => string,
): [string, string][] {
  if (cover === undefined) return [];
  return [
    ['og:image', absolute(`${cover === 'own' ? canonical : ''}/cover.png?width=640`)],
    ['og:image:type', 'image/png'],
    ['og:image:width', '640'],
    ['og:image:height', '960'],
  ];
}
