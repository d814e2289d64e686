/** Commas as keyboards for Chinese, Japanese, Arabic, Persian and Urdu type them. */
const COMMAS = /[，、､،﹐﹑]/g;

/** A typed text with commas of every script as plain ones, which end a tag. */
export function withPlainCommas(typed: string): string {
  return typed.replaceAll(COMMAS, ',');
}

/**
 * The tags of a text with commas between them. A known tag that has a comma itself, as those of other programs may, is one
 * tag where the text has all of it.
 */
export function tagsIn(typed = '', known: readonly string[] = []): string[] {
  const parts = partsOf(typed);
  const withCommas = known
    .filter((tag) => withPlainCommas(tag).includes(','))
    .map((tag) => ({ tag, parts: partsOf(tag) }))
    .filter((candidate) => candidate.parts.length > 0)
    .sort((one, other) => other.parts.length - one.parts.length);
  const tags: string[] = [];
  for (let at = 0; at < parts.length; ) {
    const found = withCommas.find((candidate) =>
      candidate.parts.every((part, index) => part === parts[at + index]),
    );
    tags.push(found?.tag ?? (parts[at] as string));
    at += found?.parts.length ?? 1;
  }
  return tags;
}

function partsOf(typed: string): string[] {
  return withPlainCommas(typed)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
