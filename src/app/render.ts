import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallApi } from '#base/contract.ts';
import { isDiscreet, NEUTRAL_ICON, NEUTRAL_TITLE, OWN_ICON } from '#base/discreet.ts';
import type { Failure } from '#base/failure.ts';
import { documentTitle, type PageMeta, structuredData } from '#base/page-meta.ts';
import { escapeHtml } from '#base/text.ts';
import { feedUrls } from '#features/feeds/rules/feed-urls.ts';
import { savedFiltersText } from '#features/filters/rules/saved-filters.ts';
import { hiddenTextOf } from '#features/hidden/rules.ts';
import type { ShownAnnouncement } from '#platform/http/announcements.ts';
import { READ_ONLY_RETRY_SECONDS } from '#platform/http/request-refusals.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { LiveValues } from '#platform/settings/live-settings.ts';
import type { OwnLists } from '#ui/page-loader.ts';
import { fileUrls, urls } from '#urls.ts';
import { announcementAttributes, announcementBanners } from './announcement-banner.ts';
import type { RenderedPage } from './entry-server.tsx';
import { metaTags } from './head-tags.ts';
import { nameAttributes } from './name-attributes.ts';

/** The files of a page, under their built names. */
export interface PageAssets {
  /** The script that runs before the first paint. */
  boot: string;
  /** The script that queues presses until the page's own script has loaded. */
  earlyClicks: string;
  /** The script that lets links and searches of open pages lead to the question for a proof of age (age-routes.ts). */
  links?: string;
  /** The document's script, when a loader fetches the entry. */
  script?: string;
  /** The module that takes the page over. */
  entry: string;
  /** The service worker's own code, which the server completes (web-app.ts). */
  serviceWorker?: string;
  /** All modules of the page, including the entry. */
  modules: string[];
  stylesheets: string[];
  fonts: string[];
  /** Fonts of pages whose text has words in italics. */
  italics: string[];
}

export interface PageRenderer {
  render(url: URL, api: CallApi, own: OwnLists, site: PageVariant['site']): Promise<RenderedPage>;
  /** The address without the query names that its page ignores. */
  knownAddress(url: URL): URL;
  /** Whether a page takes this path. */
  hasPage(path: string): boolean;
  assetsOf(modules: readonly string[]): PageAssets;
  /** Lets the development server add its own scripts. */
  transform?: (url: string, html: string) => Promise<string>;
}

/** The only facts about a request that a page depends on. */
export interface PageVariant {
  isDiscreet: boolean;
  own: OwnLists;
  announcements: readonly ShownAnnouncement[];
  site: Pick<LiveValues, 'siteName' | 'exitUrl' | 'accent'> & Pick<Context, 'remoteImages'>;
}

/** The settings of the site that a page depends on. */
export type SiteSettings = Pick<Context, 'settings' | 'remoteImages' | 'announcements'>;

/** Lets browsers find the description of the search. */
const searchLink = (site: string) =>
  `<link rel="search" type="application/opensearchdescription+xml" href="${fileUrls.openSearch()}" title="${escapeHtml(site)}">`;

/** Lets reading programs find the catalogue of books. */
const catalogueLink = (site: string) =>
  `<link rel="alternate" type="application/atom+xml;profile=opds-catalog;kind=navigation" title="${escapeHtml(site)}" href="${feedUrls.catalogue()}">`;

/** Fetched with the cookie of discreet mode, because it has a neutral variant (web-app.ts). */
const manifestLink = `<link rel="manifest" href="${fileUrls.manifest()}" crossorigin="use-credentials">`;

/** Quick exit on pages without a bar. */
export const exitLink = `<a href="${urls.exit()}" rel="nofollow noreferrer" data-quick-exit>Quick exit</a>`;

/** The opening `<html>` of every document; boot.ts and site-name.ts read its attributes. */
export function openingTag({ isDiscreet, site }: PageVariant, more = ''): string {
  const { siteName: name, exitUrl, remoteImages } = site;
  const images = remoteImages === 'click' ? '' : ` data-remote-images="${remoteImages}"`;
  return `<html lang="en" data-exit="${escapeHtml(exitUrl)}"${nameAttributes(name)}${images}${more}${isDiscreet ? ' data-discreet' : ''}>`;
}

/** A document's title and icon in tabs, history and bookmarks, and the facts for search engines. */
export function titleTags(pageTitle: string, { isDiscreet, site }: PageVariant): string {
  const [title, icon] = isDiscreet ? [NEUTRAL_TITLE, NEUTRAL_ICON] : [pageTitle, OWN_ICON];
  return `<title>${escapeHtml(title)}</title>\n<link rel="icon" href="${icon}" type="image/svg+xml">\n${manifestLink}${
    isDiscreet ? '' : `\n${searchLink(site.siteName)}\n${catalogueLink(site.siteName)}`
  }`;
}

/** The styles of the build, and after them those of the operator's accent, whose address holds its colours. */
export function styleLinks({ stylesheets }: PageAssets, { site: { accent } }: PageVariant): string {
  const addresses = accent === undefined ? stylesheets : [...stylesheets, fileUrls.accent(accent)];
  return addresses.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n');
}

const fontLink = (href: string) =>
  `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`;

/** Whether a page shows a chapter with words in italics, in the preloaded typeface. */
function hasItalicProse(html: string): boolean {
  const at = html.indexOf('chapter-prose');
  return at !== -1 && /<(?:em|i)>/.test(html.slice(at));
}

/** The whole document around a rendered page: the same bytes for every visitor, plain or discreet. */
export function pageDocument(
  page: Extract<RenderedPage, { kind: 'page' }>,
  assets: PageAssets,
  publicUrl: string,
  variant: PageVariant,
): string {
  const { meta } = page;
  const { announcements } = variant;
  const absolute = (path: string) => publicUrl + path;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    titleTags(documentTitle(meta), variant),
    ...(variant.isDiscreet ? [] : [...metaTags(meta, absolute), ...structuredDataTags(meta, absolute)]),
    '<meta name="rating" content="adult">',
    '<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">',
    '<meta name="color-scheme" content="dark light">',
    `<script src="${assets.boot}"></script>`,
    `<script src="${assets.earlyClicks}"></script>`,
    ...(assets.links === undefined ? [] : [`<script src="${assets.links}"></script>`]),
    // Styles come first, because a browser asks for six files at a time over HTTP/1 and paints nothing without them.
    styleLinks(assets, variant),
    // Without the fonts for italics the lines with such words break anew after the first paint.
    ...[...assets.fonts, ...(hasItalicProse(page.html) ? assets.italics : [])].map(fontLink),
    // Script comes after the resources of the first paint, also in download order (after-first-paint.ts).
    assets.script === undefined
      ? `<script type="module" src="${assets.entry}"></script>`
      : `<script type="module" src="${assets.script}" fetchpriority="low" data-entry="${assets.entry}" data-modules="${assets.modules.join(' ')}"></script>`,
  ];
  return (
    `<!doctype html>\n${openingTag(variant, announcementAttributes(announcements))}\n<head>\n${head.join('\n')}\n</head>\n` +
    `<body>\n${announcementBanners(announcements)}<div id="root">${page.html}</div>\n` +
    `<script type="application/json" id="page-data">${toInlineJson(page.hydration)}</script>\n</body>\n</html>\n`
  );
}

function structuredDataTags(meta: PageMeta, absolute: (path: string) => string): string[] {
  const structured = structuredData(meta, absolute);
  if (structured === undefined) return [];
  const json = toInlineJson({ '@context': 'https://schema.org', ...structured });
  return [`<script type="application/ld+json">${json}</script>`];
}

export function pageVariantOf(
  request: FastifyRequest,
  { settings, remoteImages, announcements }: SiteSettings,
): PageVariant {
  const { cookie } = request.headers;
  const path = request.url.split('?')[0];
  const own = {
    hidden: hiddenTextOf(cookie),
    savedFilters: path === urls.savedFilters() ? savedFiltersText(cookie) : '',
  };
  // A copy that browsers keep for the time without a network would show them for good.
  const shown = path === urls.kept() ? [] : announcements.current();
  return {
    isDiscreet: isDiscreet(cookie),
    own,
    announcements: shown,
    site: { ...settings.values, remoteImages },
  };
}

interface NextLink {
  href: string;
  text: string;
}

const STORIES: NextLink = { href: urls.home(), text: 'Back to the stories' };

/** Sends a page without a screen, for errors before or outside of screens. */
export function sendPlainPage(
  reply: FastifyReply,
  options: PlainPageOptions,
  { status, title, message, next = STORIES }: PlainPage,
): FastifyReply {
  const body = `<p>${escapeHtml(message)}</p>\n<p><a href="${next.href}">${next.text}</a> · ${exitLink}</p>`;
  return sendPlainDocument(reply, options, { status, title, body });
}

/** Refuses a request that came too soon after others. */
export function sendTooSoon(
  reply: FastifyReply,
  options: PlainPageOptions,
  { message, retryAfterSeconds }: Failure,
  next?: NextLink,
): FastifyReply {
  reply.header('retry-after', String(retryAfterSeconds));
  return sendPlainPage(reply, options, { status: 429, title: 'One moment', message, next });
}

/** Refuses to save anything while the disk is nearly full. */
export function sendReadOnly(reply: FastifyReply, options: PlainPageOptions, next?: NextLink): FastifyReply {
  const message = 'Nothing can be saved at the moment. Please try again later.';
  reply.header('retry-after', String(READ_ONLY_RETRY_SECONDS));
  return sendPlainPage(reply, options, { status: 503, title: 'Not right now', message, next });
}

interface PlainPageOptions {
  context: SiteSettings;
  renderer: PageRenderer;
}

interface PlainPage {
  status: number;
  title: string;
  message: string;
  next?: NextLink | undefined;
}

/** The same with more than a message; `body` is HTML. */
export function sendPlainDocument(
  reply: FastifyReply,
  { context, renderer }: PlainPageOptions,
  { status, title, body }: { status: number; title: string; body: string },
): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(plainDocument({ title, body }, renderer.assetsOf([]), pageVariantOf(reply.request, context)));
}

function plainDocument(
  { title, body }: { title: string; body: string },
  assets: PageAssets,
  variant: PageVariant,
): string {
  return `<!doctype html>
${openingTag(variant)}
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${titleTags(documentTitle({ title }), variant)}
<meta name="robots" content="noindex">
<meta name="rating" content="adult">
<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">
<script src="${assets.boot}"></script>
${styleLinks(assets, variant)}
</head>
<body class="plain-document">
<main>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`;
}

/** JSON that can't end its script element or a line of script. */
function toInlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}
