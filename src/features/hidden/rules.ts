import { hiddenCookieIn } from '#base/hidden-cookie.ts';
import { CONTENT_WARNINGS, type ContentWarning } from '#features/labels/contract/warnings.ts';

/** The items that a reader never wants to meet in a list: ids of tags, pen names and stories, and names of warnings. */
export interface HiddenSet {
  tags: number[];
  warnings: ContentWarning[];
  authors: number[];
  stories: number[];
}

/** The length of the cookie, which every request carries. */
export const MAX_HIDDEN_CHARACTERS = 2_000;

/** A browser keeps the cookie for a year after the last change. */
export const HIDDEN_COOKIE_SECONDS = 31_536_000;

export const NOTHING_HIDDEN: HiddenSet = { tags: [], warnings: [], authors: [], stories: [] };

export function hidesNothing(set: HiddenSet): boolean {
  return Object.values(set).every((items) => items.length === 0);
}

function idsIn(text: string | null): number[] {
  const ids = (text ?? '').split(',').filter((id) => /^[0-9]{1,15}$/.test(id));
  return [...new Set(ids.map(Number))].sort((a, b) => a - b);
}

/** Reads `t=<tag ids>&w=<warnings>&a=<author ids>&s=<story ids>`; anything else in it is ignored. */
export function parseHiddenSet(text: string): HiddenSet {
  const names = new URLSearchParams(text.slice(0, MAX_HIDDEN_CHARACTERS));
  const warnings = (names.get('w') ?? '').split(',');
  return {
    tags: idsIn(names.get('t')),
    warnings: CONTENT_WARNINGS.filter((warning) => warnings.includes(warning)),
    authors: idsIn(names.get('a')),
    stories: idsIn(names.get('s')),
  };
}

/** The text of a set, equal for equal sets; empty when nothing is hidden. */
export function formatHiddenSet({ tags, warnings, authors, stories }: HiddenSet): string {
  const parts: [string, readonly (string | number)[]][] = [
    ['t', tags],
    ['w', warnings],
    ['a', authors],
    ['s', stories],
  ];
  return parts.flatMap(([name, items]) => (items.length === 0 ? [] : `${name}=${items.join()}`)).join('&');
}

/** The text in its one form, so that equal sets share their cached responses. */
export function normalizeHiddenText(text: string): string {
  return formatHiddenSet(parseHiddenSet(text));
}

/** The set in the cookies of a request, or of a document, as normalized text. */
export function hiddenTextOf(cookies: string | undefined): string {
  return normalizeHiddenText(hiddenCookieIn(cookies) ?? '');
}

/**
 * The cookie's value for a set that may be too long for it: single stories are left out first, the oldest ones before
 * the others.
 */
export function hiddenCookieValue(set: HiddenSet): string {
  const shortened = { ...set };
  for (const kind of ['stories', 'authors', 'tags'] as const) {
    while (encodeURIComponent(formatHiddenSet(shortened)).length > MAX_HIDDEN_CHARACTERS) {
      if (shortened[kind].length === 0) break;
      shortened[kind] = shortened[kind].slice(Math.ceil(shortened[kind].length / 10));
    }
  }
  return encodeURIComponent(formatHiddenSet(shortened));
}
