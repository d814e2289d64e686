import { characterCount } from './text.ts';

/** Characters that show nothing: they hide in what is pasted, reverse what stands beside them, or make look-alikes. */
const INVISIBLE = /(?![\t\n\v\f\r\u0085\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/**
 * Joiners are kept where scripts without capitals and emoji need them: 👩‍🚀 is three characters with one between.
 * Among Latin, Greek or Cyrillic letters they only make two names look like one.
 */
const STRAY_JOINER =
  /(?<![\p{Lo}\p{Extended_Pictographic}][\p{M}\p{Emoji_Modifier}]*)[\u200c\u200d]|[\u200c\u200d](?![\p{Lo}\p{M}\p{Extended_Pictographic}])/gu;

function visible(text: string): string {
  const normal = text.toWellFormed().normalize('NFC');
  // Once more after: a sign and its letter may have had something invisible between them.
  return normal.replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINER, '').normalize('NFC');
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

/** Whether a text shows nothing at all: spaces, fillers, signs without a body. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
}
