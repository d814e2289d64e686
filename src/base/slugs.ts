import { transliterate } from './transliterate.ts';

const SLUG_LENGTH = 80;

/**
 * A slug from a title: transliterated, in lower case, words joined by hyphens. A title without a letter that can be
 * transliterated becomes `word`, so that its address still works; no slug can look like an id.
 */
export function slugFromTitle(title: string, word: string): string {
  const plain = transliterate(title)
    .replaceAll('&', ' and ')
    .replaceAll(/['’‘]/g, '')
    .replaceAll(/[^a-z0-9_]+/g, '-');
  const cut = trimHyphens(trimHyphens(plain).slice(0, SLUG_LENGTH));
  if (isUsableSlug(cut)) return cut;
  return /[0-9]/.test(cut) ? `${word}-${cut}` : word;
}

/** A slug as typed by its author: in lower case, with hyphens for everything but letters, digits, _ and -. */
export function slugFromTyped(typed: string): string {
  return transliterate(typed.trim()).replaceAll(/[^a-z0-9_-]/gu, '-');
}

/** Whether a slug can name something: digits alone would be an id, and signs alone say nothing. */
export function isUsableSlug(slug: string): boolean {
  return /[a-z0-9]/.test(slug) && !/^[0-9]+$/.test(slug);
}

function trimHyphens(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === '-') start++;
  while (end > start && text[end - 1] === '-') end--;
  return text.slice(start, end);
}
