import '../server-only.ts';
import { escapeHtml } from '#base/text.ts';
import { cleanHtml } from '../html/html-cleaner.ts';
import {
  attribute,
  elementsNamed,
  elementsOf,
  innerHtml,
  isElement,
  lineOf,
  type MarkupElement,
  type MarkupNode,
  outerHtml,
} from './markup.ts';

export interface Footnote {
  text: string;
  html: string;
}

/** The footnotes of a document by the anchors that refer to them. */
export type Footnotes = ReadonlyMap<MarkupElement, Footnote>;

/** 1, [12], *, †: longer texts are links to chapters. */
const MARK = /^[[(]?(?:\d{1,4}|[a-z]|[*†‡§¶]{1,4})[\])]?$/i;
const NOTE_ELEMENTS = new Set(['li', 'aside', 'p', 'dd', 'div']);
const NOTES_TITLE = /^(?:(?:foot|end)?notes)?$/i;

/**
 * Takes the footnotes out of a document. One is found by two links that lead to each other: the mark in the text, and
 * the way back. Word, pandoc and LibreOffice write all of them at the end, after the last chapter.
 */
export function takeFootnotes(body: Pick<MarkupElement, 'childNodes'>): Footnotes {
  const anchors = elementsNamed(body, 'a');
  const byId = new Map<string, MarkupElement>();
  for (const element of elementsOf(body, () => true))
    for (const id of [attribute(element, 'id'), attribute(element, 'name')])
      if (id !== undefined && !byId.has(id)) byId.set(id, element);
  const targetOf = (anchor: MarkupElement) => {
    const href = attribute(anchor, 'href');
    return href?.startsWith('#') ? byId.get(href.slice(1)) : undefined;
  };
  const marksOf = Map.groupBy(
    anchors.filter((anchor) => MARK.test(lineOf(anchor))),
    (anchor) => closestNote(targetOf(anchor)),
  );
  const notes = new Map<MarkupElement, Footnote>();
  const waysBack = new Set<MarkupElement>();
  for (const [note, candidates] of marksOf) {
    if (note === undefined) continue;
    const links = Map.groupBy(elementsNamed(note, 'a'), targetOf);
    // A way back leads to the mark, to something in it, or to something around it.
    const endsAt = (mark: MarkupElement) =>
      [...aroundElement(mark), ...elementsOf(mark, () => true)].filter((element) => links.has(element));
    // A note to which the text refers more than once has as many ways back.
    const marks = candidates.filter((anchor) => !waysBack.has(anchor) && !contains(note, anchor));
    const [first, ...others] = marks.filter((mark) => endsAt(mark).length > 0);
    if (first === undefined) continue;
    const ends = new Set([first, ...others].flatMap(endsAt));
    for (const link of [...ends].flatMap((end) => links.get(end) ?? [])) {
      waysBack.add(link);
      detach(link);
    }
    const found = lineOf(first);
    // Raised letters are no part of the site's texts: a bare number would look like a part of the word before it.
    const mark = /^[a-z\d]+$/i.test(found) ? `[${found}]` : found;
    const presented = presentNote(note, mark);
    for (const anchor of [first, ...others]) {
      anchor.childNodes = [{ nodeName: '#text', value: mark, parentNode: anchor }];
      notes.set(anchor, presented);
    }
    detachWithEmptyParents(note);
  }
  return notes;
}

/** The footnotes to which these nodes refer, in order. */
export function footnotesIn(nodes: readonly MarkupNode[], footnotes: Footnotes): Footnote[] {
  if (footnotes.size === 0) return [];
  return nodes
    .filter(isElement)
    .flatMap((node) => [node, ...elementsNamed(node, 'a')])
    .flatMap((element) => footnotes.get(element) ?? []);
}

function presentNote(note: MarkupElement, mark: string): Footnote {
  const { html: cleaned, text } = cleanHtml(note.tagName === 'p' ? outerHtml(note) : innerHtml(note));
  const html = cleaned
    .split('</p>')
    .map((part) => part.trimEnd())
    .join('</p>');
  const marked = html.replace(/^<p([^>]*)>\s*/, `<p$1>${escapeHtml(mark)} `);
  return { text: `${mark} ${text}`, html: marked === html ? `<p>${escapeHtml(mark)}</p>\n${html}` : marked };
}

function closestNote(target: MarkupElement | undefined): MarkupElement | undefined {
  if (target === undefined) return undefined;
  for (let node = target; ; ) {
    if (NOTE_ELEMENTS.has(node.tagName)) return node;
    const parent = node.parentNode;
    if (parent === null || !('tagName' in parent) || parent.tagName === 'body') return undefined;
    node = parent;
  }
}

/** An element and those around it, from the inside out. */
function* aroundElement(element: MarkupElement): Generator<MarkupElement> {
  for (
    let node: MarkupElement['parentNode'] = element;
    node !== null && 'tagName' in node;
    node = node.parentNode
  )
    yield node;
}

function contains(outer: MarkupElement, inner: MarkupElement): boolean {
  for (const element of aroundElement(inner)) if (element === outer) return true;
  return false;
}

function detach(node: MarkupElement): void {
  const siblings = node.parentNode?.childNodes;
  const index = siblings?.indexOf(node) ?? -1;
  if (index >= 0) siblings?.splice(index, 1);
}

/** Takes away a note and the list or division that contained nothing else. */
function detachWithEmptyParents(note: MarkupElement): void {
  for (let node = note; ; ) {
    const parent = node.parentNode;
    detach(node);
    if (parent === null || !('tagName' in parent) || parent.tagName === 'body') return;
    if (!NOTES_TITLE.test(lineOf(parent))) return;
    node = parent;
  }
}
