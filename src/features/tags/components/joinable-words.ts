import { fits } from '#base/plain-text.ts';
import { MAX_TAG_NAME_CHARACTERS } from '#features/labels/contract/tag-names.ts';
import { tagName } from '#features/labels/rules/tag-key.ts';

/** A word typed as a tag, and whether it created that tag: one chosen before did not. */
export interface JoinableWord {
  word: string;
  isNew: boolean;
}

/** Words typed with spaces between them, which became separate tags, though they may have been meant as one. */
export interface JoinableWords {
  words: readonly JoinableWord[];
  /** Whether a comma or Enter has ended the words: the next word starts new ones. */
  isOver: boolean;
}

export const NO_WORDS: JoinableWords = { words: [], isOver: false };

/** The words with one more; any end of a word other than a space ends them too. */
export function addWord(joinable: JoinableWords, added: JoinableWord, end: 'space' | 'other'): JoinableWords {
  const before = joinable.isOver ? [] : joinable.words;
  if (end === 'space') return { words: [...before, added], isOver: false };
  return before.length === 0 ? NO_WORDS : { words: [...before, added], isOver: true };
}

/** The words after a tag was removed: without the last word, or none. */
export function removeTag(joinable: JoinableWords, tag: string): JoinableWords {
  const last = joinable.words.at(-1);
  if (last?.isNew && last.word === tag) return { words: joinable.words.slice(0, -1), isOver: false };
  return joinable.words.some(({ word }) => word === tag) ? NO_WORDS : joinable;
}

/** The words as one tag; undefined for fewer than two words, or too long a name. */
export function joinedName({ words }: JoinableWords): string | undefined {
  if (words.length < 2) return undefined;
  const name = tagName(words.map(({ word }) => word).join(' '));
  return fits(name, MAX_TAG_NAME_CHARACTERS) ? name : undefined;
}

/** The words of the typed text, and whether a space or a comma follows each. */
export function splitWords(text: string): { word: string; end: 'space' | 'other' }[] {
  return [...text.matchAll(/([^,\s]+)([^\S,]*,)?/g)].map(([, word = '', comma]) => ({
    word,
    end: comma === undefined ? 'space' : 'other',
  }));
}
