import { excerpt } from '#base/text.ts';
import { commentBlocks } from './comment-text.ts';

/** The characters of a comment that a list of news shows. */
const BEGINNING_CHARACTERS = 160;

/** The beginning of a comment's own words on one line; of what it quotes, where it has no others. */
export function commentBeginning(content: string): string {
  const blocks = commentBlocks(content);
  const own = blocks.filter(({ kind }) => kind === 'text');
  const lines = (own.length > 0 ? own : blocks).flatMap((block) => block.lines);
  return excerpt(
    lines.map((spans) => spans.map(({ text }) => text).join('')).join(' '),
    BEGINNING_CHARACTERS,
  );
}
