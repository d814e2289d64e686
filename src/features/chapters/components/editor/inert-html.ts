import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

type Parsed = DefaultTreeAdapterTypes.ChildNode;

/** What the editor asks elements about. A style is kept as text under another name, see `STYLE`. */
const KEPT = new Set(['align', 'alt', 'class', 'data-pm-slice', 'href', 'src']);
/** Where a pasted style is found. */
export const STYLE = 'data-style';
/** Their content is no text, or no one's to read; or they would change what other elements refer to, or fetch. */
const UNSEEN = new Set(
  `applet area audio base basefont bgsound button canvas colgroup datalist embed fencedframe frame frameset head iframe
  input link meta noembed noframes noscript object option param portal script select source style template textarea
  title track video`.split(/\s+/),
);
// Prose nests less than ten deep; what is built here is walked recursively.
const DEPTH_MAXIMUM = 100;

/**
 * HTML as elements that fetch nothing, run nothing and have no look. Every parser of the browser's own applies
 * the site's policy to the styles and handlers in what it parses, even of a document that is never shown: each
 * paste from Word would be hundreds of reports of a broken policy. This one is the server's.
 */
export function inertBody(html: string): HTMLElement {
  const { body } = document.implementation.createHTMLDocument('');
  append(body, parseFragment(html).childNodes, 0);
  return body;
}

function append(parent: Node, nodes: readonly Parsed[], depth: number): void {
  const owner = parent.ownerDocument;
  if (owner === null) return;
  for (const node of nodes) {
    if (node.nodeName === '#text') {
      parent.appendChild(owner.createTextNode((node as DefaultTreeAdapterTypes.TextNode).value));
    } else if ('tagName' in node && !UNSEEN.has(node.tagName)) {
      const element = depth < DEPTH_MAXIMUM ? parent.appendChild(elementOf(owner, node)) : parent;
      append(element, depth < DEPTH_MAXIMUM ? node.childNodes : shallow(node), depth + 1);
    }
  }
}

function elementOf(owner: Document, { tagName, attrs }: DefaultTreeAdapterTypes.Element): HTMLElement {
  // Names that no document allows, such as Word's <o:p>, are parts of a line.
  const element = owner.createElement(/^[a-z][a-z0-9]*$/.test(tagName) ? tagName : 'span');
  for (const { name, value } of attrs) {
    if (KEPT.has(name)) element.setAttribute(name, value);
    else if (name === 'style') element.setAttribute(STYLE, value);
  }
  return element;
}

/** All text below, as one. */
function shallow(node: DefaultTreeAdapterTypes.Element): Parsed[] {
  const texts: Parsed[] = [];
  const stack: Parsed[] = [...node.childNodes].reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.nodeName === '#text') texts.push(next);
    else if ('tagName' in next && !UNSEEN.has(next.tagName)) stack.push(...[...next.childNodes].reverse());
  }
  return texts;
}
