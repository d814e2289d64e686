import '../server-only.ts';
import type { Readable } from 'node:stream';
import type { DefaultTreeAdapterTypes } from 'parse5';
import { hasRightToLeft, startsRightToLeft } from '#base/direction.ts';
import type { Book, BookChapter } from './book.ts';
import { bookZip } from './book-zip.ts';
import { CONTENT_TYPES, NUMBERING, PACKAGE_RELATIONSHIPS, STYLES, WORD_RELATIONSHIPS } from './docx-parts.ts';
import { DRAFT_TEXT } from './draft-mark.ts';
import { escapeXml, parseStoredHtml } from './xml.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type ElementNode = DefaultTreeAdapterTypes.Element;

/**
 * Writes a book as a Word document, with real headings, quotations and lists. Stored texts have fifteen elements, for
 * which this is shorter than the use of a library.
 */
export function writeDocx(book: Book): Readable {
  const zip = bookZip(book.modified);
  zip.add('[Content_Types].xml', CONTENT_TYPES);
  zip.add('_rels/.rels', PACKAGE_RELATIONSHIPS);
  zip.add('docProps/core.xml', coreProperties(book));
  zip.add('word/_rels/document.xml.rels', WORD_RELATIONSHIPS);
  zip.add('word/styles.xml', STYLES);
  zip.add('word/numbering.xml', NUMBERING);
  zip.addLazily('word/document.xml', () => documentParts(book));
  return zip.end();
}

async function* documentParts(book: Book): AsyncIterable<string> {
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`;
  yield paragraph(textRun(book.title), { style: 'Title' });
  yield paragraph(textRun(book.author), { style: 'Author' });
  for (const warning of book.warnings) yield paragraph(textRun(warning), { style: 'ContentWarning' });
  let volume: string | null = null;
  for (const chapter of book.chapters) {
    // A heading without text before the next one: the volume of the chapters after it.
    if (chapter.volume !== null && chapter.volume !== volume)
      yield paragraph(textRun(chapter.volume), { style: 'Heading1' });
    volume = chapter.volume;
    yield await chapterXml(chapter);
  }
  yield '<w:sectPr/></w:body></w:document>';
}

async function chapterXml({ title, isDraft, noteBefore, noteAfter, html }: BookChapter): Promise<string> {
  return [
    paragraph(textRun(title), { style: 'Heading1' }),
    isDraft ? paragraph(textRun(DRAFT_TEXT), { style: 'ChapterState' }) : '',
    blocks(parseStoredHtml(noteBefore), { style: 'Note' }),
    blocks(parseStoredHtml(await html()), {}),
    blocks(parseStoredHtml(noteAfter), { style: 'Note' }),
  ].join('');
}

interface Place {
  style?: string;
  alignment?: string;
  /** The list that a paragraph belongs to, and its depth from 0. */
  list?: { isOrdered: boolean; level: number };
}

/** A paragraph of runs. It runs in the direction of its first letter, as on the site. */
function paragraph(runs: string, { style, alignment, list }: Place): string {
  const isRightToLeft = startsRightToLeft(runs.replaceAll(NOT_SHOWN, ''));
  const properties = [
    style === undefined ? '' : `<w:pStyle w:val="${style}"/>`,
    list === undefined
      ? ''
      : `<w:numPr><w:ilvl w:val="${Math.min(list.level, 8)}"/><w:numId w:val="${list.isOrdered ? 2 : 1}"/></w:numPr>`,
    isRightToLeft ? '<w:bidi/>' : '',
    alignment === undefined ? '' : `<w:jc w:val="${justification(alignment, isRightToLeft)}"/>`,
  ].join('');
  return `<w:p><w:pPr>${properties}</w:pPr>${runs}</w:p>`;
}

const NOT_SHOWN = /<w:instrText[^<>]*>[^<]*|<[^<>]*>|&\w+;/g;

/** Word takes "left" for the beginning of the lines, which is on the right where they run from there. */
function justification(alignment: string, isRightToLeft: boolean): string {
  if (alignment === 'justify') return 'both';
  if (!isRightToLeft || alignment === 'center') return alignment;
  return alignment === 'left' ? 'right' : 'left';
}

function blocks(nodes: readonly Node[], place: Place): string {
  return nodes.map((node) => (isElement(node) ? block(node, place) : '')).join('');
}

function block(node: ElementNode, place: Place): string {
  const alignment = /align-(left|center|right|justify)/.exec(attribute(node, 'class'))?.[1];
  const placed = alignment === undefined ? place : { ...place, alignment };
  switch (node.tagName) {
    case 'h2':
    case 'h3':
      return paragraph(runsOf(node.childNodes, ''), {
        ...placed,
        style: node.tagName === 'h2' ? 'Heading2' : 'Heading3',
      });
    case 'hr':
      return paragraph(textRun('* * *'), { alignment: 'center' });
    case 'blockquote':
      return blocks(node.childNodes, { ...place, style: 'Quote' });
    case 'pre':
      return paragraph(runsOf(node.childNodes, ''), { ...place, style: 'SourceCode' });
    case 'ul':
    case 'ol': {
      const list = {
        isOrdered: node.tagName === 'ol',
        level: place.list === undefined ? 0 : place.list.level + 1,
      };
      return node.childNodes
        .map((item) => (isElement(item) ? listItem(item, { ...place, list }) : ''))
        .join('');
    }
    default:
      return paragraph(runsOf(node.childNodes, ''), placed);
  }
}

/** The entry's own line, then the blocks in it. */
function listItem(item: ElementNode, place: Place): string {
  const isBlock = (node: Node) =>
    isElement(node) && /^(?:p|ul|ol|blockquote|pre|h2|h3|hr)$/.test(node.tagName);
  const line = item.childNodes.filter((node) => !isBlock(node));
  const runs = runsOf(line, '');
  return (runs === '' ? '' : paragraph(runs, place)) + blocks(item.childNodes.filter(isBlock), place);
}

const RUN_PROPERTIES: Record<string, string> = {
  strong: '<w:b/><w:bCs/>',
  em: '<w:i/><w:iCs/>',
  code: '<w:rStyle w:val="VerbatimChar"/>',
};

function runsOf(nodes: readonly Node[], properties: string): string {
  return nodes
    .map((node) => {
      if (node.nodeName === '#text')
        return textRun((node as DefaultTreeAdapterTypes.TextNode).value, properties);
      if (!isElement(node)) return '';
      if (node.tagName === 'br') return '<w:r><w:br/></w:r>';
      if (node.tagName === 'img')
        return textRun(attribute(node, 'alt') || attribute(node, 'src'), properties);
      const more = RUN_PROPERTIES[node.tagName] ?? '';
      // The style of a run has to come first.
      const merged =
        node.tagName === 'code' ? more + properties : properties + (properties.includes(more) ? '' : more);
      const runs = runsOf(node.childNodes, merged);
      const href = node.tagName === 'a' ? attribute(node, 'href') : '';
      return href === '' ? runs : hyperlink(href, runs);
    })
    .join('');
}

/** A field needs no entry in the list of relationships, which is written before the text is read. */
function hyperlink(href: string, runs: string): string {
  return `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "${escapeXml(href.replaceAll('"', '%22'))}" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${runs}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
}

function textRun(text: string, properties = ''): string {
  const lines = text.split('\n');
  const inner = lines.map((line) => `<w:t xml:space="preserve">${escapeXml(line)}</w:t>`).join('<w:br/>');
  const directed = hasRightToLeft(text) ? `${properties}<w:rtl/>` : properties;
  return text === '' ? '' : `<w:r>${directed === '' ? '' : `<w:rPr>${directed}</w:rPr>`}${inner}</w:r>`;
}

function isElement(node: Node): node is ElementNode {
  return 'tagName' in node;
}

function attribute(node: ElementNode, name: string): string {
  return node.attrs.find((candidate) => candidate.name === name)?.value ?? '';
}

function coreProperties({ title, author, synopsis, language, tags, modified }: Book): string {
  const time = `${modified.toISOString().slice(0, 19)}Z`;
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(author)}</dc:creator><dc:description>${escapeXml(synopsis)}</dc:description>${language === null ? '' : `<dc:language>${escapeXml(language)}</dc:language>`}<cp:keywords>${escapeXml(tags.join(', '))}</cp:keywords><dcterms:modified xsi:type="dcterms:W3CDTF">${time}</dcterms:modified></cp:coreProperties>`;
}
