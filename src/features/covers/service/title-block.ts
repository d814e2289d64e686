import type { DrawnText, Shape } from '../rules/drawing.ts';
import { breakableParts, breakLines, cutToWidth } from '../rules/line-breaks.ts';
import { placedPath } from '../rules/placed-path.ts';
import type { Letters, SetLine } from './letters.ts';

/** A box for lines of text. */
export interface TextBox {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The sizes to try, from the largest. */
  sizes: readonly number[];
  align: 'start' | 'middle';
  /** The place of the block in a box that is higher. */
  vertical: 'top' | 'middle' | 'bottom';
  colour: string;
  /** Space after each letter, in thousandths of the size. */
  tracking?: number;
}

const LEADING = 1.16;
const CAP_HEIGHT = 0.7;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u;

/** Sets a text into a box, at the largest size at which it fits. */
export function setText(
  letters: Letters,
  text: string,
  box: TextBox,
): { shapes: Shape[]; texts: DrawnText[] } {
  const isSet = letters.has(text);
  const setLines = new Map<string, SetLine>();
  const setLine = (line: string) => {
    const known = setLines.get(line) ?? letters.set(line, box.tracking);
    setLines.set(line, known);
    return known;
  };
  const widthOf = (line: string) => (isSet ? setLine(line).width : guessedWidth(line));
  const { size, lines } = fit(text, box, widthOf);
  const leading = size * LEADING;
  const height = (lines.length - 1) * leading + size * CAP_HEIGHT;
  const spare = box.height - height;
  const top = box.y + (box.vertical === 'top' ? 0 : box.vertical === 'middle' ? spare / 2 : spare);
  const baseline = (index: number) => round(top + size * CAP_HEIGHT + index * leading);
  if (!isSet) {
    const isRightToLeft = RIGHT_TO_LEFT.test(text);
    const x = box.align === 'middle' ? box.x + box.width / 2 : isRightToLeft ? box.x + box.width : box.x;
    return {
      shapes: [],
      texts: lines.map((line, index) => ({
        ...{ text: line, x: round(x), y: baseline(index), size },
        ...{ fill: box.colour, anchor: box.align, isRightToLeft },
      })),
    };
  }
  const paths = lines.map((line, index) => {
    const { glyphs, width } = setLine(line);
    const left = box.align === 'middle' ? box.x + (box.width - (width * size) / 1000) / 2 : box.x;
    const scale = size / 1000;
    return glyphs
      .map(({ path, x, y }) => placedPath(path, left + x * scale, baseline(index) - y * scale, scale, -scale))
      .join('');
  });
  return { shapes: [{ d: paths.join(''), fill: box.colour }], texts: [] };
}

function fit(text: string, box: TextBox, widthOf: (line: string) => number) {
  const parts = breakableParts(text);
  const linesAt = (size: number, from: readonly string[]) =>
    breakLines(from, (box.width * 1000) / size, widthOf);
  const fitsAt = (size: number, lines: string[]) =>
    (lines.length - 1) * size * LEADING + size * CAP_HEIGHT <= box.height;
  for (const size of box.sizes) {
    const lines = linesAt(size, parts);
    if (lines !== undefined && fitsAt(size, lines)) return { size, lines };
  }
  // A word is wider than a line even at the smallest size, or the text is longer than any title: cut both.
  for (const size of box.sizes.slice(-6)) {
    const lines = linesAt(size, cutToWidth(parts, (box.width * 1000) / size, widthOf)) ?? [];
    if (fitsAt(size, lines)) return { size, lines };
  }
  const size = box.sizes.at(-1) ?? 24;
  const lines = linesAt(size, cutToWidth(parts, (box.width * 1000) / size, widthOf)) ?? [];
  const count = Math.max(1, Math.floor((box.height / size - CAP_HEIGHT) / LEADING) + 1);
  return {
    size,
    lines: [...lines.slice(0, count - 1), `${[...(lines[count - 1] ?? '')].slice(0, -2).join('')}…`],
  };
}

/** The width of a line in a font that is not known here, at size 1000. */
function guessedWidth(line: string): number {
  return [...line].reduce((sum, character) => {
    if (/\p{M}/u.test(character)) return sum;
    return sum + (WIDE.test(character) ? 1020 : character === ' ' ? 300 : 640);
  }, 0);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
