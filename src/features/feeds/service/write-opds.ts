import { isolated } from '#base/direction.ts';
import { siteName } from '#base/site-name.ts';
import { rightsInWords } from '#features/labels/rules/rights.ts';
import { element, type XmlElement, xmlDocument } from '#platform/documents/xml-element.ts';
import { withQuery } from '#urls.ts';
import type {
  Catalogue,
  CatalogueBook,
  CatalogueBranch,
  CatalogueOrder,
  CatalogueRoot,
} from '../rules/catalogue.ts';
import { bookPath } from './book-path.ts';
import { categories, writeAuthor } from './write-atom.ts';

export const OPDS_TYPES = {
  branches: 'application/atom+xml;profile=opds-catalog;kind=navigation',
  books: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
};
const SEARCH_TYPE = 'application/opensearchdescription+xml';

/** A page of a catalogue as OPDS 1.2, which is Atom. */
export function writeOpds(page: Catalogue, root: CatalogueRoot, publicUrl: string): string {
  const at = (path: string, query: Record<string, string> = {}) =>
    publicUrl + withQuery(root.path + path, query);
  const type = 'branches' in page.content ? OPDS_TYPES.branches : OPDS_TYPES.books;
  const link = (rel: string, href: string, linkType = type) => element('link', { rel, href, type: linkType });
  return xmlDocument(
    element(
      'feed',
      {
        xmlns: 'http://www.w3.org/2005/Atom',
        'xmlns:dc': 'http://purl.org/dc/terms/',
        'xmlns:opds': 'http://opds-spec.org/2010/catalog',
        'xmlns:thr': 'http://purl.org/syndication/thread/1.0',
      },
      element('id', {}, page.id),
      element('title', {}, page.title),
      ...(page.synopsis === '' ? [] : [element('subtitle', {}, page.synopsis)]),
      element('updated', {}, page.updated.toISOString()),
      writeAuthor({ name: siteName(), page: '/' }, publicUrl),
      element('icon', {}, `${publicUrl}/favicon.svg`),
      link('self', at(page.path, page.query)),
      link('start', at(''), OPDS_TYPES.branches),
      ...(page.up === undefined ? [] : [link('up', at(page.up), OPDS_TYPES.branches)]),
      ...(page.next === undefined ? [] : [link('next', at(page.path, page.next))]),
      ...(page.previous === undefined ? [] : [link('previous', at(page.path, page.previous))]),
      link('search', at('/opensearch.xml'), SEARCH_TYPE),
      ...('branches' in page.content
        ? page.content.branches.map((branch) => writeBranch(branch, page.updated, at))
        : [
            ...page.content.orders.map((order) => writeOrder(order, at)),
            ...page.content.books.map((book) => writeBook(book, root, publicUrl, at)),
          ]),
    ),
  );
}

type At = (path: string, query?: Record<string, string>) => string;

function writeBranch(branch: CatalogueBranch, updated: Date, at: At): XmlElement {
  return element(
    'entry',
    {},
    element('id', {}, branch.id),
    element('title', {}, branch.title),
    element('updated', {}, updated.toISOString()),
    element('content', { type: 'text' }, branch.text),
    element('link', {
      ...{ rel: branch.relation, href: at(branch.path), type: OPDS_TYPES[branch.leadsTo] },
      'thr:count': branch.count,
    }),
  );
}

function writeOrder({ title, path, query, isActive }: CatalogueOrder, at: At): XmlElement {
  return element('link', {
    rel: 'http://opds-spec.org/facet',
    ...{ href: at(path, query), type: OPDS_TYPES.books, title },
    'opds:facetGroup': 'Order',
    'opds:activeFacet': isActive ? 'true' : undefined,
  });
}

function writeBook(book: CatalogueBook, root: CatalogueRoot, publicUrl: string, at: At): XmlElement {
  const { language, series, cover, thumbnail } = book;
  return element(
    'entry',
    { 'xml:lang': language ?? undefined },
    element('id', {}, book.id),
    element('title', {}, book.title),
    element('updated', {}, book.updated.toISOString()),
    element('published', {}, book.published.toISOString()),
    writeAuthor(book.author, publicUrl),
    element('dc:identifier', {}, book.id),
    ...(language === null ? [] : [element('dc:language', {}, language)]),
    element('dc:issued', {}, book.published.toISOString().slice(0, 10)),
    ...categories(book, publicUrl),
    element('rights', {}, rightsInWords(book.author.name, book.licence)),
    ...(book.synopsis === '' ? [] : [element('summary', {}, book.synopsis)]),
    element('link', { rel: 'alternate', type: 'text/html', href: publicUrl + book.page }),
    element('link', { rel: 'http://opds-spec.org/image', type: 'image/png', href: publicUrl + cover }),
    element('link', {
      ...{ rel: 'http://opds-spec.org/image/thumbnail', type: 'image/png', href: publicUrl + thumbnail },
    }),
    element('link', {
      rel: 'http://opds-spec.org/acquisition/open-access',
      ...{ type: 'application/epub+zip', href: publicUrl + bookPath(book, root) },
    }),
    ...(series === undefined
      ? []
      : [
          element('link', {
            ...{ rel: 'related', href: at(series.path), type: OPDS_TYPES.books },
            title: `Part ${series.position} of ${isolated(series.title)}`,
          }),
        ]),
  );
}

/** The description of the catalogue's search (OpenSearch 1.1). */
export function writeSearchDescription(root: CatalogueRoot, publicUrl: string): string {
  return xmlDocument(
    element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      element('ShortName', {}, siteName()),
      element('Description', {}, `Stories on ${siteName()}`),
      element('InputEncoding', {}, 'UTF-8'),
      element('OutputEncoding', {}, 'UTF-8'),
      element('AdultContent', {}, 'true'),
      element('Url', {
        type: OPDS_TYPES.books,
        template: `${publicUrl}${root.path}/search?q={searchTerms}`,
      }),
    ),
  );
}
