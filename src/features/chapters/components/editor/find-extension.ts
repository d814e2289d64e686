import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey, TextSelection } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { findMatches, type Match } from './find-matches.ts';

interface Search {
  query: string;
  isCaseMatched: boolean;
  matches: Match[];
}

const NOTHING: Search = { query: '', isCaseMatched: false, matches: [] };
const key = new PluginKey<Search>('find');

/** Marks every match of a search in the text, and follows the text as it changes. */
export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins() {
    return [
      new Plugin<Search>({
        key,
        state: {
          init: () => NOTHING,
          apply(transaction, search) {
            const next = transaction.getMeta(key) as Omit<Search, 'matches'> | undefined;
            if (next === undefined && (!transaction.docChanged || search.query === '')) return search;
            const { query, isCaseMatched } = next ?? search;
            return { query, isCaseMatched, matches: findMatches(transaction.doc, query, isCaseMatched) };
          },
        },
        props: {
          decorations(state) {
            const { matches } = key.getState(state) ?? NOTHING;
            const { from, to } = state.selection;
            return DecorationSet.create(
              state.doc,
              matches.map((match) =>
                Decoration.inline(match.from, match.to, {
                  class: match.from === from && match.to === to ? 'found-now' : 'found',
                }),
              ),
            );
          },
        },
      }),
    ];
  },
});

export function matchesIn(editor: Editor): Match[] {
  return key.getState(editor.state)?.matches ?? [];
}

/** The place of the selected match among all, from 0; -1 when none is selected. */
export function selectedMatch(editor: Editor): number {
  const { from, to } = editor.state.selection;
  return matchesIn(editor).findIndex((match) => match.from === from && match.to === to);
}

export function search(editor: Editor, query: string, isCaseMatched: boolean): void {
  editor.view.dispatch(editor.state.tr.setMeta(key, { query, isCaseMatched }));
}

/** Selects the next match after the selection, or the one before it; the search goes round. */
export function selectMatch(editor: Editor, direction: 1 | -1): void {
  const matches = matchesIn(editor);
  const { from, to } = editor.state.selection;
  const match =
    direction === 1
      ? (matches.find((candidate) => candidate.from >= to) ?? matches[0])
      : (matches.findLast((candidate) => candidate.to <= from) ?? matches.at(-1));
  if (match === undefined) return;
  const { tr, doc } = editor.state;
  editor.view.dispatch(tr.setSelection(TextSelection.create(doc, match.from, match.to)).scrollIntoView());
}

/** Replaces matches in one step that can be undone; each keeps the marks of its beginning. */
function replaceMatches(editor: Editor, matches: readonly Match[], text: string): void {
  const { tr } = editor.state;
  for (const { from, to } of matches.toReversed()) tr.insertText(text, from, to);
  editor.view.dispatch(tr);
}

/** Replaces the selected match and selects the next one; selects one first when none is. */
export function replaceMatch(editor: Editor, text: string): void {
  const match = matchesIn(editor)[selectedMatch(editor)];
  if (match !== undefined) {
    replaceMatches(editor, [match], text);
    const end = match.from + text.length;
    editor.view.dispatch(editor.state.tr.setSelection(TextSelection.create(editor.state.doc, end)));
  }
  selectMatch(editor, 1);
}

/** Replaces every match; returns how many there were. */
export function replaceAllMatches(editor: Editor, text: string): number {
  const matches = matchesIn(editor);
  if (matches.length > 0) replaceMatches(editor, matches, text);
  return matches.length;
}
