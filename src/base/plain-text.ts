import { characterCount, groupThousands } from './text.ts';

/** Characters that show nothing: they hide in what is pasted, reverse what stands beside them, or make look-alikes. */
const INVISIBLE = /(?![\t\n\v\f\r\u0085\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/**
 * Joiners are kept where scripts without capitals and emoji need them: 👩‍🚀 is three characters with one between.
 * Among Latin, Greek or Cyrillic letters they only make two names look like one. What stands before is looked at from
 * a joiner alone: from every character, a text of many accents would take a time that grows with its square.
 */
const STRAY_JOINER =
  /[\u200c\u200d](?:(?<![\p{Lo}\p{Extended_Pictographic}][\p{M}\p{Emoji_Modifier}]*[\u200c\u200d])|(?![\p{Lo}\p{M}\p{Extended_Pictographic}]))/gu;

/**
 * No letter of any script bears more marks than this (Unicode Standard Annex 15, stream-safe text). Marks are put in
 * order when a text is normalized, in a time that grows with the square of how many there are in a row.
 */
const MARKS_IN_A_ROW = /(\p{M}{30})\p{M}+/gu;

function normal(text: string): string {
  return text.replaceAll(MARKS_IN_A_ROW, '$1').normalize('NFC');
}

function visible(text: string): string {
  const shown = normal(text.toWellFormed().replaceAll(INVISIBLE, ''));
  // Once more after: a sign and its letter may have had a joiner between them.
  return normal(shown.replaceAll(STRAY_JOINER, ''));
}

/**
 * A text of one line as it is stored: NFC, trimmed, single spaces, without control, direction and zero-width
 * characters. They are taken out, not refused: an author can neither see them nor find them.
 */
export function plainLine(typed: string): string {
  return visible(typed)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .trim();
}

/** The same for a text of several lines, whose line breaks, tabs and spaces stay. */
export function plainLines(typed: string): string {
  return visible(typed)
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .trim();
}

/** Whether a text has at most so many characters, as people count them. */
export function fits(text: string, maximum: number): boolean {
  // A code point has one or two units: most texts need not be taken apart to know.
  return text.length <= maximum || (text.length <= 2 * maximum && characterCount(text) <= maximum);
}

/** What is said of a text that does not fit; 'under' is the specification's word, the limit itself still fits. */
export function tooLongMessage(name: string, maximum: number): string {
  return `${name} is too long. Please keep it under ${groupThousands(maximum)} characters.`;
}

/** Whether a text shows nothing at all: spaces, fillers, signs without a body. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}
