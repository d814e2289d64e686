/** One thing a query asks for: a word, or quoted words in their order. */
export interface Term {
  text: string;
  isPhrase: boolean;
  /** Typed with a minus: a story that has it anywhere is not found. */
  isExcluded: boolean;
}

/** A term with what the database makes of it: queries in its own notation, empty where nothing is left. */
export interface ReadTerm extends Term {
  /** By stems, without the commonest words. */
  stems: string;
  /** By the words as they are. */
  words: string;
}

// As many as a remembered sentence has; each costs a look into the index. Exclusions are bounded by the query's length
// alone: to forget one would show what somebody wants to avoid.
const TERMS_MAXIMUM = 16;

/** Phones and word processors put one of these in place of a typed hyphen. */
const MINUS_SIGNS = '-\u2010-\u2013\u2212\uFE63\uFF0D';
const TERM = new RegExp(`([${MINUS_SIGNS}]?)(?:["“”„]([^"“”„]*)(?:["“”„]|$)|([^\\s"“”„]\\S*))`, 'gu');
const MINUS_FIRST = new RegExp(`^[${MINUS_SIGNS}]`, 'u');

/** What a query asks for, in the order typed. Signs alone ask for nothing. */
export function readQuery(typed: string): Term[] {
  const terms = [...typed.matchAll(TERM)].map(([, minus = '', phrase, word = '']) => ({
    text: (phrase ?? word).trim(),
    isPhrase: phrase !== undefined,
    isExcluded: minus !== '' && !MINUS_FIRST.test(word),
  }));
  let asked = 0;
  return terms.filter(
    (term) => /[\p{L}\p{N}]/u.test(term.text) && (term.isExcluded || ++asked <= TERMS_MAXIMUM),
  );
}

/** Whether a query only excludes, and so names nothing to look for. */
export function isOnlyExclusion(terms: readonly Term[]): boolean {
  return terms.length > 0 && terms.every((term) => term.isExcluded);
}

/** The words that no part of a story may have, as a query; empty where nothing is excluded. */
export interface Exclusion {
  query: string;
  /** The part that the index of texts can answer: all words, in whatever order. */
  loose: string;
}

/** The queries that a search puts to the database. Empty where nothing is asked for in that way. */
export interface Queries {
  /** Stories must match it in title, author, tags and synopsis. */
  head: string;
  /** The same for a text, where an unfinished word may stand for too many. */
  text: string;
  /** What the index of texts can tell: all words, in whatever order. */
  loose: string;
  /** All words that must be there, to see how near they stand. */
  near: string;
  /** The words that no part of a story may have; a part of the first three as well. */
  exclusion: Exclusion;
  /** Any of it: what is weighed, and marked in titles. */
  any: string;
  /** Any of it as it is looked for in texts: what is marked there. */
  anyInText: string;
  /** Whether some words must stand in their order. */
  hasOrder: boolean;
  /** Whether there is more than one word to be found. */
  isSeveral: boolean;
}

/** An unfinished word of fewer letters would stand for half of the dictionary. */
const PREFIX_MINIMUM = 3;
const TEXT_PREFIX_MINIMUM = 5;

export function composeQueries(terms: readonly ReadTerm[]): Queries {
  const asked = terms.filter((term) => !term.isExcluded && term.stems !== '');
  const excluded = terms.filter((term) => term.isExcluded && term.stems !== '').map((term) => term.stems);
  const last = terms.at(-1);
  const withPrefix = (term: ReadTerm, minimum: number) => {
    const prefix = term === last ? prefixOf(term, minimum) : undefined;
    return prefix === undefined ? term.stems : `${term.stems} | ${prefix}`;
  };
  const head = asked.map((term) => withPrefix(term, PREFIX_MINIMUM));
  const text = asked.map((term) => withPrefix(term, TEXT_PREFIX_MINIMUM));
  return {
    head: allOf(head, excluded),
    text: allOf(text, excluded),
    loose: allOf(
      text.map(withoutOrder),
      excluded.filter((one) => !isOrdered(one)),
    ),
    near: allOf(text, []),
    exclusion: {
      query: excluded.map(bracketed).join(' | '),
      loose: excluded.map((one) => bracketed(withoutOrder(one))).join(' | '),
    },
    any: head.map(bracketed).join(' | '),
    anyInText: text.map(bracketed).join(' | '),
    hasOrder: terms.some((term) => isOrdered(term.stems)),
    isSeveral: asked.length > 1,
  };
}

/** The words of a query that asks for none but the commonest, of which the index by stems knows nothing. */
export function commonWordsQuery(terms: readonly ReadTerm[]): string {
  const asked = terms.filter((term) => !term.isExcluded);
  if (asked.some((term) => term.stems !== '')) return '';
  return allOf(
    asked.filter((term) => term.words !== '').map((term) => term.words),
    [],
  );
}

/** Excluded words that the index does not hold, because nearly every text has them. */
export function tooCommonToExclude(terms: readonly ReadTerm[]): string[] {
  return terms
    .filter((term) => term.isExcluded && term.stems === '' && term.words !== '')
    .map((term) => term.text);
}

/** What begins like the typed words: the last one may be unfinished, the others not. */
export function beginningQuery(terms: readonly ReadTerm[]): string {
  const asked = terms.filter((term) => !term.isExcluded && term.words !== '');
  const last = terms.at(-1);
  return allOf(
    asked.map((term) => (term === last ? (prefixOf(term, 1) ?? term.words) : term.words)),
    terms.filter((term) => term.isExcluded && term.stems !== '').map((term) => term.stems),
  );
}

/** One word as the beginning of one; nothing for phrases, for what is left out and for what is too short. */
function prefixOf(term: ReadTerm, minimum: number): string | undefined {
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

const SOME_TERMS_MAXIMUM = 8;

/** A term with the number of places where it stands, counted up to some number. */
export interface CountedTerm {
  query: string;
  count: number;
}

/** Some of the words, where nothing has all of them in one place. */
export interface SomeQueries {
  /** Any of the rarest words. */
  rare: string;
  /** One of the rarest words together with another one, where there are so many. */
  together: string;
  /** The terms themselves, to see which of them are there, and how much each of them tells. */
  terms: { query: string; weight: number }[];
}

/** The words that are asked for, one by one; the longest, where they are many. */
export function singleWords(terms: readonly ReadTerm[]): string[] {
  const words = terms
    .filter((term) => !term.isExcluded && term.stems !== '')
    .flatMap((term) => term.stems.split(/ <(?:-|\d+)> /));
  return [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, SOME_TERMS_MAXIMUM);
}

/** What has some of the words is found by the rarest: they tell the most. Nothing where none stands anywhere. */
export function someOf(counted: readonly CountedTerm[]): SomeQueries | undefined {
  const known = counted.filter((term) => term.count > 0).toSorted((a, b) => a.count - b.count);
  const [first, second, ...rest] = known.map((term) => bracketed(term.query));
  if (first === undefined) return undefined;
  const commonest = Math.max(...known.map((term) => term.count));
  return {
    rare: [first, second, rest[0]].filter((query) => query !== undefined).join(' | '),
    together:
      second === undefined || rest.length === 0
        ? [first, second].filter((query) => query !== undefined).join(' | ')
        : `(${first} & (${[second, ...rest].join(' | ')})) | (${second} & (${rest.join(' | ')}))`,
    terms: known.map(({ query, count }) => ({ query, weight: 1 + Math.log2(commonest / count) })),
  };
}
