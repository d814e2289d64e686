import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import StarterKit from '@tiptap/starter-kit';
import { findMatches } from './find-matches.ts';

const schema = getSchema([StarterKit]);

function textOf(...paragraphs: (string | { text: string; marks?: { type: string }[] }[])[]) {
  return schema.nodeFromJSON({
    type: 'doc',
    content: paragraphs.map((paragraph) => ({
      type: 'paragraph',
      content: (typeof paragraph === 'string' ? [{ text: paragraph }] : paragraph).map((part) => ({
        type: 'text',
        ...part,
      })),
    })),
  });
}

function found(doc: ReturnType<typeof textOf>, query: string, isCaseMatched = false): string[] {
  return findMatches(doc, query, isCaseMatched).map(({ from, to }) => doc.textBetween(from, to));
}

test('matches are found across italics, but not across paragraphs', () => {
  const doc = textOf(
    [{ text: 'The la' }, { text: 'mp', marks: [{ type: 'italic' }] }, { text: ' burns.' }],
    'lamp',
    'la',
    'mp',
  );
  assert.deepEqual(found(doc, 'lamp'), ['lamp', 'lamp']);
});

test('case matters only when asked for', () => {
  const doc = textOf('Lamp, lamp, LAMP. İstanbul lamp');
  assert.deepEqual(found(doc, 'lamp'), ['Lamp', 'lamp', 'LAMP', 'lamp']);
  assert.deepEqual(found(doc, 'Lamp', true), ['Lamp']);
});

test('straight quotes find typographic ones', () => {
  assert.deepEqual(found(textOf('“It’s late,” she said.'), `"it's`), ['“It’s']);
});

test('matches do not overlap, and an empty query finds nothing', () => {
  assert.deepEqual(found(textOf('aaaa'), 'aa'), ['aa', 'aa']);
  assert.deepEqual(found(textOf('aaaa'), ''), []);
});

test('positions fit a replacement', () => {
  const doc = textOf('one two one', 'one');
  const { tr } = EditorState.create({ doc });
  for (const { from, to } of findMatches(doc, 'one', false).toReversed()) tr.insertText('three', from, to);
  assert.equal(tr.doc.textBetween(0, tr.doc.content.size, '|'), 'three two three|three');
});
