import type { AnalyzedTerm, Term } from './query.ts';
import { editDistance } from './spelling.ts';

/** Below this a title is another one. */
export const MIN_TITLE_LIKENESS = 0.75;

/** A title has 100 characters at most, and so hardly more words. */
const MAX_TITLE_WORDS = 16;

/** The beginning of a title tells little where it is shorter. */
const MIN_BEGINNING_LENGTH = 6;

/** A query taken for a title. */
export interface TypedTitle {
  typed: string;
  /** The titles that may be the typed one, as a query; empty where the query can't be a title. */
  matching: string;
  /** Any of the words, for choosing among very many. */
  any: string;
}

/** The titles that have all words of a query but one may be the typed one. Quoted words are meant as they are. */
export function typedTitleOf(terms: readonly AnalyzedTerm[]): TypedTitle {
  const words = wordQueries(terms);
  const allButOne = words.map((_, at) => `(${words.toSpliced(at, 1).join(' & ')})`);
  return {
    typed: askedText(terms),
    matching: words.length === 1 ? (words[0] ?? '') : allButOne.join(' | '),
    any: words.join(' | '),
  };
}

/** The titles that have all words of any of several corrections of a query, or all but one of the first. */
export function correctedTitleOf(
  typed: readonly Term[],
  corrections: readonly (readonly AnalyzedTerm[])[],
): TypedTitle {
  const queries = corrections.map(wordQueries).filter((words) => words.length > 0);
  return {
    typed: askedText(typed),
    matching: [
      ...queries.map((words) => `(${words.join(' & ')})`),
      typedTitleOf(corrections[0] ?? []).matching,
    ]
      .filter((query) => query !== '')
      .join(' | '),
    any: queries.flat().join(' | '),
  };
}

function askedText(terms: readonly Term[]): string {
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

/** How much a title is the typed one, from 0 to 1 (the same but for case, accents and signs). */
export function titleLikeness(typed: string, title: string): number {
  const [a, b] = [plain(typed), plain(title)];
  const length = Math.max(a.length, b.length);
  // The difference in length is the least distance.
  if (length === 0 || Math.min(a.length, b.length) / length < MIN_TITLE_LIKENESS) return 0;
  return 1 - editDistance(a, b) / length;
}

/** The same for a title that may be typed only in part. */
export function beginningLikeness(typed: string, title: string): number {
  const [a, b] = [plain(typed), plain(title)];
  const isPart = a.length >= MIN_BEGINNING_LENGTH && a.length < b.length;
  return Math.max(titleLikeness(a, b), isPart ? titleLikeness(a, b.slice(0, a.length)) : 0);
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
