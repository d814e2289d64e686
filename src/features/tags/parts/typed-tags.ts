/** Commas as keyboards for Chinese, Japanese, Arabic, Persian and Urdu type them. */
const COMMAS = /[，、､،﹐﹑]/g;

/** A typed text with commas of every script as plain ones, which end a tag. */
export function withPlainCommas(typed: string): string {
  return typed.replaceAll(COMMAS, ',');
}

/** The tags of a text with commas between them. */
export function tagsIn(typed = ''): string[] {
  return withPlainCommas(typed)
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
