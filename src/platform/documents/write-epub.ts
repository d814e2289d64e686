import '../server-only.ts';
import type { Readable } from 'node:stream';
import type { Book } from './book.ts';
import { bookZip } from './book-zip.ts';
import { CONTAINER, COVER_FILE, navigation, packageDocument, STYLE } from './epub-package.ts';
import { epubDocument, pagesOf } from './epub-pages.ts';

/**
 * Writes a book as EPUB 3: a cover, a title page, one for each story of a collection, a page for each volume, and each
 * chapter with its notes. It refers to nothing outside of itself but by links.
 */
export function writeEpub(book: Book): Readable {
  const zip = bookZip(book.modified);
  const pages = pagesOf(book);
  zip.add('mimetype', 'application/epub+zip', false);
  zip.add('META-INF/container.xml', CONTAINER);
  zip.add('OEBPS/package.opf', packageDocument(book, pages));
  zip.add('OEBPS/nav.xhtml', navigation(book, pages));
  zip.add('OEBPS/style.css', STYLE + (book.fonts?.style ?? ''));
  if (book.cover !== undefined) zip.add(`OEBPS/${COVER_FILE}`, book.cover, false);
  for (const [file, font] of book.fonts?.files ?? []) zip.add(`OEBPS/${file}`, font, false);
  for (const { file, title, language, body } of pages)
    zip.addLazily(`OEBPS/${file}`, async function* () {
      yield epubDocument({ language, title }, await body());
    });
  return zip.end();
}
