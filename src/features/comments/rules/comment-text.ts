import { EMPHASIS } from '#base/light-markup.ts';
import { firstCharacters } from '#base/text.ts';

/** A comment as it is shown: paragraphs and quotations, with emphasis. Everything else is text as it was typed. */

export interface Span {
  text: string;
  isEmphasised: boolean;
}

export interface Block {
  kind: 'text' | 'quote';
  /** Each paragraph's lines. */
  lines: Span[][];
}

const QUOTE = /^> ?/;

/** The blocks of a comment: paragraphs are separated by blank lines, and lines that begin with “>” quote. */
export function commentBlocks(content: string): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (const line of content.split('\n')) {
    const kind = QUOTE.test(line) ? 'quote' : 'text';
    const text = kind === 'quote' ? line.replace(QUOTE, '') : line;
    if (text.trim() === '') {
      isOpen = false;
      continue;
    }
    const last = blocks.at(-1);
    if (isOpen && last?.kind === kind) last.lines.push(spansOf(text));
    else blocks.push({ kind, lines: [spansOf(text)] });
    isOpen = true;
  }
  return blocks;
}

export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  for (const match of line.matchAll(EMPHASIS)) {
    if (match.index > from) spans.push({ text: line.slice(from, match.index), isEmphasised: false });
    spans.push({ text: match[1] ?? '', isEmphasised: true });
    from = match.index + match[0].length;
  }
  if (from < line.length) spans.push({ text: line.slice(from), isEmphasised: false });
  return spans;
}

const MAX_QUOTED_CHARACTERS = 500;

/** A comment's own words as the quotation that begins a reply. */
export function quoted(content: string): string {
  const words = content
    .split('\n')
    .filter((line) => !QUOTE.test(line))
    .join('\n');
  const own = firstCharacters(words.trim(), MAX_QUOTED_CHARACTERS);
  return own === ''
    ? ''
    : `${own
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n')}\n\n`;
}
