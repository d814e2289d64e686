import '../server-only.ts';
import { htmlToText } from '../html/html-cleaner.ts';
import {
  attribute,
  bodyOf,
  elementsNamed,
  elementsOf,
  innerHtml,
  lineOf,
  type MarkupDocument,
  type MarkupElement,
  parseXml,
} from './markup.ts';
import type { ParsedBook, ParsedChapter } from './parsed-book.ts';
import { decodeText } from './plain-bytes.ts';
import { type StyleRules, styleRulesOf } from './style-rules.ts';
import { markStyledEmphasis } from './styled-emphasis.ts';
import { addedUp, type BlockReading, readBlocks, type TextBlock } from './text-blocks.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { ZipFile } from './unzip.ts';

const BROKEN = 'The EPUB is damaged: its list of contents is missing.';

/** The files of an EPUB that are read: its texts, styles and lists, no images, fonts or sounds. */
export function isEpubText(path: string): boolean {
  return path === 'mimetype' || /\.(?:x?html?|xml|opf|ncx|css)$/i.test(path);
}

/** Reads an EPUB 2 or 3: the texts of its spine in order, with a page break between two of them. */
export function readEpub(zipFiles: readonly ZipFile[]): ParsedBook {
  const files = new Map(zipFiles.map(({ path, bytes }) => [path, bytes]));
  const documentAt = (path: string): MarkupDocument | undefined => {
    const bytes = files.get(path);
    return bytes && parseXml(decodeText(bytes));
  };
  refuseProtected(files);
  const container = documentAt('META-INF/container.xml');
  const packagePath =
    container && elementsNamed(container, 'rootfile').map((element) => attribute(element, 'full-path'))[0];
  const opf = packagePath === undefined ? undefined : documentAt(packagePath);
  if (opf === undefined || packagePath === undefined) throw new UnreadableFile(BROKEN);
  const spine = spineOf(opf, packagePath);
  const texts = spine.flatMap((path) => {
    const document = documentAt(path);
    return document === undefined ? [] : [{ path, document }];
  });
  if (texts.length === 0) throw new UnreadableFile('The EPUB holds no text.');
  const isOurs = elementsNamed(opf, 'meta').some(
    (element) => attribute(element, 'name') === 'generator' && attribute(element, 'content') === 'Nightstand',
  );
  const dc = (name: string) => elementsNamed(opf, `dc:${name}`).map(lineOf).filter(Boolean);
  const [description] = dc('description');
  return {
    title: dc('title')[0],
    author: dc('creator').join(', ') || undefined,
    synopsis: description && htmlToText(description),
    language: dc('language')[0],
    tags: dc('subject'),
    ...(isOurs
      ? readOwnTexts(texts)
      : readTexts(withStyledEmphasis(texts, files), tableOfContents(opf, packagePath, documentAt))),
  };
}

function refuseProtected(files: ReadonlyMap<string, Buffer>): void {
  const encryption = files.get('META-INF/encryption.xml')?.toString('utf8') ?? '';
  // Obfuscated fonts are encrypted too, and are no protection of the text.
  if (files.has('META-INF/rights.xml') || /URI="[^"]*\.x?html?"/i.test(encryption))
    throw new UnreadableFile('The EPUB is protected against copying and can’t be read.');
}

function manifestOf(opf: MarkupDocument): MarkupElement[] {
  return elementsNamed(opf, 'item');
}

function spineOf(opf: MarkupDocument, packagePath: string): string[] {
  const items = new Map(manifestOf(opf).map((item) => [attribute(item, 'id'), item]));
  return elementsNamed(opf, 'itemref').flatMap((reference) => {
    const item = items.get(attribute(reference, 'idref'));
    const isContents = (item && attribute(item, 'properties')?.split(/\s+/).includes('nav')) ?? false;
    return item === undefined || isContents ? [] : [resolvePath(packagePath, attribute(item, 'href') ?? '')];
  });
}

/** The path of a link in a file of the ZIP; without fragment, never above the root. */
function resolvePath(from: string, href: string): string {
  const path = decodeUri(href.split('#')[0] ?? '');
  const parts = from.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

interface EpubText {
  path: string;
  document: MarkupDocument;
}

/** Books have one or two stylesheets; more come from a crafted file. */
const MAX_STYLESHEETS = 10;

function withStyledEmphasis(texts: EpubText[], files: ReadonlyMap<string, Buffer>): EpubText[] {
  // The texts of a book share their stylesheets.
  const known = new Map<string, StyleRules>();
  const rulesOf = (path: string) => {
    const rules = known.get(path) ?? styleRulesOf(files.get(path)?.toString() ?? '');
    known.set(path, rules);
    return rules;
  };
  for (const { path, document } of texts) {
    const links = elementsNamed(document, 'link').filter((link) => attribute(link, 'rel') === 'stylesheet');
    const sheets = new Set(links.map((link) => resolvePath(path, attribute(link, 'href') ?? '')));
    markStyledEmphasis(document, [...sheets].slice(0, MAX_STYLESHEETS).map(rulesOf));
  }
  return texts;
}

function readTexts(texts: EpubText[], titles: ReadonlyMap<string, string>) {
  const readings = texts.map(({ path, document }) => ({
    path,
    ...readBlocks(bodyOf(document).childNodes),
  }));
  const hasHeadings = readings.some(({ blocks }) => blocks.some(({ kind }) => kind === 'heading'));
  const blocks = readings.flatMap(({ path, blocks }): TextBlock[] => {
    const title = hasHeadings ? undefined : titles.get(path);
    // A book without a heading still has names for its texts in the list of contents.
    const heading: TextBlock[] =
      title === undefined || blocks.length === 0
        ? []
        : [{ kind: 'heading', level: 1, text: title, html: '' }];
    return [{ kind: 'page-break' }, ...heading, ...blocks];
  });
  return { content: { blocks }, lost: addedUp(readings) };
}

/** An EPUB of this site marks its chapters, volumes and notes. */
function readOwnTexts(texts: EpubText[]) {
  const chapters: ParsedChapter[] = [];
  const readings: BlockReading[] = [];
  for (const { document } of texts) {
    const [section] = elementsOf(document, (element) => attribute(element, 'epub:type') === 'chapter');
    if (section === undefined) continue;
    const note = (name: string) =>
      elementsOf(section, (element) => attribute(element, 'class') === name).map(innerHtml)[0] ?? '';
    const [heading] = elementsNamed(section, 'h1');
    const text = elementsOf(section, (element) => attribute(element, 'class') === 'text')[0];
    const reading = readBlocks(text?.childNodes ?? []);
    readings.push(reading);
    chapters.push({
      title: heading === undefined ? '' : lineOf(heading),
      volume: attribute(section, 'data-volume') ?? null,
      isDraft: attribute(section, 'data-state') === 'draft',
      noteBefore: note('note-before'),
      noteAfter: note('note-after'),
      blocks: reading.blocks,
    });
  }
  return { content: { chapters }, lost: addedUp(readings) };
}

/** The name of each text in the list of contents: the navigation of EPUB 3, or the NCX of EPUB 2. */
function tableOfContents(
  opf: MarkupDocument,
  packagePath: string,
  documentAt: (path: string) => MarkupDocument | undefined,
): Map<string, string> {
  const titles = new Map<string, string>();
  const add = (path: string, title: string) => {
    if (title !== '' && !titles.has(path)) titles.set(path, title);
  };
  for (const item of manifestOf(opf)) {
    const isNavigation = (attribute(item, 'properties') ?? '').split(/\s+/).includes('nav');
    const isNcx = attribute(item, 'media-type') === 'application/x-dtbncx+xml';
    if (!isNavigation && !isNcx) continue;
    const path = resolvePath(packagePath, attribute(item, 'href') ?? '');
    const document = documentAt(path);
    if (document === undefined) continue;
    for (const link of elementsNamed(document, 'a'))
      add(resolvePath(path, attribute(link, 'href') ?? ''), lineOf(link));
    for (const point of elementsNamed(document, 'navpoint')) {
      const [label] = elementsNamed(point, 'navlabel');
      const [content] = elementsNamed(point, 'content');
      if (label !== undefined && content !== undefined)
        add(resolvePath(path, attribute(content, 'src') ?? ''), lineOf(label));
    }
  }
  return titles;
}
