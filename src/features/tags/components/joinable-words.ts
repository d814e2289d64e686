import { fits } from '#base/plain-text.ts';
import { MAX_TAG_NAME_CHARACTERS } from '../contract.ts';
import { tagName } from '../rules.ts';

/** A word typed as a tag, and whether it created that tag: one chosen before did not. */
export interface RunWord {
  word: string;
  isNew: boolean;
}

/** Words typed with spaces between them, which became separate tags, though they may have been meant as one. */
export interface SpacedRun {
  words: readonly RunWord[];
  /** Whether a comma or Enter has ended the run: the next word starts another. */
  isOver: boolean;
}

export const NO_RUN: SpacedRun = { words: [], isOver: false };

/** The run with one more word; any end of a word other than a space ends the run too. */
export function withWord(run: SpacedRun, added: RunWord, end: 'space' | 'other'): SpacedRun {
  const before = run.isOver ? [] : run.words;
  if (end === 'space') return { words: [...before, added], isOver: false };
  return before.length === 0 ? NO_RUN : { words: [...before, added], isOver: true };
}

/** The run after a tag was removed: without its last word, or empty. */
export function withoutTag(run: SpacedRun, tag: string): SpacedRun {
  const last = run.words.at(-1);
  if (last?.isNew && last.word === tag) return { words: run.words.slice(0, -1), isOver: false };
  return run.words.some((one) => one.word === tag) ? NO_RUN : run;
}

/** The words as one tag; undefined for fewer than two words, or too long a name. */
export function joinedName({ words }: SpacedRun): string | undefined {
  if (words.length < 2) return undefined;
  const name = tagName(words.map(({ word }) => word).join(' '));
  return fits(name, MAX_TAG_NAME_CHARACTERS) ? name : undefined;
}

/** The words of the typed text, and whether a space or a comma follows each. */
export function wordsTyped(text: string): { word: string; end: 'space' | 'other' }[] {
  return [...text.matchAll(/([^,\s]+)([^\S,]*,)?/g)].map(([, word = '', comma]) => ({
    word,
    end: comma === undefined ? 'space' : 'other',
  }));
}
