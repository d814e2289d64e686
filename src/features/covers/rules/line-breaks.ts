/** The pieces of a title between which a line may end; a space belongs to the piece before it. */
export function breakableParts(text: string): string[] {
  const parts: string[] = [];
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
    const last = parts.at(-1);
    const joins = last !== undefined && !/\s$/u.test(last) && !isBetweenWords(last, segment);
    if (last !== undefined && (joins || segment.trim() === '')) parts[parts.length - 1] = last + segment;
    else parts.push(segment);
  }
  return parts;
}

/** Scripts that are written without spaces between words. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function isBetweenWords(before: string, after: string): boolean {
  if (/[-–—/]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after) && /\p{L}/u.test(before)) return true;
  const last = [...before].at(-1) ?? '';
  const first = [...after][0] ?? '';
  if (/^[\p{P}\p{M}]/u.test(first) || /[\p{Ps}\p{Pi}]/u.test(last)) return false;
  return SPACELESS.test(first) || SPACELESS.test(last);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Breaks parts into as few lines as fit, as even as possible; undefined when one of them is wider than a line. `widthOf`
 * gives the width of a line.
 */
export function breakLines(
  parts: readonly string[],
  maxWidth: number,
  widthOf: (line: string) => number,
): string[] | undefined {
  const line = (from: number, to: number) => parts.slice(from, to).join('').trim();
  // For each start the best way to set the rest: the fewest lines, then the smallest sum of squared gaps.
  const best: { lines: number; gaps: number; next: number }[] = [];
  best[parts.length] = { lines: 0, gaps: 0, next: parts.length };
  for (let start = parts.length - 1; start >= 0; start--) {
    for (let end = start + 1; end <= parts.length; end++) {
      const gap = maxWidth - widthOf(line(start, end));
      if (gap < 0) break;
      const rest = best[end];
      if (rest === undefined) continue;
      const found = { lines: rest.lines + 1, gaps: rest.gaps + gap * gap, next: end };
      const known = best[start];
      const isBetter =
        known === undefined ||
        found.lines < known.lines ||
        (found.lines === known.lines && found.gaps < known.gaps);
      if (isBetter) best[start] = found;
    }
  }
  if (best[0] === undefined) return undefined;
  const lines: string[] = [];
  for (let start = 0; start < parts.length; ) {
    const { next } = best[start] as { next: number };
    lines.push(line(start, next));
    start = next;
  }
  return lines.filter((text) => text !== '');
}

/** Words in scripts that mark a word's break by a hyphen. */
const HYPHENATED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}]+$/u;
/** A word in more pieces is no word any more. */
const MAX_PIECES = 3;

/** A word in even pieces that fit, with hyphens; undefined where it would be too many. */
function piecesOf(word: string, maxWidth: number, widthOf: (line: string) => number): string[] | undefined {
  const letters = [...graphemes.segment(word)].map(({ segment }) => segment);
  for (let count = 2; count <= MAX_PIECES; count++) {
    const length = Math.ceil(letters.length / count);
    const pieces = Array.from({ length: count }, (_, at) =>
      letters.slice(at * length, (at + 1) * length).join(''),
    ).map((piece, at) => (at === count - 1 ? piece : `${piece}-`));
    if (pieces.every((piece) => widthOf(piece) <= maxWidth)) return pieces;
  }
  return undefined;
}

/** The same parts, with those that are wider than a line cut between letters. */
export function cutToWidth(
  parts: readonly string[],
  maxWidth: number,
  widthOf: (line: string) => number,
): string[] {
  return parts.flatMap((part) => {
    const word = part.trim();
    if (widthOf(word) <= maxWidth) return [part];
    const pieces = HYPHENATED.test(word) ? piecesOf(word, maxWidth, widthOf) : undefined;
    if (pieces !== undefined) return [...pieces.slice(0, -1), `${pieces.at(-1)}${part.slice(word.length)}`];
    return [...graphemes.segment(part)].map(({ segment }) => segment);
  });
}

/** Whether each part that is wider than a line can be cut into few pieces. */
export function isCutWell(
  parts: readonly string[],
  maxWidth: number,
  widthOf: (line: string) => number,
): boolean {
  return parts.every((part) => {
    const word = part.trim();
    return (
      widthOf(word) <= maxWidth || (HYPHENATED.test(word) && piecesOf(word, maxWidth, widthOf) !== undefined)
    );
  });
}
