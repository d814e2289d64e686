/** One thing a query asks for: a word, or quoted words in their order. */
export interface Term {
  text: string;
  isPhrase: boolean;
  /** Typed with a minus: a story that has it anywhere is not found. */
  isExcluded: boolean;
}

/** A term as queries in the database's notation, empty where nothing is left of it. */
export interface AnalyzedTerm extends Term {
  /** Stems, without the commonest words. */
  stems: string;
  /** All words as they are. */
  words: string;
}

// A remembered sentence has about as many, and each costs a lookup in the index. The query's length alone bounds
// exclusions: to drop one would show what somebody wants to avoid.
const MAX_TERMS = 16;

/** Phones and word processors put one of these in place of a typed hyphen. */
const MINUS_SIGNS = '-\u2010-\u2013\u2212\uFE63\uFF0D';
const TERM = new RegExp(`([${MINUS_SIGNS}]?)(?:["“”„]([^"“”„]*)(?:["“”„]|$)|([^\\s"“”„]\\S*))`, 'gu');
const MINUS_FIRST = new RegExp(`^[${MINUS_SIGNS}]`, 'u');

/** The terms of a query, in the order typed. Signs alone are none. */
export function parseQuery(typed: string): Term[] {
  const terms = [...typed.matchAll(TERM)].map(([, minus = '', phrase, word = '']) => ({
    text: (phrase ?? word).trim(),
    isPhrase: phrase !== undefined,
    isExcluded: minus !== '' && !MINUS_FIRST.test(word),
  }));
  let asked = 0;
  return terms.filter((term) => /[\p{L}\p{N}]/u.test(term.text) && (term.isExcluded || ++asked <= MAX_TERMS));
}

/** Whether a query only excludes, and so names nothing to look for. */
export function isOnlyExclusion(terms: readonly Term[]): boolean {
  return terms.length > 0 && terms.every((term) => term.isExcluded);
}

/** The words that no part of a story may have, as a query; empty where nothing is excluded. */
export interface Exclusion {
  query: string;
  /** What the index of texts can answer: all words, in any order. */
  unordered: string;
}

/** The queries of one search, in the database's notation; empty where nothing is asked for. */
export interface SearchQueries {
  /** The title block (title, author, tags and synopsis) must match it. */
  titleBlock: string;
  /** The text of a chapter must match it: a beginning of few letters would match too many texts. */
  text: string;
  /** The same, as far as the index of texts can answer it: all words, in any order. */
  unordered: string;
  /** All words that must be there, for weighing their distance from each other. */
  proximity: string;
  /** Part of the first three as well. */
  exclusion: Exclusion;
  /** Any of the words: weighed, and highlighted in titles. */
  any: string;
  /** Any of the words as they are searched in texts, for highlighting there. */
  anyInText: string;
  /** Whether some words must stand in their order. */
  hasOrder: boolean;
  hasSeveralTerms: boolean;
}

/** A query made ready to be answered. */
export interface SearchPlan {
  terms: readonly AnalyzedTerm[];
  queries: SearchQueries;
  /** A query of nothing but the commonest words, such as 'You and I', can only be a title or a name. */
  isTitleOnly: boolean;
}

export function planSearch(terms: readonly AnalyzedTerm[]): SearchPlan {
  const queries = composeQueries(terms);
  const commonWords = commonWordsQuery(terms);
  return commonWords === ''
    ? { terms, queries, isTitleOnly: false }
    : { terms, queries: { ...queries, titleBlock: commonWords, any: commonWords }, isTitleOnly: true };
}

/** An unfinished word of fewer letters would stand for half of the dictionary. */
const MIN_PREFIX_LENGTH = 3;
const MIN_TEXT_PREFIX_LENGTH = 5;

export function composeQueries(terms: readonly AnalyzedTerm[]): SearchQueries {
  const asked = terms.filter((term) => !term.isExcluded && term.stems !== '');
  const excluded = terms.filter((term) => term.isExcluded && term.stems !== '').map((term) => term.stems);
  const last = terms.at(-1);
  const withPrefix = (term: AnalyzedTerm, minimum: number) => {
    const prefix = term === last ? prefixOf(term, minimum) : undefined;
    return prefix === undefined ? term.stems : `${term.stems} | ${prefix}`;
  };
  const titleBlock = asked.map((term) => withPrefix(term, MIN_PREFIX_LENGTH));
  const text = asked.map((term) => withPrefix(term, MIN_TEXT_PREFIX_LENGTH));
  return {
    titleBlock: allOf(titleBlock, excluded),
    text: allOf(text, excluded),
    unordered: allOf(
      text.map(withoutOrder),
      excluded.filter((one) => !isOrdered(one)),
    ),
    proximity: allOf(text, []),
    exclusion: {
      query: excluded.map(bracketed).join(' | '),
      unordered: excluded.map((one) => bracketed(withoutOrder(one))).join(' | '),
    },
    any: titleBlock.map(bracketed).join(' | '),
    anyInText: text.map(bracketed).join(' | '),
    hasOrder: terms.some((term) => isOrdered(term.stems)),
    hasSeveralTerms: asked.length > 1,
  };
}

/** The words of a query that asks for none but the commonest, of which the index by stems knows nothing. */
export function commonWordsQuery(terms: readonly AnalyzedTerm[]): string {
  const asked = terms.filter((term) => !term.isExcluded);
  if (asked.some((term) => term.stems !== '')) return '';
  return allOf(
    asked.filter((term) => term.words !== '').map((term) => term.words),
    [],
  );
}

/** Excluded words that the index does not hold, because nearly every text has them. */
export function tooCommonToExclude(terms: readonly AnalyzedTerm[]): string[] {
  return terms
    .filter((term) => term.isExcluded && term.stems === '' && term.words !== '')
    .map((term) => term.text);
}

export function tooCommonToExcludeMessage(word: string): string {
  return `“${word}” is in nearly every story, so it can’t be excluded.`;
}

/** What begins like the typed words: the last one may be unfinished, the others not. */
export function beginningQuery(terms: readonly AnalyzedTerm[]): string {
  const asked = terms.filter((term) => !term.isExcluded && term.words !== '');
  const last = terms.at(-1);
  return allOf(
    asked.map((term) => (term === last ? (prefixOf(term, 1) ?? term.words) : term.words)),
    terms.filter((term) => term.isExcluded && term.stems !== '').map((term) => term.stems),
  );
}

/** One word as the beginning of one; nothing for phrases, for what is left out and for what is too short. */
function prefixOf(term: AnalyzedTerm, minimum: number): string | undefined {
  const isOneWord = /^'(?:[^']|'')+'$/.test(term.words);
  if (term.isPhrase || term.isExcluded || !isOneWord || term.words.length - 2 < minimum) return undefined;
  return `${term.words}:*`;
}

// A lexeme holds no such sign: what is indexed and what is asked for has been freed of them.
const isOrdered = (query: string) => query.includes('<');
const withoutOrder = (query: string) => query.replaceAll(/<(?:-|\d+)>/g, '&');
const bracketed = (query: string) => `(${query})`;

function allOf(asked: readonly string[], excluded: readonly string[]): string {
  if (asked.length === 0) return '';
  return [...asked.map(bracketed), ...excluded.map((query) => `!${bracketed(query)}`)].join(' & ');
}

const MAX_PARTIAL_TERMS = 8;

/** A term with the number of places that have it, bounded. */
export interface CountedTerm {
  query: string;
  count: number;
}

/** The queries for some of the words, where no place has all of them. */
export interface PartialQueries {
  /** Any of the rarest words. */
  anyOfRarest: string;
  /** One of the rarest words together with another one, where there are that many. */
  rarestTogether: string;
  /** Each term by itself, and how much it tells. */
  terms: { query: string; weight: number }[];
}

/** The words of the query one by one; of very many the longest. */
export function singleWords(terms: readonly AnalyzedTerm[]): string[] {
  const words = terms
    .filter((term) => !term.isExcluded && term.stems !== '')
    .flatMap((term) => term.stems.split(/ <(?:-|\d+)> /));
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, MAX_PARTIAL_TERMS);
}

/** Partial matches are found by the rarest words, which tell the most. Undefined where no word stands anywhere. */
export function partialQueries(counted: readonly CountedTerm[]): PartialQueries | undefined {
  const known = counted.filter((term) => term.count > 0).toSorted((a, b) => a.count - b.count);
  const [first, second, ...rest] = known.map((term) => bracketed(term.query));
  if (first === undefined) return undefined;
  const commonest = Math.max(...known.map((term) => term.count));
  return {
    anyOfRarest: [first, second, rest[0]].filter((query) => query !== undefined).join(' | '),
    rarestTogether:
      second === undefined || rest.length === 0
        ? [first, second].filter((query) => query !== undefined).join(' | ')
        : `(${first} & (${[second, ...rest].join(' | ')})) | (${second} & (${rest.join(' | ')}))`,
    terms: known.map(({ query, count }) => ({ query, weight: 1 + Math.log2(commonest / count) })),
  };
}
