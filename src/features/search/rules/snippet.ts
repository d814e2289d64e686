import type { TextPart } from '../contract.ts';
import { UNSPACED_LETTER, unspacedPlaces } from './unspaced.ts';

/** The text of sanitised HTML, on one line. */
export function plainText(html: string): string {
  return withoutTags(html)
    .replaceAll(/&#x3C;|&lt;/g, '<')
    .replaceAll(/&#x26;|&amp;/g, '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const INLINE_TAG = /^<\/?(?:em|strong|a|code)[ >]/;

/** Hand-written: a regular expression would search for the end of a tag from each `<` of a text without tags. */
function withoutTags(html: string): string {
  let text = '';
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', from)) {
    const end = html.indexOf('>', at) + 1;
    if (end === 0) break;
    text += html.slice(from, at);
    if (!INLINE_TAG.test(html.slice(at, end))) text += ' ';
    from = end;
  }
  return text + html.slice(from);
}

export interface Word {
  text: string;
  start: number;
  end: number;
}

// Stems begin like their words, with very few exceptions ('dying', 'die'), which are not highlighted.
const PREFIX_CHARACTERS = 2;

/** A chapter with more of them is keyword stuffing. */
const MAX_WORDS = 2_000;

const WORD = new RegExp(`(?:(?!${UNSPACED_LETTER})[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/** The words of a text that may be forms of the searched ones, because they begin alike. */
export function candidateWords(text: string, lexemes: readonly Lexeme[]): Word[] {
  const prefixes = new Set(lexemes.map(({ text: lexeme }) => lexeme.slice(0, PREFIX_CHARACTERS)));
  const words: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    if (!prefixes.has(prefixOf(word))) continue;
    words.push({ text: word, start: match.index, end: match.index + word.length });
    if (words.length === MAX_WORDS) break;
  }
  const pairs = unspacedPlaces(
    text,
    lexemes.map((lexeme) => lexeme.text),
    MAX_WORDS,
  ).map(({ start, end }) => ({ text: text.slice(start, end), start, end }));
  return pairs.length === 0 ? words : [...words, ...pairs].toSorted((a, b) => a.start - b.start);
}

function prefixOf(word: string): string {
  const start = word.slice(0, PREFIX_CHARACTERS + 1).toLowerCase();
  const plain = start.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain.replaceAll(/[ىی]/g, 'ي').replaceAll('ک', 'ك').slice(0, PREFIX_CHARACTERS);
}

/** A searched word, in the form that the index uses. */
export interface Lexeme {
  text: string;
  /** Whether it is a prefix. */
  isPrefix: boolean;
}

/** The lexemes of a tsquery. */
export function lexemesOf(query: string): Lexeme[] {
  return [...query.matchAll(/'((?:[^']|'')+)'(:\*)?/g)].map(([, text = '', star]) => ({
    text: text.replaceAll("''", "'"),
    isPrefix: star !== undefined,
  }));
}

/** A matching word of a text; `lexeme` identifies the searched word. */
export interface Match {
  start: number;
  end: number;
  lexeme: number;
}

/** The searched words among these; `stemsOf` returns the index's stems of a word. */
export function findMatches(
  words: readonly Word[],
  lexemes: readonly Lexeme[],
  stemsOf: (word: string) => readonly string[],
): Match[] {
  return words.flatMap(({ text, start, end }) => {
    const stems = stemsOf(text);
    const lexeme = lexemes.findIndex((searched) =>
      stems.some((stem) => (searched.isPrefix ? stem.startsWith(searched.text) : stem === searched.text)),
    );
    return lexeme === -1 ? [] : [{ start, end, lexeme }];
  });
}

const SNIPPET_CHARACTERS = 220;

export interface Excerpt {
  from: number;
  to: number;
  /** The number of distinct searched words in it. */
  wordCount: number;
}

/** The part of a text with the most searched words close together; undefined if it has none. */
export function bestExcerpt(text: string, matches: readonly Match[]): Excerpt | undefined {
  let best: { first: number; last: number; wordCount: number } | undefined;
  for (const [at, { start }] of matches.entries()) {
    const seen = new Set<number>();
    let last = start;
    for (let next = at; next < matches.length; next++) {
      const { end, lexeme } = matches[next] as Match;
      if (end - start > SNIPPET_CHARACTERS) break;
      if (seen.has(lexeme)) continue;
      seen.add(lexeme);
      last = end;
    }
    const isBetter =
      best === undefined ||
      seen.size > best.wordCount ||
      (seen.size === best.wordCount && last - start < best.last - best.first);
    if (isBetter) best = { first: start, last, wordCount: seen.size };
  }
  if (best === undefined) return undefined;
  const around = Math.max(0, SNIPPET_CHARACTERS - (best.last - best.first));
  // More context follows the match than precedes it: readers want to know how the text continues.
  const from = wordStart(text, best.first - Math.floor(around * 0.4));
  return {
    from,
    to: wordEnd(text, Math.max(best.last, from + SNIPPET_CHARACTERS)),
    wordCount: best.wordCount,
  };
}

function wordStart(text: string, place: number): number {
  if (place <= 0) return 0;
  const space = text.indexOf(' ', place);
  return space === -1 || space > place + 40 ? place : space + 1;
}

function wordEnd(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const space = text.lastIndexOf(' ', place);
  return space < place - 40 ? place : space;
}

/** A part of a text, split by highlights, with an ellipsis where it is cut. */
export function highlightedParts(
  text: string,
  matches: readonly Match[],
  { from, to }: Pick<Excerpt, 'from' | 'to'> = { from: 0, to: text.length },
): TextPart[] {
  const parts: TextPart[] = [];
  let done = from;
  const plain = (end: number, ellipsis = '') => {
    const piece = text.slice(done, end) + ellipsis;
    if (piece !== '') parts.push({ text: piece, is_match: false });
  };
  for (const { start, end } of matches) {
    if (start < from || end > to || end <= done) continue;
    const last = parts.at(-1);
    if (last?.is_match && start < done) last.text += text.slice(done, end);
    else {
      plain(start);
      parts.push({ text: text.slice(start, end), is_match: true });
    }
    done = end;
  }
  plain(to, to < text.length ? ' …' : '');
  return from > 0 ? [{ text: '… ', is_match: false }, ...parts] : parts;
}
