import { editDistance } from '#base/edit-distance.ts';

export interface KnownWord {
  word: string;
  /** Whether the word occurs in a title, a name, a tag or a synopsis. */
  isInTitleBlock: boolean;
}

/** Shorter words have too many neighbours to correct. */
export const MIN_CORRECTED_CHARACTERS = 3;
/**
 * Three letters are only corrected to longer words of a title block; numbers, with fewer neighbours, also to equally
 * short ones.
 */
function isTooShort(typed: string, { word, isInTitleBlock }: KnownWord): boolean {
  return typed.length < 4 && (!isInTitleBlock || (word.length < 4 && !/\d/.test(typed)));
}

export interface Guess {
  word: string;
  /** The estimated number of mistakes, in letters. */
  distance: number;
}

const MAX_GUESSES = 12;

/** The known words that were most likely meant, best first; empty when all differ too much. */
export function likelyCorrections(typed: string, known: readonly KnownWord[]): Guess[] {
  const allowed = typed.length < 6 ? 1 : typed.length < 10 ? 2 : 3;
  const guesses = new Map<string, number>();
  for (const candidate of known) {
    if (isTooShort(typed, candidate)) continue;
    const { word, isInTitleBlock } = candidate;
    // A wrongly doubled or single letter is the most common mistake.
    const edits = Math.min(editDistance(typed, word), 0.6 + editDistance(undoubled(typed), undoubled(word)));
    if (edits > allowed) continue;
    // Words of titles and names are searched more often than others, and few people mistype the first letter.
    const distance = edits + (isInTitleBlock ? 0 : 0.4) + (word[0] === typed[0] ? 0 : 0.3);
    guesses.set(word, Math.min(distance, guesses.get(word) ?? distance));
  }
  return sortGuesses([...guesses].map(([word, distance]) => ({ word, distance }))).slice(0, MAX_GUESSES);
}

/** Titles are looked for more often than anything else that is searched. */
const TITLE_ADVANTAGE = 0.4;

/** Reorders guesses: of two similar ones the word of a title was meant, or the more common one. */
export function rankByFrequency(
  guesses: readonly Guess[],
  counts: readonly number[],
  inTitles: ReadonlySet<number> = new Set(),
): Guess[] {
  return sortGuesses(
    guesses.map(({ word, distance }, at) => ({
      word,
      distance:
        distance - 0.15 * Math.log10(1 + (counts[at] ?? 0)) - (inTitles.has(at) ? TITLE_ADVANTAGE : 0),
    })),
  );
}

const undoubled = (word: string) => word.replaceAll(/(.)\1/gu, '$1');

function sortGuesses(guesses: Guess[]): Guess[] {
  return guesses.sort((a, b) => a.distance - b.distance || (a.word < b.word ? -1 : 1));
}

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';
const OTHER_ALPHABETS: [RegExp, string][] = [
  [/\p{Script=Greek}/u, 'αβγδεζηθικλμνξοπρστυφχψως'],
  [/\p{Script=Cyrillic}/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяіїєґ'],
];

/**
 * All words that are one mistake away. The trigram index, which finds similar words otherwise, misses swapped letters
 * in short words, and drowns near words with digits in others.
 */
export function singleEdits(word: string): string[] {
  const alphabet = DIGITS + (OTHER_ALPHABETS.find(([script]) => script.test(word))?.[1] ?? LATIN);
  const edits = new Set<string>();
  for (let at = 0; at <= word.length; at++) {
    const [before, letter, next, rest] = [word.slice(0, at), word[at], word[at + 1], word.slice(at + 2)];
    for (const other of alphabet) edits.add(before + other + word.slice(at));
    if (letter === undefined) continue;
    edits.add(before + word.slice(at + 1));
    for (const other of alphabet) edits.add(before + other + word.slice(at + 1));
    if (next !== undefined) edits.add(before + next + letter + rest);
  }
  edits.delete(word);
  return [...edits];
}

/** Combinations of one correction for each misspelt word, the likeliest first. */
export function combineCorrections(
  guesses: ReadonlyMap<string, readonly string[]>,
  limit: number,
): Map<string, string>[] {
  let combinations: { rank: number; words: Map<string, string> }[] = [{ rank: 0, words: new Map() }];
  for (const [typed, words] of guesses)
    combinations = combinations
      .flatMap((combination) =>
        words.map((word, rank) => ({
          rank: combination.rank + rank,
          words: new Map([...combination.words, [typed, word]]),
        })),
      )
      .sort((a, b) => a.rank - b.rank)
      .slice(0, limit);
  return combinations.map(({ words }) => words);
}

/** The typed query with some words corrected. */
export function applyCorrections(typed: string, corrections: ReadonlyMap<string, string>): string {
  return typed.replaceAll(/[\p{L}\p{M}\p{N}]+/gu, (word) => corrections.get(word.toLowerCase()) ?? word);
}
