import '../server-only.ts';
import type { Element, ElementContent, Root, RootContent, Text } from 'hast';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { isBlank } from '#base/plain-text.ts';
import { cleanImageSource, cleanLink } from '#base/web-address.ts';
import {
  alignments,
  blockNames,
  ELEMENTS_WITHOUT_TEXT,
  headingNames,
  inlineNames,
  schema,
} from './html-allow-list.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type ParsedElement = DefaultTreeAdapterTypes.Element;

/**
 * The version of the cleaner's output. Raise it with every change of the output: stored texts of older versions are
 * then cleaned again.
 */
export const CLEANER_VERSION = 3;

// hast walks recursively; parse5 does not. Prose nests less than ten deep.
const MAX_DEPTH = 50;

export interface CleanedHtml {
  html: string;
  /** The text alone, a line per block. */
  text: string;
  /** Whether a reader sees nothing: no image and no visible character. */
  isEmpty: boolean;
}

/** `&amp;` and not `&#x26;`: the editor's text must not grow, or a text at the limit could not be saved twice. */
const serializerOptions = { characterReferences: { useNamedReferences: true } };

/**
 * Reduces HTML to exactly what the editor's toolbar can make: parses it as browsers do and rebuilds it from an
 * allow-list. Markup may be lost, text never is; cleaning is idempotent.
 */
export function cleanHtml(html: string): CleanedHtml {
  const parsed = parseFragment(html.toWellFormed());
  const tree: Root = { type: 'root', children: toBlocks(parsed.childNodes, 0) };
  const clean = sanitize(tree, schema) as Root;
  const cleanedHtml = clean.children.map((child) => toHtml(child, serializerOptions)).join('\n');
  const text = clean.children
    .map((child) => textOf(child).trim())
    .filter((line) => line !== '')
    .join('\n');
  // In the output of toHtml only a tag contains `<img `.
  return { html: cleanedHtml, text, isEmpty: isBlank(text) && !cleanedHtml.includes('<img ') };
}

/** The text that HTML (or a plain text) shows, without markup. */
export function htmlToText(html: string): string {
  return cleanHtml(html).text;
}

/** The texts of the blocks of cleaned HTML, in order: those of the element's children on a page. */
export function blockTexts(html: string): string[] {
  return parseFragment(html).childNodes.filter(isElement).map(parsedText);
}

/** `push(...items)` fails when the items, which are arguments of a call, do not fit on the stack. */
function appendTo<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item);
}

/** A container's content as blocks: runs of text and inline elements become paragraphs. */
function toBlocks(nodes: readonly Node[], depth: number): ElementContent[] {
  const result: ElementContent[] = [];
  let run: ElementContent[] = [];
  const endRun = () => {
    const trimmed = trimRun(run);
    if (trimmed.length > 0) result.push(element('p', trimmed));
    run = [];
  };
  for (const node of nodes) {
    if (isText(node)) run.push(textNode(node.value));
    else if (!isElement(node) || ELEMENTS_WITHOUT_TEXT.has(node.tagName)) continue;
    else if (!isBlock(node)) appendTo(run, toInline([node], depth));
    else {
      endRun();
      appendTo(result, toBlock(node, depth));
    }
  }
  endRun();
  return result;
}

function toBlock(node: ParsedElement, depth: number): ElementContent[] {
  if (depth >= MAX_DEPTH) return textParagraph(node);
  const childDepth = depth + 1;
  const name = node.tagName;
  const heading = headingNames[name];
  if (name === 'hr') return [element('hr', [])];
  if (name === 'pre' || name === 'listing' || name === 'xmp' || name === 'plaintext') {
    return [element('pre', [element('code', [textNode(parsedText(node))])])];
  }
  if (name === 'blockquote') return elementUnlessEmpty('blockquote', toBlocks(node.childNodes, childDepth));
  if (name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir') {
    return elementUnlessEmpty(name === 'ol' ? 'ol' : 'ul', toItems(node.childNodes, childDepth));
  }
  if (name === 'li') return elementUnlessEmpty('ul', toItems([node], childDepth));
  const containsBlocks = node.childNodes.some(
    (child) => isElement(child) && !ELEMENTS_WITHOUT_TEXT.has(child.tagName) && isBlock(child),
  );
  if (containsBlocks) return toBlocks(node.childNodes, childDepth);
  const content = trimRun(toInline(node.childNodes, childDepth));
  if (heading !== undefined) return elementUnlessEmpty(heading, content, alignmentOf(node));
  // A paragraph that the author left empty is a blank line; an empty division means nothing.
  if (name === 'p') return [element('p', content, alignmentOf(node))];
  return elementUnlessEmpty('p', content, alignmentOf(node));
}

/** The entries of a list. Content between them becomes an entry too, so that no text is lost. */
function toItems(nodes: readonly Node[], depth: number): ElementContent[] {
  const items: ElementContent[] = [];
  for (const node of nodes) {
    if (isElement(node) && node.tagName === 'li') {
      if (depth >= MAX_DEPTH) items.push(element('li', textParagraph(node)));
      else {
        const content = toBlocks(node.childNodes, depth + 1);
        const firstChild = content[0];
        const isPlain =
          content.length === 1 &&
          firstChild?.type === 'element' &&
          firstChild.tagName === 'p' &&
          !firstIsParagraph(node);
        const children = isPlain ? firstChild.children : content;
        if (children.length > 0) items.push(element('li', children));
      }
    } else if (
      (isText(node) && node.value.trim() !== '') ||
      (isElement(node) && !ELEMENTS_WITHOUT_TEXT.has(node.tagName))
    ) {
      const content = toBlocks([node], depth + 1);
      if (content.length > 0) items.push(element('li', content));
    }
  }
  return items;
}

function firstIsParagraph(node: ParsedElement): boolean {
  return node.childNodes.some((child) => isElement(child) && child.tagName === 'p');
}

function toInline(nodes: readonly Node[], depth: number, isInLink = false): ElementContent[] {
  const result: ElementContent[] = [];
  for (const node of nodes) {
    if (isText(node)) result.push(textNode(node.value));
    else if (!isElement(node) || ELEMENTS_WITHOUT_TEXT.has(node.tagName)) continue;
    else if (depth >= MAX_DEPTH) result.push(textNode(parsedText(node)));
    else if (node.tagName === 'br') result.push(element('br', []));
    else if (node.tagName === 'img') result.push(...toImage(node));
    else {
      const name = inlineNames[node.tagName];
      // Browsers split a link inside a link when they parse it again.
      const isLink = node.tagName === 'a' && !isInLink;
      const href = isLink ? cleanLink(attribute(node, 'href')) : undefined;
      const children = toInline(node.childNodes, depth + 1, isInLink || href !== undefined);
      if (children.length === 0) continue;
      if (href !== undefined)
        result.push(element('a', children, { href, rel: ['nofollow', 'ugc', 'noopener', 'noreferrer'] }));
      else if (name !== undefined) result.push(element(name, children));
      else appendTo(result, children);
    }
  }
  return result;
}

function toImage(node: ParsedElement): ElementContent[] {
  const src = cleanImageSource(attribute(node, 'src'));
  const alt = textNode(attribute(node, 'alt') ?? '');
  if (src === undefined) return alt.value === '' ? [] : [alt];
  return [element('img', [], { src, alt: alt.value, loading: 'lazy', referrerPolicy: 'no-referrer' })];
}

function alignmentOf(node: ParsedElement): Element['properties'] {
  const fromClass = (attribute(node, 'class') ?? '')
    .split(/\s+/)
    .find((name) => name.startsWith('align-'))
    ?.slice(6);
  // The effective declaration, found by splitting: no value of a style ever reaches the output.
  const fromStyle = (attribute(node, 'style') ?? '')
    .split(';')
    .map((declaration) => declaration.split(':').map((part) => part.trim().toLowerCase()))
    .find(([property]) => property === 'text-align')?.[1];
  const side = fromClass ?? fromStyle ?? attribute(node, 'align')?.toLowerCase();
  return side !== undefined && alignments.has(side) ? { className: [`align-${side}`] } : {};
}

/** Whether a node is, or contains at any depth, an element that breaks the line of text. */
function isBlock(node: ParsedElement): boolean {
  const stack: ParsedElement[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (blockNames.has(next.tagName)) return true;
    for (const child of next.childNodes)
      if (isElement(child) && !ELEMENTS_WITHOUT_TEXT.has(child.tagName)) stack.push(child);
  }
  return false;
}

function trimRun(run: ElementContent[]): ElementContent[] {
  const isSpace = (node: ElementContent | undefined) => node?.type === 'text' && node.value.trim() === '';
  let start = 0;
  let end = run.length;
  while (start < end && isSpace(run[start])) start++;
  while (end > start && isSpace(run[end - 1])) end--;
  return run.slice(start, end);
}

function elementUnlessEmpty(
  name: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): ElementContent[] {
  return children.length === 0 ? [] : [element(name, children, properties)];
}

function element(
  tagName: string,
  children: ElementContent[],
  properties: Element['properties'] = {},
): Element {
  return { type: 'element', tagName, properties, children };
}

/** A text node. A carriage return, which only a character reference can produce, would be read again as a line feed. */
function textNode(value: string): Text {
  return { type: 'text', value: value.replaceAll(/\r\n?/g, '\n') };
}

function textParagraph(node: ParsedElement): ElementContent[] {
  const value = parsedText(node);
  return value.trim() === '' ? [] : [element('p', [textNode(value)])];
}

/** All text below a parsed node, without recursion: nodes may be nested thousands deep. */
function parsedText(node: ParsedElement): string {
  const parts: string[] = [];
  const stack: Node[] = [...node.childNodes].reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (isText(next)) parts.push(next.value);
    else if (isElement(next) && next.tagName === 'br') parts.push('\n');
    else if (isElement(next) && !ELEMENTS_WITHOUT_TEXT.has(next.tagName)) {
      for (let index = next.childNodes.length - 1; index >= 0; index--)
        stack.push(next.childNodes[index] as Node);
    }
  }
  return parts.join('');
}

function textOf(node: RootContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'element') return '';
  if (node.tagName === 'br') return '\n';
  const containsBlocks = node.children.some(
    (child) => child.type === 'element' && blockNames.has(child.tagName),
  );
  return node.children.map(textOf).join(containsBlocks ? '\n' : '');
}

function isText(node: Node): node is DefaultTreeAdapterTypes.TextNode {
  return node.nodeName === '#text';
}

function isElement(node: Node): node is ParsedElement {
  return 'tagName' in node;
}

function attribute(node: ParsedElement, name: string): string | undefined {
  return node.attrs.find((candidate) => candidate.name === name)?.value;
}
