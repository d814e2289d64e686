import { characterCount } from './text.ts';

/** Characters that show nothing: they hide in what is pasted, reverse what stands beside them, or make look-alikes. */
const INVISIBLE = /(?![\u200c\u200d])\p{Cf}/gu;

/**
 * Joiners are kept where scripts without capitals and emoji need them: 👩‍🚀 is three characters with one between.
 * Among Latin, Greek or Cyrillic letters they only make two names look like one.
 */
const STRAY_JOINER =
  /(?<![\p{Lo}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d]|[\u200c\u200d](?![\p{Lo}\p{M}\p{Extended_Pictographic}])/gu;

function visible(text: string): string {
  return text.toWellFormed().normalize('NFC').replaceAll(INVISIBLE, '').replaceAll(STRAY_JOINER, '');
}

/**
 * A text of one line as it is stored: NFC, trimmed, single spaces, without control, direction and zero-width
 * characters. They are taken out, not refused: an author can neither see them nor find them.
 */
export function plainLine(typed: string): string {
  return visible(typed)
    .replaceAll(/[\s\u0085]+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim();
}

/** The same for a text of several lines, whose line breaks, tabs and spaces stay. */
export function plainLines(typed: string): string {
  return visible(typed)
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim();
}

/** Whether a text has at most so many characters, as people count them. */
export function fits(text: string, maximum: number): boolean {
  // A code point has one or two units: most texts need not be taken apart to know.
  return text.length <= maximum || (text.length <= 2 * maximum && characterCount(text) <= maximum);
}
