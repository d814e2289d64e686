import '../server-only.ts';
import type { Readable } from 'node:stream';
import type { Book, BookChapter } from './book.ts';
import { bookZip } from './book-zip.ts';
import { escapeXml, toXhtml } from './xml.ts';

/** Writes a book as EPUB 3: a title page, a page for each volume, and each chapter with its notes. */
export function writeEpub(book: Book): Readable {
  const zip = bookZip(book.modified);
  const pages = pagesOf(book);
  zip.add('mimetype', 'application/epub+zip', false);
  zip.add('META-INF/container.xml', CONTAINER);
  zip.add('OEBPS/package.opf', packageDocument(book, pages));
  zip.add('OEBPS/nav.xhtml', navigation(book, pages));
  zip.add('OEBPS/style.css', STYLE);
  for (const page of pages)
    zip.addLazily(`OEBPS/${page.file}`, async function* () {
      yield document(book, page.title, await page.body());
    });
  return zip.end();
}

interface Page {
  file: string;
  title: string;
  /** Volumes contain the chapters that follow. */
  kind: 'title' | 'volume' | 'chapter';
  body: () => Promise<string>;
}

function pagesOf(book: Book): Page[] {
  const pages: Page[] = [
    { file: 'title.xhtml', title: book.title, kind: 'title', body: async () => titlePage(book) },
  ];
  let volume: string | null = null;
  for (const [index, chapter] of book.chapters.entries()) {
    if (chapter.volume !== volume && chapter.volume !== null) {
      const title = chapter.volume;
      const file = `volume-${index + 1}.xhtml`;
      const body = async () => `<section epub:type="part"><h1>${escapeXml(title)}</h1></section>`;
      pages.push({ file, title, kind: 'volume', body });
    }
    volume = chapter.volume;
    const file = `chapter-${index + 1}.xhtml`;
    pages.push({ file, title: chapter.title, kind: 'chapter', body: () => chapterPage(chapter) });
  }
  return pages;
}

function titlePage({ title, author, synopsis, warnings }: Book): string {
  const lines = synopsis.split(/\n+/).filter((line) => line.trim() !== '');
  return [
    '<section epub:type="titlepage" class="title-page">',
    `<p class="title">${escapeXml(title)}</p>`,
    `<p class="author">${escapeXml(author)}</p>`,
    ...[...lines, ...warnings].map((line) => `<p>${escapeXml(line)}</p>`),
    '</section>',
  ].join('\n');
}

async function chapterPage({ title, volume, noteBefore, noteAfter, html }: BookChapter): Promise<string> {
  const note = (name: string, text: string) =>
    text === '' ? '' : `<aside class="${name}">${toXhtml(text)}</aside>\n`;
  const inVolume = volume === null ? '' : ` data-volume="${escapeXml(volume)}"`;
  return [
    `<section epub:type="chapter"${inVolume}>\n<h1>${escapeXml(title)}</h1>\n`,
    note('note-before', noteBefore),
    `<div class="text">\n${toXhtml(await html())}\n</div>\n`,
    note('note-after', noteAfter),
    '</section>',
  ].join('');
}

function document({ language }: Book, title: string, body: string): string {
  const lang = language === null ? '' : ` lang="${escapeXml(language)}" xml:lang="${escapeXml(language)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"${lang}>
<head><title>${escapeXml(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
${body}
</body>
</html>
`;
}

function packageDocument(book: Book, pages: readonly Page[]): string {
  const items = pages.map(
    ({ file }, index) => `<item id="p${index}" href="${file}" media-type="application/xhtml+xml"/>`,
  );
  const description =
    book.synopsis === '' ? '' : `\n<dc:description>${escapeXml(book.synopsis)}</dc:description>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">${escapeXml(book.identifier)}</dc:identifier>
<dc:title>${escapeXml(book.title)}</dc:title>
<dc:creator>${escapeXml(book.author)}</dc:creator>
<dc:language>${escapeXml(book.language ?? 'und')}</dc:language>${description}
${book.tags.map((tag) => `<dc:subject>${escapeXml(tag)}</dc:subject>`).join('\n')}
<meta property="dcterms:modified">${book.modified.toISOString().slice(0, 19)}Z</meta>
<meta name="generator" content="Nightstand"/>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
${items.join('\n')}
</manifest>
<spine>
${pages.map((_, index) => `<itemref idref="p${index}"/>`).join('\n')}
</spine>
</package>
`;
}

function navigation(book: Book, pages: readonly Page[]): string {
  const link = ({ file, title }: Page) => `<a href="${file}">${escapeXml(title)}</a>`;
  const lines: string[] = [];
  let isInVolume = false;
  const volumes = new Map(book.chapters.map(({ volume }, index) => [`chapter-${index + 1}.xhtml`, volume]));
  for (const page of pages) {
    const leaves = page.kind === 'volume' || (page.kind === 'chapter' && volumes.get(page.file) === null);
    if (isInVolume && leaves) {
      lines.push('</ol></li>');
      isInVolume = false;
    }
    if (page.kind === 'volume') {
      lines.push(`<li>${link(page)}<ol>`);
      isInVolume = true;
    } else lines.push(`<li>${link(page)}</li>`);
  }
  if (isInVolume) lines.push('</ol></li>');
  return document(
    book,
    book.title,
    `<nav epub:type="toc"><h1>Contents</h1><ol>\n${lines.join('\n')}\n</ol></nav>`,
  );
}

const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** Little: a reading program knows its reader's wishes better. */
const STYLE = `p { margin: 0; text-indent: 1.3em; }
h1 + p, h2 + p, h3 + p, hr + p, aside p, .text > p:first-child { text-indent: 0; }
h1, h2, h3 { text-align: center; margin: 2em 0 1em; }
hr { width: 20%; margin: 1.5em auto; }
blockquote { margin: 1em 2em; }
pre { white-space: pre-wrap; }
aside { font-size: 0.9em; margin: 1em 0 2em; font-style: italic; }
.title-page { text-align: center; }
.title-page p { text-indent: 0; margin: 1em 0; }
.title { font-size: 2em; }
.align-left { text-align: left; text-indent: 0; }
.align-center { text-align: center; text-indent: 0; }
.align-right { text-align: right; text-indent: 0; }
.align-justify { text-align: justify; }
`;
