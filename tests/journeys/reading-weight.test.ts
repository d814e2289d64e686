import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';

/**
 * The limits on JavaScript of a first visit, in compressed bytes: for a chapter, and for other pages. Names of files make
 * a difference of a hundred.
 */
const CHAPTER_LIMIT = 118_900;
const LIMIT = 124_300;

interface Chunk {
  file: string;
  imports?: string[];
}

const client = new URL('../../dist/client/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', client), 'utf8')) as Record<
  string,
  Chunk
>;

/** The files of a module and of its static imports. */
function filesOf(names: string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    const chunk = manifest[name];
    assert.ok(chunk, `${name} is not built`);
    if (seen.has(chunk.file)) continue;
    seen.add(chunk.file);
    filesOf(chunk.imports ?? [], seen);
  }
  return seen;
}

function weightOf(screen: string): number {
  const files = filesOf([
    'src/ui/boot.ts',
    'src/app/after-first-paint.ts',
    'src/app/entry-client.tsx',
    `src/features/${screen}.tsx`,
  ]);
  const weights = [...files].map((file) => {
    // The compressed file is the one that is sent (scripts/build-if-stale.ts).
    const sent = readFileSync(new URL(`${file}.br`, client));
    assert.deepEqual(brotliDecompressSync(sent), readFileSync(new URL(file, client)), file);
    return sent.length;
  });
  return weights.reduce((sum, weight) => sum + weight, 0);
}

for (const [screen, limit] of [
  ['chapters/screens/chapter-page', CHAPTER_LIMIT],
  ['stories/screens/story-page', LIMIT],
  ['stories/screens/home-page', LIMIT],
  ['tags/screens/tag-page', LIMIT],
  ['search/screens/search-page', LIMIT],
] as const) {
  test(`a first visit to the ${screen.split('/').at(-1)} loads little JavaScript`, (context) => {
    const weight = weightOf(screen);
    context.diagnostic(`${weight} bytes of JavaScript, compressed`);
    assert.ok(weight > 50_000, `${weight}: not all was seen`);
    assert.ok(weight <= limit, `${weight} bytes are more than ${limit}`);
  });
}

test('boot.ts is a classic script without imports', () => {
  const { file, imports } = manifest['src/ui/boot.ts'] as Chunk;
  assert.equal(imports, undefined);
  assert.doesNotMatch(readFileSync(new URL(file, client), 'utf8'), /^import|[;}]import[ {"']/);
});
