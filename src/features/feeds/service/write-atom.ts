import { siteName } from '#base/site-name.ts';
import { contentWarnings } from '#features/labels/contract/warnings.ts';
import { rightsInWords } from '#features/labels/rules/rights.ts';
import { element, type XmlElement, xmlDocument } from '#platform/documents/xml-element.ts';
import { urls, withQuery } from '#urls.ts';
import type { Feed, FeedAuthor, FeedEntry } from '../rules/feed.ts';

/** A feed as Atom (RFC 4287). */
export function writeAtom(feed: Feed, publicUrl: string): string {
  const address = (query: Record<string, string>) => publicUrl + withQuery(`${feed.path}.xml`, query);
  return xmlDocument(
    element(
      'feed',
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language ?? undefined },
      element('id', {}, feed.id),
      element('title', {}, feed.title),
      ...(feed.synopsis === '' ? [] : [element('subtitle', {}, feed.synopsis)]),
      element('updated', {}, feed.updated.toISOString()),
      element('link', { rel: 'self', type: 'application/atom+xml', href: address(feed.query) }),
      element('link', { rel: 'alternate', type: 'text/html', href: publicUrl + feed.page }),
      ...(feed.next === undefined
        ? []
        : [element('link', { rel: 'next', type: 'application/atom+xml', href: address(feed.next) })]),
      element('generator', { uri: publicUrl }, siteName()),
      element('icon', {}, `${publicUrl}/favicon.svg`),
      ...(feed.author === undefined ? [] : [writeAuthor(feed.author, publicUrl)]),
      ...feed.entries.map((entry) => writeEntry(entry, publicUrl)),
    ),
  );
}

function writeEntry(entry: FeedEntry, publicUrl: string): XmlElement {
  const language = entry.language ?? undefined;
  return element(
    'entry',
    { 'xml:lang': language },
    element('id', {}, entry.id),
    element('title', {}, entry.title),
    element('link', { rel: 'alternate', type: 'text/html', href: publicUrl + entry.page }),
    element('published', {}, entry.published.toISOString()),
    element('updated', {}, entry.updated.toISOString()),
    writeAuthor(entry.author, publicUrl),
    ...categories(entry, publicUrl),
    element('rights', {}, rightsInWords(entry.author.name, entry.licence)),
    ...(entry.synopsis === '' ? [] : [element('summary', {}, entry.synopsis)]),
    ...(entry.html === undefined ? [] : [element('content', { type: 'html' }, entry.html)]),
  );
}

export function writeAuthor({ name, page }: FeedAuthor, publicUrl: string): XmlElement {
  return element(
    'author',
    {},
    element('name', {}, name),
    ...(page === undefined ? [] : [element('uri', {}, publicUrl + page)]),
  );
}

/** Tags and content warnings, told apart by the page that explains them. */
export function categories(
  { tags, warnings }: Pick<FeedEntry, 'tags' | 'warnings'>,
  publicUrl: string,
): XmlElement[] {
  return [
    ...tags.map((tag) =>
      element('category', { term: tag, label: tag, scheme: `${publicUrl}${urls.tags()}` }),
    ),
    ...warnings.map((name) =>
      element('category', {
        ...{ term: name, label: `Content warning: ${contentWarnings[name]}` },
        scheme: `${publicUrl}${urls.warnings()}`,
      }),
    ),
  ];
}
