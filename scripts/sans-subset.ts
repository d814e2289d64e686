import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';

/** The font of controls as every page loads it; `src/ui/fonts.css` names the same characters. */
export const SANS_SUBSET_FILE = join(import.meta.dirname, '../src/ui/fonts/figtree-controls.woff2');

const SOURCE = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

/** ASCII and the marks of English typesetting. Accented letters are in the whole file, which only names need. */
const CHARACTERS = `${asciiCharacters()}\u00a0©·×–—‘’“”…`;

/** The weights that styles use. */
const WEIGHTS = { min: 400, max: 600 };

/** Figtree reduced to the characters and weights of the site's controls: half of its Latin file. */
export async function makeSansSubset(): Promise<Buffer> {
  const font = await readFile(join(import.meta.dirname, '../node_modules', SOURCE));
  return subsetFont(font, CHARACTERS, {
    targetFormat: 'woff2',
    keepFeatures: ['kern', 'tnum'],
    variationAxes: { wght: WEIGHTS },
    noHinting: true,
  });
}

function asciiCharacters(): string {
  const first = 0x20;
  const last = 0x7e;
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}
