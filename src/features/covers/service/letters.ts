import { readFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import type { Font } from 'harfbuzzjs';
import { installedPath } from '#platform/runtime/installation.ts';

/** A line in the house's letters. */
export interface SetLine {
  /** The outlines at size 1000, from the origin on the baseline to the right and upwards. */
  glyphs: { path: string; x: number; y: number }[];
  /** Its width at size 1000. */
  width: number;
}

export interface Letters {
  /** Whether the letters can set a text. */
  has(text: string): boolean;
  /** Sets one line, with this much space after each letter. */
  set(text: string, tracking?: number): SetLine;
}

/** Literata in medium weight; each file holds a part of its letters. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext'];
const UNITS = 1000;

let loading: Promise<Letters> | undefined;

/** Literata as outlines. Loaded with the first cover, since most processes draw none. */
export function loadLetters(): Promise<Letters> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Letters> {
  const harfbuzz = await import('harfbuzzjs');
  const fonts = await Promise.all(
    SUBSETS.map(async (subset) => {
      const file = `node_modules/@fontsource/literata/files/literata-${subset}-500-normal.woff`;
      const font = new harfbuzz.Font(
        new harfbuzz.Face(new harfbuzz.Blob(unwrapWoff(await readFile(installedPath(file))))),
      );
      font.setScale(UNITS, UNITS);
      return font;
    }),
  );
  const paths = new Map<string, string>();
  const segments = new Intl.Segmenter('und', { granularity: 'grapheme' });

  function fontOf(grapheme: string): number {
    return fonts.findIndex((font) =>
      [...grapheme].every((character) => font.nominalGlyph(character.codePointAt(0) ?? 0) !== undefined),
    );
  }

  function runsOf(text: string): { font: number; text: string }[] {
    const runs: { font: number; text: string }[] = [];
    for (const { segment } of segments.segment(text)) {
      const font = fontOf(segment);
      const last = runs.at(-1);
      if (last?.font === font) last.text += segment;
      else runs.push({ font, text: segment });
    }
    return runs;
  }

  function pathOf(font: number, glyph: number): string {
    const key = `${font} ${glyph}`;
    const path = paths.get(key) ?? (fonts[font] as Font).glyphToPath(glyph);
    paths.set(key, path);
    return path;
  }

  function set(text: string, tracking = 0): SetLine {
    const line: SetLine = { glyphs: [], width: 0 };
    for (const run of runsOf(text)) {
      const font = fonts[run.font];
      if (font === undefined) continue;
      const buffer = new harfbuzz.Buffer();
      buffer.addText(run.text);
      buffer.guessSegmentProperties();
      harfbuzz.shape(font, buffer);
      for (const glyph of buffer.getGlyphInfosAndPositions()) {
        const { xAdvance = 0, xOffset = 0, yOffset = 0 } = glyph;
        const path = pathOf(run.font, glyph.codepoint);
        if (path !== '') line.glyphs.push({ path, x: line.width + xOffset, y: yOffset });
        line.width += xAdvance + (xAdvance === 0 ? 0 : tracking);
      }
    }
    line.width = Math.max(0, line.width - tracking);
    return line;
  }

  return {
    has: (text) => runsOf(text).every(({ font }) => font !== -1),
    set,
  };
}

/** The font in a WOFF file: its tables are those of a TrueType file, each compressed by itself. */
function unwrapWoff(woff: Buffer): Uint8Array {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 44 + index * 20;
    const [offset, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(entry + place)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(offset, offset + packed);
    return { head: woff.subarray(entry, entry + 4), check: woff.readUInt32BE(entry + 16), length, bytes };
  });
  const header = Buffer.alloc(12 + count * 16);
  header.writeUInt32BE(woff.readUInt32BE(4), 0);
  header.writeUInt16BE(count, 4);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [index, { head, check, length, bytes }] of tables.entries()) {
    const entry = 12 + index * 16;
    head.copy(header, entry);
    header.writeUInt32BE(check, entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(length, entry + 12);
    const table = Buffer.alloc(Math.ceil(length / 4) * 4);
    (bytes.length < length ? inflateSync(bytes) : bytes).copy(table);
    parts.push(table);
    offset += table.length;
  }
  return Buffer.concat(parts);
}
