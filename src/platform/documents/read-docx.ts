import '../server-only.ts';
import { buffer } from 'node:stream/consumers';
import mammoth from 'mammoth';
import { ZipFile as ZipWriter } from 'yazl';
import { emphasisWriter } from './docx-emphasis.ts';
import { DRAFT_CLASS } from './draft-mark.ts';
import { bodyOf, elementsNamed, elementsOf, hasClass, lineOf, parseHtml, parseXml } from './markup.ts';
import type { ParsedBook } from './parsed-book.ts';
import { replaceBetween } from './replace-between.ts';
import { readBlocks } from './text-blocks.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { ZipFile } from './unzip.ts';

/** The files of a Word document that are read: no images, fonts or macros. */
export function isDocxText(path: string): boolean {
  return /\.(?:xml|rels)$/.test(path);
}

const STYLE_MAP = [
  "p[style-name='Title'] => p.document-title:fresh",
  "p[style-name='Author'] => p.document-author:fresh",
  "p[style-name='Content Warning'] => p.document-warning:fresh",
  `p[style-name='Chapter State'] => p.${DRAFT_CLASS}:fresh`,
  "p[style-name='Quote'] => blockquote > p:fresh",
  "p[style-name='Intense Quote'] => blockquote > p:fresh",
  "p[style-name='Block Text'] => blockquote > p:fresh",
  "p[style-name='Source Code'] => pre:separator('\n')",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='Emphasis'] => em",
  "r[style-name='Intense Emphasis'] => strong > em",
  "r[style-name='Book Title'] => em",
  "p[style-name='align-center'] => p.align-center:fresh",
  "p[style-name='align-right'] => p.align-right:fresh",
  "br[type='page'] => hr.page-break",
];

/** Reads a Word document. mammoth gets a ZIP of the checked files alone, so that it unpacks nothing else. */
export async function readDocx(files: readonly ZipFile[]): Promise<ParsedBook> {
  const zip = new ZipWriter();
  const styles = files.find(({ path }) => path === 'word/styles.xml');
  const writeEmphasis = emphasisWriter(styles?.bytes.toString('utf8') ?? '');
  for (const { path, bytes } of files) {
    const xml = bytes.toString('utf8');
    if (/<!(?:DOCTYPE|ENTITY)/i.test(xml))
      throw new UnreadableFile('The document declares entities, which no word processor writes.');
    const isText = /^word\/(?:document|footnotes|endnotes)\.xml$/.test(path);
    const text = isText ? Buffer.from(withReadings(withVisibleBreaks(writeEmphasis(xml)))) : bytes;
    zip.addBuffer(text, path, { compress: false });
  }
  zip.end();
  const html = await toHtml(await buffer(zip.outputStream));
  const document = parseHtml(html);
  const styled = (name: string) =>
    elementsOf(document, (element) => hasClass(element, name))
      .map(lineOf)
      .find(Boolean);
  const body = bodyOf(document);
  const isText = (node: (typeof body.childNodes)[number]) =>
    !('tagName' in node && ['document-title', 'document-warning'].some((name) => hasClass(node, name)));
  const nodes = body.childNodes.filter(isText);
  const core = coreProperties(files);
  const { blocks, lost } = readBlocks(nodes);
  return {
    ...core,
    title: styled('document-title') ?? core.title,
    author: styled('document-author') ?? core.author,
    content: { blocks },
    lost,
  };
}

async function toHtml(docx: Buffer): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: docx },
      {
        styleMap: STYLE_MAP,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
        externalFileAccess: false,
        ignoreEmptyParagraphs: true,
        transformDocument: alignParagraphs,
      },
    );
    return value;
  } catch (error) {
    throw new UnreadableFile('The Word document is damaged.', { cause: error });
  }
}

interface WordElement {
  type: string;
  children?: WordElement[];
  alignment?: string | null;
  styleId?: string | null;
  styleName?: string | null;
}

/** Gives centred and right-aligned paragraphs of body text a style of that name, which the style map knows. */
function alignParagraphs(element: WordElement): WordElement {
  const children = element.children?.map(alignParagraphs);
  const isBodyText =
    element.styleName == null || /^(?:Normal|Body Text|First Paragraph)$/i.test(element.styleName);
  const isAligned = element.alignment === 'center' || element.alignment === 'right';
  return {
    ...element,
    ...(children === undefined ? {} : { children }),
    ...(element.type === 'paragraph' && isBodyText && isAligned
      ? { styleName: `align-${element.alignment}` }
      : {}),
  };
}

/** mammoth skips drawn lines, carriage returns and the property "page break before"; all become what it knows. */
function withVisibleBreaks(xml: string): string {
  const returns = xml.replaceAll(/<w:cr ?\/>/g, '<w:br/>');
  const lines = replaceBetween(returns, '<w:pict', '</w:pict>', (text) =>
    text.includes('o:hr="t"') ? '<w:t>* * *</w:t>' : text,
  );
  return replaceBetween(lines, '<w:pPr>', '</w:pPr>', (text) =>
    /<w:pageBreakBefore(?: w:val="(?:1|true|on)")?\s*\/>/.test(text)
      ? `${withSidesAsSeen(text)}<w:r><w:br w:type="page"/></w:r>`
      : withSidesAsSeen(text),
  );
}

/** mammoth skips words with their reading above them: the reading follows in brackets, as where a browser knows no ruby. */
function withReadings(xml: string): string {
  const contentOf = (ruby: string, name: string) => {
    const from = ruby.indexOf(`<w:${name}>`);
    const to = ruby.indexOf(`</w:${name}>`, from);
    return from === -1 || to === -1 ? '' : ruby.slice(from + name.length + 4, to);
  };
  return replaceBetween(xml, '<w:ruby>', '</w:ruby>', (ruby) => {
    const reading = contentOf(ruby, 'rt');
    const following = reading === '' ? '' : `<w:t>(</w:t>${reading}<w:t>)</w:t>`;
    return contentOf(ruby, 'rubyBase') + following;
  });
}

/** Word means the beginning of the lines by "left", also where they begin on the right. */
function withSidesAsSeen(properties: string): string {
  if (!/<w:bidi(?: w:val="(?:1|true|on)")?\s*\/>/.test(properties)) return properties;
  return properties.replace(/(<w:jc w:val=")(left|right)"/, (_, start, side) =>
    side === 'left' ? `${start}right"` : `${start}left"`,
  );
}

function coreProperties(files: readonly ZipFile[]): Partial<ParsedBook> {
  const core = files.find(({ path }) => path === 'docProps/core.xml');
  if (core === undefined) return {};
  const document = parseXml(core.bytes.toString('utf8'));
  const property = (name: string) => elementsNamed(document, name).map(lineOf).find(Boolean);
  return {
    title: property('dc:title'),
    author: property('dc:creator'),
    synopsis: property('dc:description'),
    language: property('dc:language'),
  };
}
