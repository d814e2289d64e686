import '../server-only.ts';
import { isWrittenRightToLeft } from '#base/direction.ts';
import type { Book } from './book.ts';
import { type EpubPage, epubDocument, UNKNOWN_LANGUAGE } from './epub-pages.ts';
import { escapeXml } from './xml.ts';

export const COVER_FILE = 'cover.png';

/** The metadata, the list of files and their order. */
export function packageDocument(book: Book, pages: readonly EpubPage[]): string {
  const languages = new Set([book.language, ...(book.parts ?? []).map(({ language }) => language)]);
  languages.delete(null);
  const authors = new Set(book.parts === undefined ? [book.author] : book.parts.map(({ author }) => author));
  const metadata = [
    `<dc:identifier id="id">${escapeXml(book.identifier)}</dc:identifier>`,
    element('dc:title', book.title),
    ...[...authors].map((author) => element('dc:creator', author)),
    ...(languages.size === 0 ? [UNKNOWN_LANGUAGE] : [...languages]).map((language) =>
      element('dc:language', language ?? ''),
    ),
    ...(book.synopsis === '' ? [] : [element('dc:description', book.synopsis)]),
    ...(book.source === undefined ? [] : [element('dc:source', book.source)]),
    ...(book.rights === undefined ? [] : [element('dc:rights', book.rights)]),
    ...book.tags.map((tag) => element('dc:subject', tag)),
    property('dcterms:modified', `${book.modified.toISOString().slice(0, 19)}Z`),
    ...seriesMetadata(book),
    ...accessibilityMetadata(book),
    ...(book.cover === undefined ? [] : ['<meta name="cover" content="cover"/>']),
    '<meta name="generator" content="Nightstand"/>',
  ];
  const items = [
    '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
    '<item id="style" href="style.css" media-type="text/css"/>',
    ...(book.cover === undefined
      ? []
      : [`<item id="cover" href="${COVER_FILE}" media-type="image/png" properties="cover-image"/>`]),
    ...[...(book.fonts?.files.keys() ?? [])].map(
      (file, index) => `<item id="f${index}" href="${file}" media-type="font/woff2"/>`,
    ),
    ...pages.map(
      ({ file }, index) => `<item id="p${index}" href="${file}" media-type="application/xhtml+xml"/>`,
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${escapeXml(book.language ?? UNKNOWN_LANGUAGE)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
${metadata.join('\n')}
</metadata>
<manifest>
${items.join('\n')}
</manifest>
<spine${isWrittenRightToLeft(book.language) ? ' page-progression-direction="rtl"' : ''}>
${pages.map((_, index) => `<itemref idref="p${index}"/>`).join('\n')}
</spine>
</package>
`;
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}

function property(name: string, text: string): string {
  return `<meta property="${name}">${escapeXml(text)}</meta>`;
}

function seriesMetadata({ series }: Book): string[] {
  if (series === undefined) return [];
  return [
    `<meta property="belongs-to-collection" id="series">${escapeXml(series.title)}</meta>`,
    '<meta refines="#series" property="collection-type">series</meta>',
    `<meta refines="#series" property="group-position">${series.position}</meta>`,
  ];
}

/** The facts that EPUB Accessibility 1.1 asks for; nothing is claimed that nobody has certified. */
function accessibilityMetadata({ cover }: Book): string[] {
  return [
    property('schema:accessMode', 'textual'),
    ...(cover === undefined ? [] : [property('schema:accessMode', 'visual')]),
    property('schema:accessModeSufficient', 'textual'),
    ...[
      'structuralNavigation',
      'tableOfContents',
      'readingOrder',
      'displayTransformability',
      'alternativeText',
    ].map((feature) => property('schema:accessibilityFeature', feature)),
    property('schema:accessibilityHazard', 'none'),
    property(
      'schema:accessibilitySummary',
      'Text that adapts to the reader, with headings and a table of contents. The cover is its only picture and repeats title and author.',
    ),
  ];
}

/** The contents, nested by stories and volumes, and the landmarks. */
export function navigation(book: Book, pages: readonly EpubPage[]): string {
  const listed = pages.filter(({ kind }) => kind !== 'cover');
  const lines: string[] = [];
  for (const [index, { file, title, level }] of listed.entries()) {
    const next = listed[index + 1]?.level ?? 0;
    lines.push(`<li><a href="${file}" dir="auto">${escapeXml(title)}</a>`);
    if (next > level) lines.push('<ol>');
    else lines.push('</li>', ...Array.from({ length: level - next }, () => '</ol></li>'));
  }
  const start = pages.find(({ kind }) => kind === 'chapter')?.file ?? 'title.xhtml';
  return epubDocument(
    book,
    `<nav epub:type="toc" role="doc-toc"><h1 lang="en" xml:lang="en">Contents</h1><ol>\n${lines.join('\n')}\n</ol></nav>
<nav epub:type="landmarks" lang="en" xml:lang="en" hidden="hidden"><ol>
<li><a epub:type="titlepage" href="title.xhtml">Title page</a></li>
<li><a epub:type="bodymatter" href="${start}">Begin reading</a></li>
</ol></nav>`,
  );
}

export const CONTAINER = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

/** Little: a reading program knows its reader's wishes better. */
export const STYLE = `p { margin: 0; text-indent: 1.3em; }
h1 + p, h2 + p, h3 + p, hr + p, aside p, .text > p:first-child { text-indent: 0; }
h1, h2, h3 { text-align: center; margin: 2em 0 1em; }
hr { width: 20%; margin: 1.5em auto; }
blockquote { margin: 1em 2em; }
pre { white-space: pre-wrap; }
aside { font-size: 0.9em; margin: 1em 0 2em; font-style: italic; }
.cover { text-align: center; margin: 0; }
.cover img { max-width: 100%; max-height: 95vh; }
.title-page { text-align: center; }
.title-page p { text-indent: 0; margin: 1em 0; }
.title { font-size: 2em; margin: 2em 0 0.5em; }
.facts { margin-top: 3em; font-size: 0.9em; }
.facts p { margin: 0.4em 0; }
.warning { text-indent: 0; text-align: center; font-size: 0.9em; margin: 0 0 1.5em; }
.align-left { text-align: left; text-align: start; text-indent: 0; }
.align-center { text-align: center; text-indent: 0; }
.align-right { text-align: right; text-align: end; text-indent: 0; }
.align-justify { text-align: justify; }
`;
