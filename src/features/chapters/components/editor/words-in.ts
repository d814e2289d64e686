import type { Editor } from '@tiptap/core';
import { countWords } from '#base/count-words.ts';

/** The number of words in the editor. */
export function wordsIn({ state: { doc } }: Editor): number {
  const text = doc.textBetween(0, doc.content.size, '\n', (leaf) =>
    leaf.type.name === 'hardBreak' ? '\n' : ' ',
  );
  return countWords(text);
}
