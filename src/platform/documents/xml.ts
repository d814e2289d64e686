import '../server-only.ts';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { hasRightToLeft } from '#base/direction.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML can't hold these characters, in any form.
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Escapes a text for an element or an attribute of XML. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

export function parseStoredHtml(html: string): Node[] {
  return parseFragment(html).childNodes;
}

const VOID_ELEMENTS = new Set(['br', 'hr']);

const DIRECTED_ELEMENTS = new Set(['p', 'h2', 'h3', 'li']);

/** The place of a node. */
interface Surroundings {
  isInLink: boolean;
  /** Whether the text has letters from right to left: each paragraph then runs in the direction of its first letter. */
  isDirected: boolean;
}

/** Stored HTML as XHTML. A picture of another site becomes a link: a book fetches nothing. */
export function toXhtml(html: string): string {
  return written(parseStoredHtml(html), { isInLink: false, isDirected: hasRightToLeft(html) });
}

function written(nodes: readonly Node[], around: Surroundings): string {
  return nodes.map((node) => nodeToXhtml(node, around)).join('');
}

/** A link to somewhere else. Within a book any other address would name a file that it lacks. */
function linkTo(address: string | undefined): string {
  const leadsElsewhere = /^(?:https?|mailto):/i.test(address ?? '') && URL.canParse(address ?? '');
  return leadsElsewhere ? ` href="${escapeXml((address ?? '').replaceAll(' ', '%20'))}"` : '';
}

function nodeToXhtml(node: Node, around: Surroundings): string {
  if (node.nodeName === '#text') return escapeXml((node as DefaultTreeAdapterTypes.TextNode).value);
  if (!('tagName' in node)) return '';
  const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
  if (node.tagName === 'img') {
    const text = escapeXml(attributes.get('alt') || 'Picture');
    // A link may hold no other: a linked picture leads where its author wanted.
    return around.isInLink ? text : `<a${linkTo(attributes.get('src'))}>${text}</a>`;
  }
  const named = attributes.get('class');
  const attributesWritten =
    linkTo(attributes.get('href')) +
    (named === undefined ? '' : ` class="${escapeXml(named)}"`) +
    (around.isDirected && DIRECTED_ELEMENTS.has(node.tagName) ? ' dir="auto"' : '');
  if (VOID_ELEMENTS.has(node.tagName)) return `<${node.tagName}/>`;
  const inner = written(node.childNodes, {
    ...around,
    isInLink: around.isInLink || node.tagName === 'a',
  });
  return `<${node.tagName}${attributesWritten}>${inner}</${node.tagName}>`;
}
