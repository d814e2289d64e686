import { MAX_CORRECTION_CHARACTERS } from './contract.ts';

/** Text with single spaces, as a correction stores its passage. */
function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/**
 * The passage between two places of a paragraph, widened to whole words, and by the words around it until the chapter
 * has it only once: the author must find the place that was meant. '' without a word between them.
 */
export function uniqueQuote(paragraph: string, from: number, to: number, chapterText: string): string {
  if (paragraph.slice(from, to).trim() === '') return '';
  const wholeText = collapsed(chapterText);
  const isSpace = (at: number) => /\s/.test(paragraph[at] ?? ' ');
  const wordStart = (at: number) => {
    let start = at;
    while (start > 0 && isSpace(start - 1)) start--;
    while (!isSpace(start - 1)) start--;
    return start;
  };
  const wordEnd = (at: number) => {
    let end = at;
    while (end < paragraph.length && isSpace(end)) end++;
    while (!isSpace(end)) end++;
    return end;
  };
  let start = from;
  let end = to;
  while (isSpace(start)) start++;
  while (isSpace(end - 1)) end--;
  if (!isSpace(start - 1)) start = wordStart(start);
  if (!isSpace(end)) end = wordEnd(end);
  for (let isRightNext = true; ; isRightNext = !isRightNext) {
    const quote = collapsed(paragraph.slice(start, end));
    const isWhole = start === 0 && end === paragraph.length;
    if (isWhole || quote.length > MAX_CORRECTION_CHARACTERS || !isRepeated(wholeText, quote)) return quote;
    if ((isRightNext && end < paragraph.length) || start === 0) end = wordEnd(end);
    else start = wordStart(start);
  }
}

function isRepeated(text: string, quote: string): boolean {
  return text.indexOf(quote) !== text.lastIndexOf(quote);
}
