import { diffArrays, diffWordsWithSpace } from 'diff';

type PieceKind = 'same' | 'added' | 'removed';
export interface Piece {
  kind: PieceKind;
  text: string;
}
/** A line in pieces; a changed line has pieces of both texts. */
export type DifferenceLine = Piece[];

/** A line in the short view: a number stands for so many unchanged words. */
export type ShortenedLine = (Piece | number)[];

/** Comparing very different texts stops after this time; they are then shown one after the other. */
const DIFF_TIMEOUT_MILLISECONDS = 400;
const MAX_LINE_PAIRS = 10_000;
const MIN_SIMILARITY = 0.3;
/** The words that stay at each end of an unchanged passage, and the fewest between them that are left out. */
const WORDS_AROUND = 12;
const MIN_LEFT_OUT = 12;

/** The difference between two texts by line, and by word within changed lines. */
export function textDifference(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  const parts = diffArrays([...before], [...after], { timeout: DIFF_TIMEOUT_MILLISECONDS });
  if (parts === undefined) return replacedLines(before, after);
  const lines: DifferenceLine[] = [];
  for (let at = 0; at < parts.length; at++) {
    const { value, removed, added } = parts[at] ?? { value: [] };
    const next = parts[at + 1];
    if (removed && next?.added) {
      lines.push(...diffLines(value, next.value));
      at++;
    } else {
      const kind = removed ? 'removed' : added ? 'added' : 'same';
      lines.push(...value.map((text): DifferenceLine => [{ kind, text }]));
    }
  }
  return lines;
}

/** Compares corresponding lines by word; the other lines count as entirely added or removed. */
function diffLines(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  if (before.length * after.length > MAX_LINE_PAIRS) return replacedLines(before, after);
  const lines: DifferenceLine[] = [];
  let [from, to] = [0, 0];
  for (const [one, other] of [...pairSimilarLines(before, after), [before.length, after.length] as const]) {
    lines.push(...replacedLines(before.slice(from, one), after.slice(to, other)));
    const [oldLine, newLine] = [before[one], after[other]];
    if (oldLine !== undefined && newLine !== undefined) lines.push(...diffLine(oldLine, newLine));
    [from, to] = [one + 1, other + 1];
  }
  return lines;
}

function diffLine(before: string, after: string): DifferenceLine[] {
  const words = diffWordsWithSpace(before, after, { timeout: DIFF_TIMEOUT_MILLISECONDS });
  if (words === undefined) return replacedLines([before], [after]);
  return [
    words.map(({ value, removed, added }) => ({
      kind: removed ? 'removed' : added ? 'added' : 'same',
      text: value,
    })),
  ];
}

/** The ordered pairs of lines with the most words in common. */
function pairSimilarLines(before: readonly string[], after: readonly string[]): [number, number][] {
  const similarities = before.map((one) => after.map((other) => wordSimilarity(one, other)));
  // The best total similarity from each pair of lines on, computed from the end.
  const best = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const at = (row: number, column: number) => best[row]?.[column] ?? 0;
  const pairing = (row: number, column: number) => {
    const similarity = similarities[row]?.[column] ?? 0;
    return similarity < MIN_SIMILARITY ? 0 : similarity + at(row + 1, column + 1);
  };
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const line = best[row] ?? [];
      line[column] = Math.max(at(row + 1, column), at(row, column + 1), pairing(row, column));
    }
  }
  const pairs: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < before.length && column < after.length; ) {
    const paired = pairing(row, column);
    if (paired > 0 && paired === at(row, column)) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** The share of common words: 0 for none, 1 for the same words. */
function wordSimilarity(one: string, other: string): number {
  const words = (line: string) => line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const [firstWords, secondWords] = [words(one), words(other)];
  const remaining = new Map<string, number>();
  for (const word of firstWords) remaining.set(word, (remaining.get(word) ?? 0) + 1);
  let sharedCount = 0;
  for (const word of secondWords) {
    const count = remaining.get(word) ?? 0;
    if (count > 0) sharedCount++;
    remaining.set(word, count - 1);
  }
  return firstWords.length + secondWords.length === 0
    ? 0
    : (2 * sharedCount) / (firstWords.length + secondWords.length);
}

function replacedLines(before: readonly string[], after: readonly string[]): DifferenceLine[] {
  return [
    ...before.map((text): DifferenceLine => [{ kind: 'removed', text }]),
    ...after.map((text): DifferenceLine => [{ kind: 'added', text }]),
  ];
}

/**
 * Replaces each run of unchanged lines by its length, except for the lines around a change, and the middle of long
 * unchanged passages in those by its number of words: a paragraph can be as long as a chapter.
 */
export function shortened(lines: readonly DifferenceLine[], around = 1): (ShortenedLine | number)[] {
  const isSame = (line: DifferenceLine | undefined) => line?.every((piece) => piece.kind === 'same') ?? true;
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - around), at + around + 1).some((line) => !isSame(line)),
  );
  const result: (ShortenedLine | number)[] = [];
  for (const [at, line] of lines.entries()) {
    const last = result.at(-1);
    if (isNear[at]) result.push(line.flatMap(folded));
    else if (typeof last === 'number') result[result.length - 1] = last + 1;
    else result.push(1);
  }
  return result;
}

function folded(piece: Piece): ShortenedLine {
  if (piece.kind !== 'same') return [piece];
  const words = piece.text.split(/(?<=\S)(?=\s+\S)/);
  const leftOut = words.length - 2 * WORDS_AROUND;
  if (leftOut < MIN_LEFT_OUT) return [piece];
  const part = (from: number, to?: number): Piece => ({ kind: 'same', text: words.slice(from, to).join('') });
  return [part(0, WORDS_AROUND), leftOut, part(-WORDS_AROUND)];
}
