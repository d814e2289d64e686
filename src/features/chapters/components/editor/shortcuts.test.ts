import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  extensions as builtIn,
  type Editor,
  flattenExtensions,
  getExtensionField,
  getSchema,
} from '@tiptap/core';
import { chapterExtensions } from './extensions.ts';
import { isPressed, type ShortcutName, shortcutGroups, shortcutKeys } from './shortcuts.ts';

/** Keys that the page handles around the text (chapter-editor.tsx, toolbar.tsx, use-writing.ts); journeys press them. */
const OUTSIDE: ShortcutName[] = ['link', 'find', 'save', 'focusMode', 'toolbar', 'back', 'shortcuts'];

/** Bound keys that the list leaves out: keys that do what they do in every text field, and second names. */
const UNLISTED = new Set([
  ...['Enter', 'Mod-Enter', 'Backspace', 'Mod-Backspace', 'Shift-Backspace', 'Delete', 'Mod-Delete', 'Mod-a'],
  ...['Alt-Backspace', 'Alt-Delete', 'Control-Enter'],
  ...['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  ...['Mod-B', 'Mod-I', 'Mod-y', 'Mod-я', 'Shift-Mod-я'],
]);

const sorted = (keys: string) => keys.split('-').sort().join('-');

/** All keys that the extensions of the editor bind. */
function boundKeys(): string[] {
  const all = [...flattenExtensions(chapterExtensions()), builtIn.Keymap];
  const schema = getSchema(chapterExtensions());
  return all.flatMap((extension) => {
    const { name, options, storage } = extension;
    const type = schema.nodes[name] ?? schema.marks[name];
    const context = { name, options, storage, type, editor: {} as Editor };
    const bindings = getExtensionField<() => object>(extension, 'addKeyboardShortcuts', context as never);
    return bindings === undefined ? [] : Object.keys(bindings());
  });
}

test('every listed shortcut is bound, and every bound one is listed', () => {
  const bound = boundKeys().map(sorted);
  assert.ok(bound.length > 20);
  const listed = Object.entries(shortcutKeys);
  for (const [name, keys] of listed.filter(([name]) => !OUTSIDE.includes(name as ShortcutName)))
    assert.ok(bound.includes(sorted(keys)), `${name}: ${keys} does nothing`);
  const known = new Set([...listed.map(([, keys]) => sorted(keys)), ...[...UNLISTED].map(sorted)]);
  assert.deepEqual(
    bound.filter((keys) => !known.has(keys)),
    [],
  );
});

test('the list has each shortcut once', () => {
  const listed = shortcutGroups.flatMap(({ shortcuts }) => shortcuts.map(([name]) => name));
  assert.deepEqual(listed.toSorted(), Object.keys(shortcutKeys).sort());
});

test('a key event is recognised with exactly its modifiers', () => {
  const event = { key: 'f', ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
  assert.ok(isPressed('find', event));
  assert.ok(isPressed('find', { ...event, ctrlKey: false, metaKey: true }));
  assert.ok(!isPressed('find', { ...event, shiftKey: true }));
  assert.ok(isPressed('focusMode', { ...event, key: 'F', shiftKey: true }));
  // A German keyboard has / above 7: these are the keys of the numbered list.
  assert.ok(!isPressed('shortcuts', { ...event, key: '/', shiftKey: true }));
});
