import '../server-only.ts';
import { type DefaultTreeAdapterTypes, parse, serializeOuter } from 'parse5';

export type MarkupNode = DefaultTreeAdapterTypes.ChildNode;
export type MarkupElement = DefaultTreeAdapterTypes.Element;
export type MarkupDocument = DefaultTreeAdapterTypes.Document;
type Parent = Pick<DefaultTreeAdapterTypes.ParentNode, 'childNodes'>;

const VOID_ELEMENTS = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

export function parseHtml(html: string): MarkupDocument {
  return parse(html);
}

/**
 * Parses XHTML, or XML whose element names HTML does not know, with the parser of HTML. That parser reads no document
 * type, so it neither expands an entity that a file declares nor opens a file that one names.
 */
export function parseXml(xml: string): MarkupDocument {
  return parse(toHtmlSyntax(xml));
}

/** Closes the elements that XML closes with a slash, and turns CDATA into text: HTML knows neither. */
function toHtmlSyntax(xml: string): string {
  const parts: string[] = [];
  let position = 0;
  while (position < xml.length) {
    const start = xml.indexOf('<', position);
    if (start === -1) break;
    parts.push(xml.slice(position, start));
    if (xml.startsWith('<![CDATA[', start)) {
      const end = indexAfter(xml, ']]>', start);
      parts.push(escapeText(xml.slice(start + 9, end).replace(/\]\]>$/, '')));
      position = end;
    } else if (xml.startsWith('<!--', start)) position = indexAfter(xml, '-->', start);
    else if (xml.startsWith('<?', start)) position = indexAfter(xml, '?>', start);
    else if (xml.startsWith('<!', start)) position = endOfDeclaration(xml, start);
    else {
      const end = endOfTag(xml, start);
      const tag = xml.slice(start, end);
      const name = /^<([A-Za-z][^\s/>]*)/.exec(tag)?.[1];
      const isClosed = tag.endsWith('/>') && name !== undefined && !VOID_ELEMENTS.has(name.toLowerCase());
      parts.push(isClosed ? `${tag.slice(0, -2)}></${name}>` : tag);
      position = end;
    }
  }
  parts.push(xml.slice(position));
  return parts.join('');
}

function indexAfter(text: string, search: string, from: number): number {
  const index = text.indexOf(search, from);
  return index === -1 ? text.length : index + search.length;
}

/** The end of a tag; an angle bracket in an attribute does not end it. */
function endOfTag(xml: string, start: number): number {
  let quote = '';
  for (let index = start + 1; index < xml.length; index++) {
    const char = xml[index] as string;
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return index + 1;
  }
  return xml.length;
}

/** The end of a document type, with the entities that it declares between brackets. */
function endOfDeclaration(xml: string, start: number): number {
  const end = indexAfter(xml, '>', start);
  const subset = xml.indexOf('[', start);
  return subset === -1 || subset > end ? end : indexAfter(xml, '>', indexAfter(xml, ']', subset));
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

export function isElement(node: MarkupNode): node is MarkupElement {
  return 'tagName' in node;
}

export function attribute(element: MarkupElement, name: string): string | undefined {
  return element.attrs.find((candidate) => candidate.name === name)?.value;
}

export function hasClass(element: MarkupElement, name: string): boolean {
  return (attribute(element, 'class') ?? '').split(/\s+/).includes(name);
}

/** All elements below a node, in the order of the document, that a condition picks. */
export function elementsOf(parent: Parent, isWanted: (element: MarkupElement) => boolean): MarkupElement[] {
  const result: MarkupElement[] = [];
  const stack: MarkupNode[] = [...parent.childNodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node)) continue;
    if (isWanted(node)) result.push(node);
    for (let index = node.childNodes.length - 1; index >= 0; index--)
      stack.push(node.childNodes[index] as MarkupNode);
  }
  return result;
}

export function elementsNamed(parent: Parent, ...names: string[]): MarkupElement[] {
  return elementsOf(parent, (element) => names.includes(element.tagName));
}

export function elementWithId(parent: Parent, id: string): MarkupElement | undefined {
  return elementsOf(parent, (element) => attribute(element, 'id') === id)[0];
}

/** The text below a node on one line. */
export function lineOf(node: MarkupNode): string {
  const parts: string[] = [];
  const stack: MarkupNode[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if ('value' in next && next.nodeName === '#text') parts.push(next.value);
    else if (isElement(next)) {
      if (next.tagName === 'br') parts.push(' ');
      for (let index = next.childNodes.length - 1; index >= 0; index--)
        stack.push(next.childNodes[index] as MarkupNode);
    }
  }
  return parts.join('').replaceAll(/\s+/g, ' ').trim();
}

export function innerHtml(element: MarkupElement): string {
  return element.childNodes.map(outerHtml).join('');
}

export function outerHtml(node: MarkupNode): string {
  return serializeOuter(node);
}

export function bodyOf(document: MarkupDocument): Parent {
  return elementsNamed(document, 'body')[0] ?? document;
}
