import { characterCount, groupThousands } from './text.ts';

/** Invisible characters: they arrive in pasted text, reverse the text beside them, or make look-alike names. */
const INVISIBLE = /(?![\t\n\v\f\r\u0085\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/**
 * Matches joiners except where scripts without capitals and emoji need them: 👩‍🚀 is two characters and a joiner.
 * Between Latin, Greek or Cyrillic letters a joiner only makes two names look alike. The lookbehind runs only at a
 * joiner: run at every character, it would take quadratic time on a text with many accents.
 */
const STRAY_JOINER =
  /[\u200c\u200d](?:(?<![\p{Lo}\p{Extended_Pictographic}][\p{M}\p{Emoji_Modifier}]*[\u200c\u200d])|(?![\p{Lo}\p{M}\p{Extended_Pictographic}]))/gu;

/**
 * No letter of any script bears more than 30 marks (Unicode Standard Annex 15, stream-safe text). Normalisation sorts
 * marks in quadratic time, so longer runs are cut.
 */
const EXCESS_MARKS = /(\p{M}{30})\p{M}+/gu;

function normalize(text: string): string {
  return text.replaceAll(EXCESS_MARKS, '$1').normalize('NFC');
}

function removeInvisible(text: string): string {
  const visible = normalize(text.toWellFormed().replaceAll(INVISIBLE, ''));
  // Normalises once more: removing a joiner can bring a mark next to its letter.
  return normalize(visible.replaceAll(STRAY_JOINER, ''));
}

/**
 * A one-line text in its stored form: NFC, trimmed, single spaces, without control, direction and zero-width
 * characters. They are removed rather than refused, because an author can neither see nor find them.
 */
export function normalizeLine(typed: string): string {
  return removeInvisible(typed)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
}

/** The same for a text of several lines; line breaks, tabs and spaces stay. */
export function normalizeLines(typed: string): string {
  return removeInvisible(typed)
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .trim();
}

/** Whether a text has at most `maximum` characters, as people count them. */
export function fits(text: string, maximum: number): boolean {
  // A code point has one or two units, so most texts are decided without splitting them.
  return text.length <= maximum || (text.length <= 2 * maximum && characterCount(text) <= maximum);
}

/** The message for a text that is too long. 'under' is the specification's word; a text of exactly the limit fits. */
export function tooLongMessage(name: string, maximum: number): string {
  return `${name} is too long. Please keep it under ${groupThousands(maximum)} characters.`;
}

/** Whether a text shows nothing: only spaces, fillers, or marks without a base. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}
