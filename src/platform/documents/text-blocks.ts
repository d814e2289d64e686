import '../server-only.ts';
import { isSceneBreak } from '#base/scene-breaks.ts';
import { cleanHtml } from '../html/html-cleaner.ts';
import { DRAFT_CLASS, DRAFT_TEXT } from './draft-mark.ts';
import { type Footnote, type Footnotes, footnotesIn, takeFootnotes } from './footnotes.ts';
import {
  attribute,
  elementsNamed,
  hasClass,
  isElement,
  lineOf,
  type MarkupElement,
  type MarkupNode,
  outerHtml,
} from './markup.ts';

/** A part of a text that stands on lines of its own: a paragraph, a list, a heading, a scene break. */
export type TextBlock =
  | { kind: 'heading'; level: number; text: string; html: string; isDraft?: boolean; notes?: Footnote[] }
  | { kind: 'text'; text: string; html: string; notes?: Footnote[] }
  | { kind: 'scene-break'; text: ''; html: '<hr>' }
  | { kind: 'page-break' };

const WRAPPERS = new Set([
  'html',
  'body',
  'article',
  'section',
  'div',
  'main',
  'header',
  'footer',
  'hgroup',
  'center',
  'form',
  'fieldset',
  'nav',
  'address',
]);
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote ul ol dl pre table hr figure aside details li dd dt tr td'.split(' '),
);
const WITHOUT_TEXT = new Set('head script style template noscript iframe title'.split(' '));

/** How many things a story cannot hold were in a text: images are left out, the cells of tables become paragraphs. */
export interface LostParts {
  images: number;
  tables: number;
}

export interface BlockReading {
  blocks: TextBlock[];
  lost: LostParts;
  /** Whether the text is this site's own: images, empty paragraphs and lines of signs stay as they are. */
  isOwn: boolean;
  footnotes: Footnotes;
}

/**
 * Divides parsed markup into blocks of clean HTML. Divisions that only wrap others are dissolved, so that a heading is
 * found at any depth. Images are counted and replaced by their alternative text.
 */
export function readBlocks(nodes: readonly MarkupNode[], isOwn = false): BlockReading {
  const parent = { childNodes: [...nodes] };
  const footnotes = isOwn ? new Map() : takeFootnotes(parent);
  if (!isOwn) for (const link of elementsNamed(parent, 'a')) removeInnerAddress(link);
  const reading: BlockReading = { blocks: [], lost: { images: 0, tables: 0 }, isOwn, footnotes };
  addBlocks(nodes, reading, 0);
  return reading;
}

/** The lost parts of several readings together. */
export function addedUp(readings: readonly { lost: LostParts }[]): LostParts {
  return readings.reduce(
    (sum, { lost }) => ({ images: sum.images + lost.images, tables: sum.tables + lost.tables }),
    { images: 0, tables: 0 },
  );
}

/** A link within the file would lead to an address of this site that does not exist. */
function removeInnerAddress(link: MarkupElement): void {
  const isOutside = /^(?:https?:|mailto:)/i.test(attribute(link, 'href')?.trim() ?? '');
  if (!isOutside) link.attrs = link.attrs.filter(({ name }) => name !== 'href');
}

/** A longer one is text that only looks like a heading. */
const MAX_HEADING_CHARACTERS = 500;

/** Deeper divisions are read as one block: no book nests them, and a crafted file must not exhaust the stack. */
const MAX_DEPTH = 60;

function addBlocks(nodes: readonly MarkupNode[], reading: BlockReading, depth: number): void {
  let run: MarkupNode[] = [];
  const endRun = () => {
    if (run.some((node) => isElement(node) || lineOf(node) !== ''))
      addHtml(`<p>${run.map(outerHtml).join('')}</p>`, run, reading);
    run = [];
  };
  for (const node of nodes) {
    if (!isElement(node)) {
      if (node.nodeName === '#text') run.push(node);
      continue;
    }
    const { tagName } = node;
    if (WITHOUT_TEXT.has(tagName)) continue;
    if (!isBlock(node)) {
      run.push(node);
      continue;
    }
    endRun();
    const breaks = pageBreaksOf(node);
    if (breaks.before) reading.blocks.push({ kind: 'page-break' });
    addBlock(node, reading, depth);
    if (breaks.after) reading.blocks.push({ kind: 'page-break' });
  }
  endRun();
}

function addBlock(node: MarkupElement, reading: BlockReading, depth: number): void {
  const { tagName } = node;
  const last = reading.blocks.at(-1);
  if (last?.kind === 'heading' && isDraftMark(node)) last.isDraft = true;
  else if (tagName === 'hr') {
    if ((attribute(node, 'class') ?? '').includes('page')) reading.blocks.push({ kind: 'page-break' });
    else addSceneBreak(reading);
  } else if (/^h[1-6]$/.test(tagName)) {
    countLostParts([node], reading);
    const text = lineOf(node);
    const { html } = cleanHtml(outerHtml(node));
    if (text.length > MAX_HEADING_CHARACTERS || html.length > 4 * MAX_HEADING_CHARACTERS)
      addHtml(outerHtml(node), [node], reading);
    else if (text !== '')
      reading.blocks.push({
        ...{ kind: 'heading', level: Number(tagName[1]), text, html },
        ...notesOf([node], reading),
      });
  } else if (WRAPPERS.has(tagName) && depth < MAX_DEPTH) addBlocks(node.childNodes, reading, depth + 1);
  else addHtml(outerHtml(node), [node], reading);
}

/** Whether a line below a heading marks a draft. One in which its author has written something else is text. */
function isDraftMark(node: MarkupElement): boolean {
  return hasClass(node, DRAFT_CLASS) && lineOf(node) === DRAFT_TEXT;
}

function addHtml(html: string, nodes: readonly MarkupNode[], reading: BlockReading): void {
  countLostParts(nodes, reading);
  const cleaned = cleanHtml(reading.isOwn ? html : withoutImages(html));
  const isEmpty = reading.isOwn ? cleaned.html === '' : cleaned.isEmpty;
  if (isEmpty) return;
  if (!reading.isOwn && isSceneBreak(cleaned.text)) addSceneBreak(reading);
  else
    reading.blocks.push({ kind: 'text', text: cleaned.text, html: cleaned.html, ...notesOf(nodes, reading) });
}

function notesOf(nodes: readonly MarkupNode[], { footnotes }: BlockReading): { notes?: Footnote[] } {
  const notes = footnotesIn(nodes, footnotes);
  return notes.length === 0 ? {} : { notes };
}

function addSceneBreak({ blocks, isOwn }: BlockReading): void {
  if (isOwn || blocks.at(-1)?.kind !== 'scene-break')
    blocks.push({ kind: 'scene-break', text: '', html: '<hr>' });
}

function countLostParts(nodes: readonly MarkupNode[], { lost, isOwn }: BlockReading): void {
  if (isOwn) return;
  const stack = [...nodes];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node)) continue;
    if (node.tagName === 'img' || node.tagName === 'svg') lost.images += 1;
    // A table of one cell is a frame around the text.
    if (node.tagName === 'table' && cellsIn(node) > 1) lost.tables += 1;
    for (const child of node.childNodes) stack.push(child);
  }
}

const ROWS = new Set(['thead', 'tbody', 'tfoot', 'tr']);

/** The number of a table's own cells, without those of tables inside it. */
function cellsIn({ childNodes }: MarkupElement): number {
  return childNodes.filter(isElement).reduce((sum, child) => {
    if (child.tagName === 'td' || child.tagName === 'th') return sum + 1;
    return ROWS.has(child.tagName) ? sum + cellsIn(child) : sum;
  }, 0);
}

/** The cleaner keeps the alternative text of an image without an address. */
function withoutImages(html: string): string {
  return html.replaceAll(/<img\b/g, '<img src="" data-left-out');
}

function isBlock(node: MarkupElement): boolean {
  const stack: MarkupElement[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (WRAPPERS.has(next.tagName) || BLOCKS.has(next.tagName)) return true;
    for (const child of next.childNodes) if (isElement(child)) stack.push(child);
  }
  return false;
}

function pageBreaksOf(node: MarkupElement): { before: boolean; after: boolean } {
  const style = attribute(node, 'style') ?? '';
  return {
    before: /(?:page-)?break-before:\s*(?:always|page|left|right)/i.test(style),
    after: /(?:page-)?break-after:\s*(?:always|page|left|right)/i.test(style),
  };
}
