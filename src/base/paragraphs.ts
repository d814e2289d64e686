import { firstCharacters } from './text.ts';

/** Paragraphs of a text that its author edits: how a reading position or a comment finds its own again. */

const BEGINNING_CHARACTERS = 32;

/** The text of a paragraph on one line. */
export function paragraphLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

export function beginningOf(text: string): string {
  return firstCharacters(paragraphLine(text), BEGINNING_CHARACTERS);
}

/**
 * The paragraph that begins with a text: the one at its index if that begins alike, otherwise the nearest one that does.
 * Undefined when the author has removed the text.
 */
export function findBlock(
  place: { block: number; text: string },
  beginnings: readonly string[],
): number | undefined {
  const matches = beginnings
    .flatMap((beginning, at) => (beginning === place.text ? [at] : []))
    .sort((a, b) => Math.abs(a - place.block) - Math.abs(b - place.block));
  return matches[0];
}

/** The maximum length of the text by which a paragraph is remembered. */
export const MAX_REMEMBERED_CHARACTERS = 1000;

/** A paragraph as it was, with what finds it again. */
export interface RememberedParagraph {
  index: number;
  /** Its text on one line, up to the maximum. */
  text: string;
  /** The paragraphs before and after it, each by its beginning; '' at an end of the text. */
  before: string;
  after: string;
  /** How many paragraphs of the text had these words. */
  copies: number;
}

const remembered = (line: string) => line.slice(0, MAX_REMEMBERED_CHARACTERS);

/** Remembers one of a text's paragraphs, which are given on one line each. */
export function rememberParagraph(lines: readonly string[], index: number): RememberedParagraph | undefined {
  const line = lines[index];
  if (line === undefined) return undefined;
  const text = remembered(line);
  return {
    ...{ index, text, ...neighboursOf(lines, index) },
    copies: lines.filter((other) => remembered(other) === text).length,
  };
}

function neighboursOf(lines: readonly string[], index: number) {
  return { before: beginningOf(lines[index - 1] ?? ''), after: beginningOf(lines[index + 1] ?? '') };
}

/** A text in which many paragraphs are looked for. */
export interface SearchedText {
  lines: readonly string[];
  /** The places of each paragraph’s words. */
  places: ReadonlyMap<string, number[]>;
  /** The paragraphs with each pair of words. */
  pairs: () => ReadonlyMap<string, number[]>;
}

export function searchedText(lines: readonly string[]): SearchedText {
  const places = Map.groupBy(lines.keys(), (at) => remembered(lines[at] ?? ''));
  let pairs: Map<string, number[]> | undefined;
  return { lines, places, pairs: () => (pairs ??= placesOfPairs(lines)) };
}

function placesOfPairs(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries())
    for (const pair of pairsOf(line)) {
      const those = places.get(pair);
      if (those === undefined) places.set(pair, [at]);
      else those.push(at);
    }
  return places;
}

/** Fewer words than these say little: “Yes,” he said. */
const FEW_WORDS = 6;
/** The share of a paragraph’s pairs of words that must be left in another one. */
const LEAST_SHARE = 0.3;
const FEWEST_PAIRS = 3;
/** Another candidate with more than this share of the best one’s pairs makes the place uncertain. */
const UNCERTAIN_SHARE = 0.8;

/**
 * A remembered paragraph in the edited text: the same words, or the paragraph that holds most of their pairs. Words that
 * say little, or that stand there more than once, need the same neighbours. Undefined when the text has changed too
 * much, or when several places are as likely: no place is better than a wrong one.
 */
export function findParagraph(paragraph: RememberedParagraph, text: SearchedText): number | undefined {
  if (paragraph.text === '') return undefined;
  return findSame(paragraph, text) ?? findAlike(paragraph, text);
}

function findSame(paragraph: RememberedParagraph, { lines, places }: SearchedText): number | undefined {
  const same = places.get(paragraph.text) ?? [];
  const isShort = wordsOf(paragraph.text).length < FEW_WORDS;
  if (paragraph.copies === 1 && same.length === 1 && !isShort) return same[0];
  const between = same.filter((at) => {
    const { before, after } = neighboursOf(lines, at);
    return before === paragraph.before && after === paragraph.after;
  });
  return between.length === 1 ? between[0] : undefined;
}

function findAlike(paragraph: RememberedParagraph, text: SearchedText): number | undefined {
  const pairs = pairsOf(paragraph.text);
  if (paragraph.copies > 1 || pairs.size < FEWEST_PAIRS) return undefined;
  const shared = new Map<number, number>();
  for (const pair of pairs)
    for (const at of text.pairs().get(pair) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
  const [best, other] = [...shared].sort(([, one], [, another]) => another - one);
  if (best === undefined || best[1] < Math.max(FEWEST_PAIRS, LEAST_SHARE * pairs.size)) return undefined;
  // The halves of a divided paragraph stand side by side.
  const isDivided = other !== undefined && Math.abs(other[0] - best[0]) === 1;
  return other !== undefined && !isDivided && other[1] > UNCERTAIN_SHARE * best[1] ? undefined : best[0];
}

/** The pairs of neighbouring words. Other punctuation or capitals make no other pair. */
function pairsOf(text: string): Set<string> {
  const words = wordsOf(text);
  return new Set(words.slice(1).map((word, at) => `${words[at]} ${word}`));
}

/** Each letter of a script without spaces counts as a word. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}])[\p{L}\p{M}\p{N}])+/gu;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
