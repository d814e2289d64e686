/** The first `length` characters (code points) of a text on one line, cut at a word and marked with an ellipsis. */
export function excerpt(text: string, length: number): string {
  // A character has at most two units, so the beginning of a long text suffices unless it is mostly space.
  const maxUnits = 2 * length + 2;
  const beginning = onOneLine(text.slice(0, 2 * maxUnits));
  const line = beginning.length >= maxUnits ? beginning : onOneLine(text);
  if (endOf(length, line) === line.length) return line;
  const cut = firstCharacters(line, length - 1);
  const lastSpace = cut.lastIndexOf(' ');
  const shortened = lastSpace > length * 0.6 ? cut.slice(0, lastSpace) : cut;
  return `${withoutEndPunctuation(shortened)}…`;
}

/** The first `characters` characters (code points) of a text. */
export function firstCharacters(text: string, characters: number): string {
  return text.slice(0, endOf(characters, text));
}

/** The index at which the first `characters` code points of a text end. */
function endOf(characters: number, text: string): number {
  let end = 0;
  for (let n = 0; n < characters && end < text.length; n++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}

function onOneLine(text: string): string {
  // Most texts are on one line already, and testing is cheaper than rewriting.
  return /\s\s|[^\S ]/.test(text) ? text.replaceAll(/\s+/g, ' ').trim() : text.trim();
}

/** Removes punctuation before the ellipsis: 'a word,…' would read as two endings. */
function withoutEndPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && ' .,;:–—-…'.includes(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/** The number of characters as people count them (code points), the unit of every limit. */
export function characterCount(text: string): number {
  return [...text].length;
}

/**
 * A whole number in English notation: 1234567 is '1,234,567'. The first call of `toLocaleString` makes the browser load
 * its locale data, which blocked a phone for longer than all counts of the page together.
 */
export function groupThousands(count: number): string {
  const digits = String(Math.abs(count));
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return (count < 0 ? '-' : '') + groups.join(',');
}

/** '1 story', '2 stories'. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${groupThousands(count)} ${count === 1 ? one : many}`;
}

const WORDS_PER_MINUTE = 238; // silent reading of fiction and non-fiction, Brysbaert, J. Mem. Lang. 109 (2019)

/** The estimated reading time in minutes, at least one. */
export function readingMinutes(wordCount: number): number {
  return Math.max(1, Math.round(wordCount / WORDS_PER_MINUTE));
}

/** The number of words that takes so many minutes to read. */
export function wordsInMinutes(minutes: number): number {
  return minutes * WORDS_PER_MINUTE;
}

/** Escapes text for an element or a double-quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
