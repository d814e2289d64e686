import type { CallApi } from '#base/contract.ts';
import { documentTitle, type PageMeta, SITE_NAME } from '#base/page-meta.ts';
import { escapeHtml } from '#base/text.ts';
import { urls } from '#urls.ts';
import type { RenderedPage } from './entry-server.tsx';

/** The files a page needs, by the names the build gave them. */
export interface PageAssets {
  /** The script that runs before the first paint. */
  boot: string;
  entry: string;
  stylesheets: string[];
  preloads: string[];
  fonts: string[];
}

export interface PageRenderer {
  render(url: URL, api: CallApi): Promise<RenderedPage>;
  /** The address without what its page does not read. */
  knownAddress(url: URL): URL;
  assetsOf(module: string): PageAssets;
  /** Lets the development server add its own scripts. */
  transform?: (url: string, html: string) => Promise<string>;
}

/** By it browsers find the description of the search. */
export const searchLink = `<link rel="search" type="application/opensearchdescription+xml" href="${urls.openSearch()}" title="${SITE_NAME}">`;

/** The whole document around a rendered page: the same bytes for every visitor. */
export function pageDocument(
  page: Extract<RenderedPage, { kind: 'page' }>,
  assets: PageAssets,
  publicUrl: string,
): string {
  const { meta } = page;
  const absolute = (path: string) => publicUrl + path;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(documentTitle(meta))}</title>`,
    `<meta name="description" content="${escapeHtml(meta.description)}">`,
    meta.canonical === undefined ? '' : addressTags(meta, absolute(meta.canonical)),
    meta.isHidden ? '<meta name="robots" content="noindex">' : '',
    '<meta name="rating" content="adult">',
    '<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">',
    '<meta name="color-scheme" content="dark light">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    searchLink,
    `<script src="${assets.boot}"></script>`,
    ...assets.fonts.map(
      (href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`,
    ),
    ...assets.stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    `<script type="module" src="${assets.entry}"></script>`,
    meta.jsonLd === undefined
      ? ''
      : `<script type="application/ld+json">${json({ '@context': 'https://schema.org', ...meta.jsonLd(absolute) })}</script>`,
  ];
  return (
    `<!doctype html>\n<html lang="en">\n<head>\n${head.filter((line) => line !== '').join('\n')}\n</head>\n` +
    `<body>\n<div id="root">${page.html}</div>\n` +
    `<script type="application/json" id="page-data">${json(page.hydration)}</script>\n</body>\n</html>\n`
  );
}

/** The page's one address, and how a link to it is shown elsewhere (Open Graph). */
function addressTags(meta: PageMeta, canonical: string): string {
  const properties: [string, string][] = [
    ['og:site_name', SITE_NAME],
    ['og:title', meta.title],
    ['og:description', meta.description],
    ['og:type', meta.type ?? 'website'],
    ['og:url', canonical],
    ['og:locale', 'en_GB'],
  ];
  return [
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    ...properties.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">`),
  ].join('\n');
}

/** A page without a screen, for what goes wrong before or outside of them. */
export function plainDocument(title: string, message: string, assets: PageAssets): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(documentTitle({ title }))}</title>
<meta name="robots" content="noindex">
<meta name="rating" content="adult">
<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${searchLink}
<script src="${assets.boot}"></script>
${assets.stylesheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
</head>
<body class="plain-document">
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(message)}</p>
<p><a href="/">Back to the stories</a></p>
</main>
</body>
</html>
`;
}

/** JSON that can't end the script element it stands in, nor a line of script. */
export function json(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
