import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Parsed = DefaultTreeAdapterTypes.ChildNode;

/** The attributes that the editor reads. Styles survive as text under another name, see `STYLE`. */
const KEPT_ATTRIBUTES = new Set(['align', 'alt', 'class', 'data-pm-slice', 'href', 'src']);
/** The attribute that holds a pasted style. */
export const STYLE = 'data-style';
/**
 * Elements whose content is not readable text, or that would fetch something or change the meaning of other elements.
 */
const DROPPED_ELEMENTS = new Set(
  `applet area audio base basefont bgsound button canvas colgroup datalist embed fencedframe frame frameset head iframe
  input link meta noembed noframes noscript object option param portal script select source style template textarea
  title track video`.split(/\s+/),
);
// Prose nests less than ten deep; the limit protects the recursive functions that walk this tree.
const MAX_DEPTH = 100;

/**
 * Parses HTML into elements that fetch nothing, run nothing and carry no styles. The browser's own parsers apply the
 * content security policy to styles and handlers even in a document that is never shown, so each paste from Word would
 * report hundreds of violations. This parser is also the server's.
 */
export function inertBody(html: string): HTMLElement {
  const { body } = document.implementation.createHTMLDocument('');
  appendNodes(body, parseFragment(html).childNodes, 0);
  return body;
}

function appendNodes(parent: Node, nodes: readonly Parsed[], depth: number): void {
  const owner = parent.ownerDocument;
  if (owner === null) return;
  for (const node of nodes) {
    if (node.nodeName === '#text') {
      parent.appendChild(owner.createTextNode((node as DefaultTreeAdapterTypes.TextNode).value));
    } else if ('tagName' in node && !DROPPED_ELEMENTS.has(node.tagName)) {
      const element = depth < MAX_DEPTH ? parent.appendChild(createElement(owner, node)) : parent;
      appendNodes(element, depth < MAX_DEPTH ? node.childNodes : flattenTexts(node), depth + 1);
    }
  }
}

function createElement(owner: Document, { tagName, attrs }: DefaultTreeAdapterTypes.Element): HTMLElement {
  // Names that no document allows, such as Word's <o:p>, count as inline.
  const element = owner.createElement(/^[a-z][a-z0-9]*$/.test(tagName) ? tagName : 'span');
  for (const { name, value } of attrs) {
    if (KEPT_ATTRIBUTES.has(name)) element.setAttribute(name, value);
    else if (name === 'style') element.setAttribute(STYLE, value);
  }
  return element;
}

/** All text nodes below the element, in a flat list. */
function flattenTexts(node: DefaultTreeAdapterTypes.Element): Parsed[] {
  const texts: Parsed[] = [];
  const stack: Parsed[] = [...node.childNodes].reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.nodeName === '#text') texts.push(next);
    else if ('tagName' in next && !DROPPED_ELEMENTS.has(next.tagName))
      stack.push(...[...next.childNodes].reverse());
  }
  return texts;
}
