import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

interface Chunk {
  file: string;
  src?: string;
  imports?: string[];
}

const client = new URL('../../dist/client/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8')) as Record<
  string,
  Chunk
>;

/** Code that only authors need: ProseMirror, the parser of pasted HTML, the comparison of texts. */
const HEAVY = ['ProseMirror', 'eof-in-doctype', 'maxEditLength'];

/** The code that a module loads statically, without dynamic imports. */
function codeOf(name: string, seen = new Set<string>()): string {
  const chunk = manifest[name];
  if (chunk === undefined || seen.has(name)) return '';
  seen.add(name);
  const own = readFileSync(new URL(chunk.file, client), 'utf8');
  return own + (chunk.imports ?? []).map((imported) => codeOf(imported, seen)).join('');
}

test('reading pages do not load the editor', () => {
  const screens = Object.keys(manifest).filter((name) => name.endsWith('-page.tsx'));
  assert.ok(screens.length > 20);
  for (const name of ['src/app/entry-client.tsx', ...screens]) {
    const code = codeOf(name);
    assert.ok(code.length > 1000, name);
    for (const word of HEAVY) assert.ok(!code.includes(word), `${name} brings along ${word}`);
  }
});

test('control: writing pages load the editor', () => {
  const form = codeOf('src/features/chapters/components/edit-chapter-form.tsx');
  for (const word of ['ProseMirror', 'eof-in-doctype']) assert.ok(form.includes(word), word);
  assert.ok(codeOf('src/features/chapters/components/writing/difference-view.tsx').includes('maxEditLength'));
});
