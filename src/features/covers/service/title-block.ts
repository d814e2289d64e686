import { hasRightToLeft, startsRightToLeft } from '#base/direction.ts';
import type { DrawnText, Shape } from '../rules/drawing.ts';
import { breakableParts, breakLines, cutToWidth, isCutWell } from '../rules/line-breaks.ts';
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
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;
/** A capital with an accent, which stands out above the others. */
const ACCENTED_CAPITAL = /\p{Lu}[\u0300-\u036f]/u;
const ACCENT_HEIGHT = 0.17;
/** A title whose longest word leaves it smaller than this share of the largest size is set with that word cut. */
const SMALL_SHARE = 0.5;
const CUT_GAIN = 1.5;

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
  const accents = ACCENTED_CAPITAL.test((lines[0] ?? '').normalize('NFD')) ? size * ACCENT_HEIGHT : 0;
  const spare = box.height - height - accents;
  const top = box.y + accents + (box.vertical === 'top' ? 0 : box.vertical === 'middle' ? spare / 2 : spare);
  const baseline = (index: number) => round(top + size * CAP_HEIGHT + index * leading);
  if (!isSet) {
    // A text runs in the direction of its first letter, as on its page, and so do all of its lines.
    const isRightToLeft = startsRightToLeft(text);
    const directed = hasRightToLeft(text) ? inDirection(isRightToLeft) : (line: string) => line;
    const x = box.align === 'middle' ? box.x + box.width / 2 : isRightToLeft ? box.x + box.width : box.x;
    return {
      shapes: [],
      texts: lines.map((line, index) => ({
        ...{ text: directed(line), x: round(x), y: baseline(index), size },
        ...{
          fill: box.colour,
          anchor: box.align === 'start' && isRightToLeft ? ('end' as const) : box.align,
        },
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

interface Fit {
  size: number;
  lines: string[];
}

function fit(text: string, box: TextBox, widthOf: (line: string) => number): Fit {
  const parts = breakableParts(text);
  const linesAt = (size: number, from: readonly string[]) =>
    breakLines(from, (box.width * 1000) / size, widthOf);
  const fitsAt = (size: number, lines: string[]) =>
    (lines.length - 1) * size * LEADING + size * CAP_HEIGHT <= box.height;
  const [largest = 0] = box.sizes;
  const wholeAt = (size: number) => linesAt(size, parts);
  const cutAt = (size: number) => {
    const width = (box.width * 1000) / size;
    return isCutWell(parts, width, widthOf) ? linesAt(size, cutToWidth(parts, width, widthOf)) : undefined;
  };
  const first = (linesOf: (size: number) => string[] | undefined): Fit | undefined => {
    for (const size of box.sizes) {
      const lines = linesOf(size);
      if (lines !== undefined && fitsAt(size, lines)) return { size, lines };
    }
    return undefined;
  };
  const whole = first(wholeAt);
  if (whole !== undefined && whole.size >= largest * SMALL_SHARE) return whole;
  const cut = first(cutAt);
  if (cut !== undefined && cut.size >= (whole?.size ?? 0) * CUT_GAIN) return cut;
  if (whole !== undefined) return whole;
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

/** Embeds a line in a direction by characters, because the program that draws PNG files knows no attribute for it. */
function inDirection(isRightToLeft: boolean): (line: string) => string {
  return (line) => `${isRightToLeft ? '\u202b' : '\u202a'}${line}\u202c`;
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
