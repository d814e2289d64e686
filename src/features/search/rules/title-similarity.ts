import { editDistance } from '#base/edit-distance.ts';
import type { AnalyzedTerm, Term } from './query.ts';
import { UNSPACED_LETTER } from './unspaced.ts';

const UNSPACED = new RegExp(UNSPACED_LETTER, 'u');

/** A title with a lower similarity is a different title. */
export const MIN_TITLE_SIMILARITY = 0.75;

/** A title has at most 100 characters, and so hardly more words. */
const MAX_TITLE_WORDS = 16;

/** A shorter beginning of a title is too ambiguous. */
const MIN_PREFIX_CHARACTERS = 6;

/** A query interpreted as a title. */
export interface TypedTitle {
  typed: string;
  /** A tsquery for titles that may be the typed one; empty when the query can't be a title. */
  matching: string;
  /** Any of the words, to rank too many titles. */
  any: string;
}

/** Matches titles with all words of a query but one. Quoted words are meant literally, so they rule a title out. */
export function typedTitleOf(terms: readonly AnalyzedTerm[]): TypedTitle {
  const words = wordQueries(terms);
  const allButOne = words.map((_, at) => `(${words.toSpliced(at, 1).join(' & ')})`);
  return {
    typed: queryText(terms),
    matching: words.length === 1 ? (words[0] ?? '') : allButOne.join(' | '),
    any: words.join(' | '),
  };
}

/** Matches titles with all words of any correction of a query, or all but one of the first correction. */
export function correctedTitleOf(
  typed: readonly Term[],
  corrections: readonly (readonly AnalyzedTerm[])[],
): TypedTitle {
  const queries = corrections.map(wordQueries).filter((words) => words.length > 0);
  return {
    typed: queryText(typed),
    matching: [
      ...queries.map((words) => `(${words.join(' & ')})`),
      typedTitleOf(corrections[0] ?? []).matching,
    ]
      .filter((query) => query !== '')
      .join(' | '),
    any: queries.flat().join(' | '),
  };
}

function queryText(terms: readonly Term[]): string {
  return terms
    .filter((term) => !term.isExcluded)
    .map((term) => term.text)
    .join(' ');
}

function wordQueries(terms: readonly AnalyzedTerm[]): string[] {
  const words = terms
    .filter((term) => !term.isExcluded && term.words !== '')
    .map((term) => (term.stems === '' ? `(${term.words})` : `(${term.words} | ${term.stems})`));
  return words.length > MAX_TITLE_WORDS || terms.some((term) => term.isPhrase) ? [] : words;
}

/** The similarity of a title to the typed one, from 0 to 1 (equal except for case, accents and signs). */
export function titleSimilarity(typed: string, title: string): number {
  const [a, b] = [plain(typed), plain(title)];
  const length = Math.max(a.length, b.length);
  // The difference in length is the minimum edit distance.
  if (length === 0 || Math.min(a.length, b.length) / length < MIN_TITLE_SIMILARITY) return 0;
  return 1 - editDistance(a, b) / length;
}

/** The similarity of a title that may be typed only in part. */
export function titlePrefixSimilarity(typed: string, title: string): number {
  const [a, b] = [plain(typed), plain(title)];
  const isPart = a.length >= MIN_PREFIX_CHARACTERS && a.length < b.length;
  return Math.max(titleSimilarity(a, b), isPart ? titleSimilarity(a, b.slice(0, a.length)) : 0);
}

/** The number of letters by which the typed words differ from the nearest words of a title; the last may be unfinished. */
export function lettersApart(typed: string, title: string): number {
  const words = plain(typed).split(' ');
  const plainTitle = plain(title);
  // No space shows where such a word begins and ends in the title.
  if (UNSPACED.test(typed) && words.every((word) => plainTitle.includes(word))) return 0;
  const titleWords = plainTitle.split(' ');
  return words.reduce((sum, word, at) => {
    const isLast = at === words.length - 1;
    const distances = titleWords.map((other) =>
      isLast && other.length > word.length && other.startsWith(word) ? 1 : editDistance(word, other),
    );
    return sum + Math.min(...distances);
  }, 0);
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
