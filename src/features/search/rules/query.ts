/** One term of a query: a word, or quoted words in order. */
export interface Term {
  text: string;
  isPhrase: boolean;
  /** Typed with a minus: stories that contain it anywhere are excluded. */
  isExcluded: boolean;
}

/** A term as tsqueries; empty when no word is left. */
export interface AnalyzedTerm extends Term {
  /** Stems, without stop words. */
  stems: string;
  /** All words, unstemmed. */
  words: string;
}

// A remembered sentence has about this many terms, and each costs an index lookup. Exclusions are limited only by the
// query's length: dropping one would show what the reader wants to avoid.
const MAX_TERMS = 16;

/** Phones and word processors replace a typed hyphen with one of these. */
const MINUS_SIGNS = '-\u2010-\u2013\u2212\uFE63\uFF0D';
const TERM = new RegExp(`([${MINUS_SIGNS}]?)(?:["“”„]([^"“”„]*)(?:["“”„]|$)|([^\\s"“”„]\\S*))`, 'gu');
const MINUS_FIRST = new RegExp(`^[${MINUS_SIGNS}]`, 'u');

/** The terms of a query, in the order typed. Signs alone are no terms. */
export function parseQuery(typed: string): Term[] {
  const terms = [...typed.matchAll(TERM)].map(([, minus = '', phrase, word = '']) => ({
    text: (phrase ?? word).trim(),
    isPhrase: phrase !== undefined,
    isExcluded: minus !== '' && !MINUS_FIRST.test(word),
  }));
  let count = 0;
  return terms.filter((term) => /[\p{L}\p{N}]/u.test(term.text) && (term.isExcluded || ++count <= MAX_TERMS));
}

/** Whether a query only excludes, and so has nothing to search for. */
export function isOnlyExclusion(terms: readonly Term[]): boolean {
  return terms.length > 0 && terms.every((term) => term.isExcluded);
}

/** The words that no part of a story may contain, as a tsquery; empty when nothing is excluded. */
export interface Exclusion {
  query: string;
  /** The part that the index of texts can answer: all words, in any order. */
  unordered: string;
}

/** The tsqueries of one search; empty when there is no search term. */
export interface SearchQueries {
  /** Matches the title block (title, author, tags and synopsis). */
  titleBlock: string;
  /** Matches the text of a chapter; it requires longer prefixes, because short ones match too many texts. */
  text: string;
  /** Like `text`, but reduced to what the index of texts can answer: all words, in any order. */
  unordered: string;
  /** All required words, for ranking by their distance from each other. */
  proximity: string;
  /** The exclusion, which titleBlock, text and unordered contain too. */
  exclusion: Exclusion;
  /** Any of the words, for ranking, and for highlighting in titles. */
  any: string;
  /** Any of the words as searched in texts, for highlighting there. */
  anyInText: string;
  /** Whether some words must appear in order. */
  hasOrder: boolean;
  hasSeveralTerms: boolean;
}

/** A query prepared for searching. */
export interface SearchPlan {
  terms: readonly AnalyzedTerm[];
  queries: SearchQueries;
  /** A query of stop words alone, such as 'You and I', can only be a title or a name. */
  isTitleOnly: boolean;
}

export function planSearch(terms: readonly AnalyzedTerm[]): SearchPlan {
  const queries = composeQueries(terms);
  const commonWords = commonWordsQuery(terms);
  return commonWords === ''
    ? { terms, queries, isTitleOnly: false }
    : { terms, queries: { ...queries, titleBlock: commonWords, any: commonWords }, isTitleOnly: true };
}

/** A shorter unfinished word would match half of the dictionary. */
const MIN_PREFIX_LENGTH = 3;
const MIN_TEXT_PREFIX_LENGTH = 5;

export function composeQueries(terms: readonly AnalyzedTerm[]): SearchQueries {
  const included = terms.filter((term) => !term.isExcluded && term.stems !== '');
  const excluded = terms.filter((term) => term.isExcluded && term.stems !== '').map((term) => term.stems);
  const last = terms.at(-1);
  const withPrefix = (term: AnalyzedTerm, minimum: number) => {
    const prefix = term === last ? prefixOf(term, minimum) : undefined;
    return prefix === undefined ? term.stems : `${term.stems} | ${prefix}`;
  };
  const titleBlock = included.map((term) => withPrefix(term, MIN_PREFIX_LENGTH));
  const text = included.map((term) => withPrefix(term, MIN_TEXT_PREFIX_LENGTH));
  return {
    titleBlock: allOf(titleBlock, excluded),
    text: allOf(text, excluded),
    unordered: allOf(
      text.map(withoutOrder),
      excluded.filter((query) => !isOrdered(query)),
    ),
    proximity: allOf(text, []),
    exclusion: {
      query: excluded.map(parenthesized).join(' | '),
      unordered: excluded.map((query) => parenthesized(withoutOrder(query))).join(' | '),
    },
    any: titleBlock.map(parenthesized).join(' | '),
    anyInText: text.map(parenthesized).join(' | '),
    hasOrder: terms.some((term) => isOrdered(term.stems)),
    hasSeveralTerms: included.length > 1,
  };
}

/** The words of a query that consists of stop words, which the index of stems does not contain. */
export function commonWordsQuery(terms: readonly AnalyzedTerm[]): string {
  const included = terms.filter((term) => !term.isExcluded);
  if (included.some((term) => term.stems !== '')) return '';
  return allOf(
    included.filter((term) => term.words !== '').map((term) => term.words),
    [],
  );
}

/** Excluded words that the index lacks, because nearly every text contains them. */
export function tooCommonToExclude(terms: readonly AnalyzedTerm[]): string[] {
  return terms
    .filter((term) => term.isExcluded && term.stems === '' && term.words !== '')
    .map((term) => term.text);
}

export function tooCommonToExcludeMessage(word: string): string {
  return `“${word}” is in nearly every story, so it can’t be excluded.`;
}

/** Matches text that begins like the typed words; only the last one may be unfinished. */
export function prefixQuery(terms: readonly AnalyzedTerm[]): string {
  const included = terms.filter((term) => !term.isExcluded && term.words !== '');
  const last = terms.at(-1);
  return allOf(
    included.map((term) => (term === last ? (prefixOf(term, 1) ?? term.words) : term.words)),
    terms.filter((term) => term.isExcluded && term.stems !== '').map((term) => term.stems),
  );
}

/** A word as a prefix; undefined for phrases, excluded words and short words. */
function prefixOf(term: AnalyzedTerm, minimum: number): string | undefined {
  const isOneWord = /^'(?:[^']|'')+'$/.test(term.words);
  if (term.isPhrase || term.isExcluded || !isOneWord || term.words.length - 2 < minimum) return undefined;
  return `${term.words}:*`;
}

// Lexemes contain no operators: indexed and typed text is stripped of them.
const isOrdered = (query: string) => query.includes('<');
const withoutOrder = (query: string) => query.replaceAll(/<(?:-|\d+)>/g, '&');
const parenthesized = (query: string) => `(${query})`;

function allOf(included: readonly string[], excluded: readonly string[]): string {
  if (included.length === 0) return '';
  return [...included.map(parenthesized), ...excluded.map((query) => `!${parenthesized(query)}`)].join(' & ');
}

const MAX_PARTIAL_TERMS = 8;

/** A term with the (capped) number of places that contain it. */
export interface CountedTerm {
  query: string;
  count: number;
}

/** The tsqueries for partial matches, when no place has all words. */
export interface PartialQueries {
  /** Any of the rarest words. */
  anyOfRarest: string;
  /** One of the rarest words together with another one, if there are enough words. */
  rarestTogether: string;
  /** Each term alone, weighted by its rarity. */
  terms: { query: string; weight: number }[];
}

/** The single words of the query; only the longest if there are too many. */
export function singleWords(terms: readonly AnalyzedTerm[]): string[] {
  const words = terms
    .filter((term) => !term.isExcluded && term.stems !== '')
    .flatMap((term) => term.stems.split(/ <(?:-|\d+)> /));
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, MAX_PARTIAL_TERMS);
}

/** Finds partial matches by the rarest words, which tell the most. Undefined when no word occurs anywhere. */
export function partialQueries(counted: readonly CountedTerm[]): PartialQueries | undefined {
  const known = counted.filter((term) => term.count > 0).toSorted((a, b) => a.count - b.count);
  const [first, second, ...rest] = known.map((term) => parenthesized(term.query));
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
