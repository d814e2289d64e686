const RIGHT_TO_LEFT_LETTER =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Samaritan}\p{Script=Hanifi_Rohingya}]/u;
const RIGHT_TO_LEFT_SCRIPTS = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
]);

/** Whether a language, or a language with a script, is written from right to left. */
export function isWrittenRightToLeft(language: string | null): boolean {
  const { script = '' } = new Intl.Locale(language ?? 'und').maximize();
  return RIGHT_TO_LEFT_SCRIPTS.has(script);
}

/** Whether a text has letters that run from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT_LETTER.test(text);
}

/** Whether a paragraph runs from right to left, by its first letter. */
export function startsRightToLeft(text: string): boolean {
  return hasRightToLeft(/\p{L}/u.exec(text)?.[0] ?? '');
}

/**
 * A name or title for the middle of a sentence: one that runs from right to left is isolated, so that it does not turn
 * the words and signs around it.
 */
export function isolated(text: string): string {
  if (!hasRightToLeft(text)) return text;
  // Its own signs of direction could end the isolation.
  return `\u2068${text.replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '')}\u2069`;
}
