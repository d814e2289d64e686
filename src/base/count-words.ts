/** One character of Chinese or Japanese; or a run of a script without spaces; or a word with its vowel signs and joiners. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}][\p{M}\u200C\u200D]*)+(?:['’‑-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const SPACELESS_WORD = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Words of a plain text: runs of letters and digits; each Han or Kana character counts as one. */
export function countWords(text: string): number {
  const words = text.match(WORD) ?? [];
  return words.reduce((sum, word) => sum + (SPACELESS_WORD.test(word) ? spacelessWords(word) : 1), 0);
}

/** The words of a run of letters without spaces, by the dictionary of Thai, Lao, Khmer or Burmese. */
function spacelessWords(run: string): number {
  // Some browsers of 2024 have no segmenter.
  if (typeof Intl.Segmenter === 'undefined') return 1;
  const segments = new Intl.Segmenter('und', { granularity: 'word' }).segment(run);
  return Array.from(segments).filter(({ isWordLike }) => isWordLike).length;
}
