/**
 * A letter of a script without spaces between words, or of Korean: the index has each two neighbours as a word
 * (search_unspaced_letter in db/functions/search.sql).
 */
export const UNSPACED_LETTER =
  '[\\u0E00-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u3005-\\u3007\\u3041-\\u309F\\u30A1-\\u30FA\\u30FC-\\u30FF\\u31F0-\\u31FF' +
  '\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uAC00-\\uD7A3\\uF900-\\uFAFF\\uFF66-\\uFF9F\\u{20000}-\\u{3FFFF}]';

const RUN = new RegExp(`${UNSPACED_LETTER}+`, 'gu');
const LAST_ALONE = new RegExp(`'(${UNSPACED_LETTER})'$`, 'u');

/** A tsquery in which a last letter that stands alone may be followed by another, as in the pairs of the index. */
export function withOpenEnd(query: string): string {
  return query.replace(LAST_ALONE, "'$1':*");
}

const PAIR = new RegExp(`^${UNSPACED_LETTER}{1,2}$`, 'u');

/** The places of these pairs and letters in the unspaced parts of a text, at most `limit`. */
export function unspacedPlaces(
  text: string,
  lexemes: readonly string[],
  limit: number,
): { start: number; end: number }[] {
  const wanted = new Set(lexemes.filter((lexeme) => PAIR.test(lexeme)));
  const places: { start: number; end: number }[] = [];
  if (wanted.size === 0) return places;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    let start = index;
    let before = '';
    for (const letter of run) {
      if (wanted.has(before + letter))
        places.push({ start: start - before.length, end: start + letter.length });
      else if (wanted.has(letter)) places.push({ start, end: start + letter.length });
      if (places.length >= limit) return places;
      start += letter.length;
      before = letter;
    }
  }
  return places;
}
