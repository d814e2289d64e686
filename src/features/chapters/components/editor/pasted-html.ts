import { isSceneBreak } from '#base/scene-breaks.ts';
import { inertBody, STYLE } from './inert-html.ts';
import { findNeededLines } from './line-spacing.ts';
import { alignmentOf, isBlank, isBlock, styleOf } from './pasted-elements.ts';
import { listsFromWord } from './pasted-lists.ts';
import { lossesIn } from './pasted-losses.ts';

/**
 * Converts HTML from other programs to the editor's own form before ProseMirror reads it. ProseMirror understands
 * elements, while Word and Google Docs use styles. All steps work on a parsed tree, never on HTML as a string. Unknown
 * elements go, and their text stays; words for lost formatting go to `onLoss`.
 */
export function tidyPasted(html: string, onLoss?: (losses: string[]) => void): string {
  const body = inertBody(html);
  // HTML copied from this editor needs no conversion, and its empty lines are intended.
  if (body.querySelector('[data-pm-slice]') === null) {
    removeHidden(body);
    removeTrackedDeletions(body);
    const losses = lossesIn(body);
    if (losses.length > 0) onLoss?.(losses);
    listsFromWord(body);
    markByStyle(body);
    splitAtDoubleBreaks(body);
    tidyBlocks(body);
    removeSpacingLines(body);
  }
  for (const styled of body.querySelectorAll(`[${STYLE}]`)) styled.removeAttribute(STYLE);
  return body.innerHTML;
}

function removeHidden(root: HTMLElement): void {
  for (const element of root.querySelectorAll(`[${STYLE}]`)) {
    if (styleOf(element, 'display') === 'none') element.remove();
  }
}

/** Word marks what was deleted beside what was inserted; a deletion alone is text that is struck out on purpose. */
function removeTrackedDeletions(root: HTMLElement): void {
  if (root.querySelector('ins') === null) return;
  for (const element of root.querySelectorAll('del')) element.remove();
}

const BOLD = new Set(['B', 'STRONG']);
const ITALIC = new Set(['I', 'EM', 'CITE', 'DFN', 'VAR']);
const TYPEWRITER = new Set(['CODE', 'TT', 'KBD', 'SAMP']);
/** The inline elements that marks replace. */
const INLINE_FORMATTING =
  'b, strong, i, em, cite, dfn, var, code, tt, kbd, samp, span, font, u, s, big, small, ins';

/** Gives each text the marks that it is displayed with, whether an element or a style causes them. */
function markByStyle(root: HTMLElement): void {
  const texts: { text: Text; names: string[] }[] = [];
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.parentElement?.closest('pre') !== null) continue;
    const names = namesOf(text, root);
    if (names.length > 0) texts.push({ text, names });
  }
  for (const element of root.querySelectorAll(INLINE_FORMATTING)) {
    if (element.closest('pre') === null) element.replaceWith(...element.childNodes);
  }
  for (const { text, names } of texts) {
    let inner: Node = text;
    const place = root.ownerDocument.createTextNode('');
    text.replaceWith(place);
    for (const name of names) {
      const mark = root.ownerDocument.createElement(name);
      mark.append(inner);
      inner = mark;
    }
    place.replaceWith(inner);
  }
}

function namesOf(text: Text, root: HTMLElement): string[] {
  let bold: boolean | undefined;
  let italic: boolean | undefined;
  let typewriter = false;
  for (
    let element = text.parentElement;
    element !== null && element !== root;
    element = element.parentElement
  ) {
    const weight = styleOf(element, 'font-weight');
    const slant = styleOf(element, 'font-style');
    // The bold of a heading and the italics of a quotation are their default style here, not the author's choice.
    const isHeading = /^H[1-6]$/.test(element.tagName);
    if (bold === undefined && weight !== '' && weight !== 'inherit') bold = isBold(weight);
    else if (bold === undefined && BOLD.has(element.tagName)) bold = true;
    if (italic === undefined && slant !== '' && slant !== 'inherit') italic = slant !== 'normal';
    else if (italic === undefined && ITALIC.has(element.tagName)) italic = true;
    if (isHeading) bold = false;
    typewriter ||= TYPEWRITER.has(element.tagName);
  }
  return [...(typewriter ? ['code'] : []), ...(italic ? ['em'] : []), ...(bold ? ['strong'] : [])];
}

function isBold(weight: string): boolean {
  return weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
}

/**
 * Splits paragraphs at double line breaks: web pages and mail end paragraphs with two, and Google Docs puts one between
 * two paragraphs as an empty line. A single line break within a text stays.
 */
function splitAtDoubleBreaks(root: HTMLElement): void {
  for (const holder of [root, ...root.querySelectorAll<HTMLElement>('p, div, td, li, blockquote, section')]) {
    if (![...holder.children].some((child) => child.tagName === 'BR')) continue;
    const parts = partsOf(holder);
    if (parts.length < 2 && !parts.some(isBlock)) continue;
    if (holder.tagName === 'P') holder.replaceWith(...parts);
    else holder.replaceChildren(...parts);
  }
}

function partsOf(holder: HTMLElement): Node[] {
  const parts: Node[] = [];
  let run: Node[] = [];
  let breaks: Node[] = [];
  const endRun = () => {
    if (run.length > 0) parts.push(paragraphOf(holder, run));
    else if (parts.length > 0) parts.push(...breaks.map(() => paragraphOf(holder, [])));
    run = [];
    breaks = [];
  };
  for (const child of [...holder.childNodes]) {
    if (child.nodeName === 'BR') breaks.push(child);
    else if (isBlank(child) && (run.length === 0 || breaks.length > 0)) continue;
    else if (isBlock(child)) {
      endRun();
      parts.push(child);
    } else {
      if (run.length === 0 || breaks.length > 1) endRun();
      run.push(...breaks, child);
      breaks = [];
    }
  }
  if (run.length > 0) endRun();
  return parts;
}

function paragraphOf(holder: HTMLElement, content: Node[]): HTMLElement {
  const paragraph = holder.ownerDocument.createElement('p');
  const align = holder.getAttribute('align');
  const style = holder.getAttribute(STYLE);
  if (align !== null) paragraph.setAttribute('align', align);
  if (style !== null) paragraph.setAttribute(STYLE, style);
  paragraph.append(...content);
  return paragraph;
}

const REPLACEMENT_TAGS: Record<string, string> = {
  H1: 'h2',
  H2: 'h2',
  H3: 'h3',
  H4: 'h3',
  H5: 'h3',
  H6: 'h3',
};
const LINES = 'p, div, h1, h2, h3, h4, h5, h6, center, td, th, dt, dd, figcaption, caption, address';

/** Converts scene breaks, heading levels and alignments; every other line becomes a paragraph. */
function tidyBlocks(root: HTMLElement): void {
  for (const block of root.querySelectorAll<HTMLElement>(LINES)) {
    if ([...block.children].some(isBlock)) continue;
    if (block.querySelector('img') === null && isSceneBreak(block.textContent)) {
      block.replaceWith(root.ownerDocument.createElement('hr'));
      continue;
    }
    const replacement = root.ownerDocument.createElement(REPLACEMENT_TAGS[block.tagName] ?? 'p');
    const side = alignmentOf(block);
    if (side !== undefined) replacement.className = `align-${side}`;
    replacement.append(...block.childNodes);
    block.replaceWith(replacement);
  }
}

/** Removes empty lines that only separate paragraphs. */
function removeSpacingLines(root: HTMLElement): void {
  const lines = [...root.querySelectorAll<HTMLElement>('p, h2, h3, hr, pre, li')].filter(
    (line) => ![...line.children].some(isBlock),
  );
  const isNeeded = findNeededLines(
    lines.map((line) => {
      if (line.tagName === 'HR') return 'break';
      if (isEmptyLine(line)) return 'empty';
      return line.tagName === 'P' && line.closest('li') === null ? 'text' : 'other';
    }),
  );
  for (const [at, line] of lines.entries()) {
    if (!isNeeded[at]) line.remove();
    else if (isEmptyLine(line)) line.replaceChildren();
  }
}

function isEmptyLine(line: HTMLElement): boolean {
  return line.tagName === 'P' && line.textContent.trim() === '' && line.querySelector('img') === null;
}
