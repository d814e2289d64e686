import { type Alignment, isAlignment } from './alignments.ts';
import { STYLE } from './inert-html.ts';

/**
 * The value of a property in an element's own style, in lower case; '' if it is absent. Splits the style, without a
 * regex.
 */
export function styleOf(element: Element, property: string): string {
  let value = '';
  for (const declaration of (element.getAttribute(STYLE) ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, colon).trim().toLowerCase() !== property) continue;
    value = declaration
      .slice(colon + 1)
      .replace('!important', '')
      .trim()
      .toLowerCase();
  }
  return value;
}

/** The alignment of a pasted block. Left is the default and so gives undefined. */
export function alignmentOf(block: HTMLElement): Alignment | undefined {
  const own = styleOf(block, 'text-align') || block.getAttribute('align')?.toLowerCase();
  const ofClass = [...block.classList].find((name) => name.startsWith('align-'))?.slice('align-'.length);
  const inherited = block.tagName === 'CENTER' || block.closest('center') !== null ? 'center' : undefined;
  const side = own || ofClass || inherited;
  const alignment = side === 'end' ? 'right' : side;
  return isAlignment(alignment) && alignment !== 'left' ? alignment : undefined;
}

const BLOCKS = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE CENTER DD DETAILS DIV DL DT FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6
  HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL`.split(/\s+/),
);

/** Whether a node is or contains a block element. */
export function isBlock(node: Node): boolean {
  if (!(node instanceof Element)) return false;
  return BLOCKS.has(node.tagName) || [...node.children].some(isBlock);
}

/** Whether a node is only white space, which carries no meaning between blocks. */
export function isBlank(node: Node): boolean {
  return node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? '').trim() === '';
}
