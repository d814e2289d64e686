import { contentWarnings } from '#features/labels/contract/warnings.ts';
import { withQuery } from '#urls.ts';
import type { Catalogue, CatalogueBook, CatalogueRoot } from '../rules/catalogue.ts';
import { bookPath } from './book-path.ts';
import { FEED_PAGE_SIZE } from './feed-query.ts';

export const OPDS_2_TYPE = 'application/opds+json';
export const PUBLICATION_TYPE = 'application/opds-publication+json';

/** A page of a catalogue as OPDS 2.0; undefined values are left out of the text. */
export function writeOpds2(page: Catalogue, root: CatalogueRoot, publicUrl: string): string {
  const at = (path: string, query: Record<string, string> = {}) =>
    publicUrl + withQuery(root.path + path, query);
  const link = (rel: string, href: string) => ({ rel, href, type: OPDS_2_TYPE });
  const { content } = page;
  return JSON.stringify({
    metadata: {
      identifier: page.id,
      title: page.title,
      description: page.synopsis === '' ? undefined : page.synopsis,
      modified: page.updated.toISOString(),
      ...('books' in content
        ? { itemsPerPage: FEED_PAGE_SIZE, currentPage: Number(page.query.page ?? 1) }
        : {}),
    },
    links: [
      link('self', at(page.path, page.query)),
      link('start', at('')),
      ...(page.up === undefined ? [] : [link('up', at(page.up))]),
      ...(page.next === undefined ? [] : [link('next', at(page.path, page.next))]),
      ...(page.previous === undefined ? [] : [link('previous', at(page.path, page.previous))]),
      { ...link('search', `${at('/search')}{?query}`), templated: true },
    ],
    ...('branches' in content
      ? {
          navigation: content.branches.map(({ title, path, relation, count }) => ({
            ...link(relation, at(path)),
            title,
            properties: count === undefined ? undefined : { numberOfItems: count },
          })),
        }
      : {
          facets:
            content.orders.length === 0
              ? undefined
              : [
                  {
                    metadata: { title: 'Order' },
                    links: content.orders.map(({ title, path, query, isActive }) => ({
                      ...{
                        rel: isActive ? 'self' : undefined,
                        href: at(path, query),
                        type: OPDS_2_TYPE,
                        title,
                      },
                    })),
                  },
                ],
          publications: content.books.map((book) => publicationOf(book, root, publicUrl)),
        }),
  });
}

export function writePublication(book: CatalogueBook, root: CatalogueRoot, publicUrl: string): string {
  return JSON.stringify(publicationOf(book, root, publicUrl));
}

function publicationOf(book: CatalogueBook, root: CatalogueRoot, publicUrl: string) {
  const { series, author } = book;
  const rootUrl = publicUrl + root.path;
  return {
    metadata: {
      '@type': 'http://schema.org/Book',
      identifier: book.id,
      title: book.title,
      author: {
        name: author.name,
        links: author.page && [{ href: rootUrl + author.page, type: OPDS_2_TYPE }],
      },
      language: book.language ?? undefined,
      published: book.published.toISOString(),
      modified: book.updated.toISOString(),
      description: book.synopsis === '' ? undefined : book.synopsis,
      subject: [
        ...book.tags.map((tag) => ({
          name: tag,
          links: [{ href: `${rootUrl}/tag/${encodeURIComponent(tag)}`, type: OPDS_2_TYPE }],
        })),
        ...book.warnings.map((name) => ({
          ...{ name: `Content warning: ${contentWarnings[name]}`, code: name },
          scheme: `${publicUrl}/warnings`,
        })),
      ],
      belongsTo: series && {
        series: {
          ...{ name: series.title, position: series.position },
          links: [{ href: rootUrl + series.path, type: OPDS_2_TYPE }],
        },
      },
    },
    links: [
      {
        ...{ rel: 'self', type: PUBLICATION_TYPE },
        href: `${rootUrl}/story/${encodeURIComponent(book.slug)}`,
      },
      { rel: 'alternate', href: publicUrl + book.page, type: 'text/html' },
      {
        rel: 'http://opds-spec.org/acquisition/open-access',
        ...{ href: publicUrl + bookPath(book, root), type: 'application/epub+zip' },
      },
    ],
    images: [
      { href: publicUrl + book.cover, type: 'image/png', width: 640 },
      { href: publicUrl + book.thumbnail, type: 'image/png', width: 320 },
    ],
  };
}
