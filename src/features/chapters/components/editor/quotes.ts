import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { TextSelection } from '@tiptap/pm/state';
import { changedPart } from '#base/changed-part.ts';
import { lettersOf, type Match, plain } from './find-matches.ts';

const SPACE = /\s/;

/** The places where a quoted passage stands, within one text block each; any white space counts as one space. */
export function findQuote(doc: Node, quote: string): Match[] {
  const wanted = plain(quote.replaceAll(/\s+/g, ' ').trim(), true);
  const matches: Match[] = [];
  if (wanted === '') return matches;
  doc.descendants((node, position) => {
    if (!node.isTextblock) return true;
    const { text, positions } = withSingleSpaces(plain(lettersOf(node), true));
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const first = positions[at] ?? 0;
      const last = positions[at + wanted.length - 1] ?? 0;
      matches.push({ from: position + 1 + first, to: position + 2 + last });
    }
    return false;
  });
  return matches;
}

/** A text with single spaces, and the place of each of its characters in the original. */
function withSingleSpaces(letters: string): { text: string; positions: number[] } {
  const characters: string[] = [];
  const positions: number[] = [];
  for (let at = 0; at < letters.length; at++) {
    const isSpace = SPACE.test(letters[at] ?? '');
    if (isSpace && characters.at(-1) === ' ') continue;
    characters.push(isSpace ? ' ' : (letters[at] ?? ''));
    positions.push(at);
  }
  return { text: characters.join(''), positions };
}

/** Selects the next place of a passage and shows it; returns the number of places. */
export function showQuote(editor: Editor, quote: string): number {
  const matches = findQuote(editor.state.doc, quote);
  const { to } = editor.state.selection;
  const next = matches.find((match) => match.from >= to) ?? matches[0];
  if (next !== undefined) select(editor, next);
  return matches.length;
}

export type QuoteReplacement = 'replaced' | 'missing' | 'repeated';

/**
 * Replaces a passage, in one step that can be undone; only the words that differ, so that the rest keeps its formatting.
 * Of several places it replaces the selected one, or selects the first and replaces nothing.
 */
export function replaceQuote(editor: Editor, quote: string, replacement: string): QuoteReplacement {
  const { doc, selection } = editor.state;
  const matches = findQuote(doc, quote);
  const selected = matches.find(({ from, to }) => from === selection.from && to === selection.to);
  const match = matches.length > 1 ? selected : matches[0];
  if (match === undefined) {
    if (matches[0] === undefined) return 'missing';
    select(editor, matches[0]);
    return 'repeated';
  }
  const letters = doc.textBetween(match.from, match.to, undefined, ' ');
  const { start, oldEnd, newEnd } = changedPart(letters, replacement);
  const { tr } = editor.state;
  const inserted = replacement.slice(start, newEnd);
  const from = match.from + start;
  const to = match.from + oldEnd;
  if (inserted !== '') tr.insertText(inserted, from, to);
  else if (to > from) tr.delete(from, isBetweenSpaces(doc, from, to) ? to + 1 : to);
  editor.view.dispatch(tr);
  select(editor, { from: match.from, to: tr.mapping.map(match.to, -1) });
  return 'replaced';
}

/** Whether taking a passage out would leave two spaces, or one at the beginning of a paragraph. */
function isBetweenSpaces(doc: Node, from: number, to: number): boolean {
  const after = doc.textBetween(to, Math.min(to + 1, doc.content.size), '\n', ' ');
  const before = doc.textBetween(Math.max(from - 1, 0), from, '\n', ' ');
  return after === ' ' && (before === ' ' || before === '');
}

function select(editor: Editor, { from, to }: Match): void {
  const { tr, doc } = editor.state;
  const end = Math.min(Math.max(from, to), doc.content.size);
  editor.view.dispatch(tr.setSelection(TextSelection.create(doc, from, end)).scrollIntoView());
}
