import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Editor, getSchema } from '@tiptap/core';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import StarterKit from '@tiptap/starter-kit';
import { findQuote, replaceQuote, showQuote } from './quotes.ts';

const schema = getSchema([StarterKit]);
type Part = string | { text: string; italic?: true } | 'break';

/** An editor without a page: the part of it that the functions use. */
function editorOf(...paragraphs: Part[][]) {
  const content = paragraphs.map((parts) => ({
    type: 'paragraph',
    content: parts.map((part) => {
      if (part === 'break') return { type: 'hardBreak' };
      if (typeof part === 'string') return { type: 'text', text: part };
      return { type: 'text', text: part.text, ...(part.italic ? { marks: [{ type: 'italic' }] } : {}) };
    }),
  }));
  let state = EditorState.create({ doc: schema.nodeFromJSON({ type: 'doc', content }) });
  const dispatch = (transaction: Transaction) => {
    state = state.apply(transaction);
  };
  const editor = {
    get state() {
      return state;
    },
    view: { dispatch },
  };
  return {
    editor: editor as unknown as Editor,
    text: () => state.doc.textBetween(0, state.doc.content.size, '|', '/'),
    selected: () => state.doc.textBetween(state.selection.from, state.selection.to),
  };
}

test('a passage is found whatever its white space and quotation marks', () => {
  const { editor } = editorOf(['one\u00a0 “two”', 'break', 'three'], ['four']);
  for (const quote of ['one "two" three', '“two”', ' three '])
    assert.equal(findQuote(editor.state.doc, quote).length, 1, quote);
  for (const quote of ['three four', 'Three', '', ' '])
    assert.deepEqual(findQuote(editor.state.doc, quote), []);
});

test('only the words that differ are replaced, and the rest keeps its formatting', () => {
  const { editor, text, selected } = editorOf(['She ', { text: 'never', italic: true }, ' sayed it.']);
  assert.equal(replaceQuote(editor, 'She never sayed it.', 'She never said it.'), 'replaced');
  assert.equal(text(), 'She never said it.');
  assert.equal(selected(), 'She never said it.');
  const [paragraph] = editor.state.doc.content.content;
  assert.deepEqual(
    paragraph?.content.content.map((node) => [node.text, node.marks.length]),
    [
      ['She ', 0],
      ['never', 1],
      [' said it.', 0],
    ],
  );
});

test('a passage that is left out leaves one space', () => {
  const { editor, text } = editorOf(['one two three'], ['two end'], ['a two'], ['b (two) c']);
  assert.equal(replaceQuote(editor, 'one two', 'one'), 'replaced');
  assert.equal(replaceQuote(editor, 'two end', 'end'), 'replaced');
  assert.equal(replaceQuote(editor, 'a two', ''), 'replaced');
  assert.equal(replaceQuote(editor, '(two)', ''), 'replaced');
  assert.equal(text(), 'one three|end||b c');
});

test('of several places the selected one is replaced, never just any', () => {
  const { editor, text } = editorOf(['no and no and no']);
  assert.equal(replaceQuote(editor, 'no', 'yes'), 'repeated');
  assert.equal(text(), 'no and no and no');
  assert.equal(showQuote(editor, 'no'), 3);
  assert.equal(replaceQuote(editor, 'no', 'yes'), 'replaced');
  assert.equal(text(), 'no and yes and no');
});

test('a passage that has changed meanwhile is reported as missing', () => {
  const { editor, text } = editorOf(['all new']);
  assert.equal(replaceQuote(editor, 'old', 'older'), 'missing');
  assert.equal(showQuote(editor, 'old'), 0);
  assert.equal(text(), 'all new');
});
