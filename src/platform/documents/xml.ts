import '../server-only.ts';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

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

/** Stored HTML as XHTML. A picture of another site becomes a link: a book fetches nothing. */
export function toXhtml(html: string): string {
  return parseStoredHtml(html).map(nodeToXhtml).join('');
}

/** A link to somewhere else. Within a book any other address would name a file that it lacks. */
function linkTo(address: string | undefined): string {
  const leadsElsewhere = /^(?:https?|mailto):/i.test(address ?? '') && URL.canParse(address ?? '');
  return leadsElsewhere ? ` href="${escapeXml(address ?? '')}"` : '';
}

function nodeToXhtml(node: Node): string {
  if (node.nodeName === '#text') return escapeXml((node as DefaultTreeAdapterTypes.TextNode).value);
  if (!('tagName' in node)) return '';
  const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
  if (node.tagName === 'img') {
    const text = attributes.get('alt') || 'Picture';
    return `<a${linkTo(attributes.get('src'))}>${escapeXml(text)}</a>`;
  }
  const named = attributes.get('class');
  const written =
    linkTo(attributes.get('href')) + (named === undefined ? '' : ` class="${escapeXml(named)}"`);
  if (VOID_ELEMENTS.has(node.tagName)) return `<${node.tagName}/>`;
  return `<${node.tagName}${written}>${node.childNodes.map(nodeToXhtml).join('')}</${node.tagName}>`;
}
