import type { Connection } from '#platform/database/database.ts';
import {
  bestStretch,
  type Lexeme,
  type Match,
  matchesAmong,
  type Stretch,
  type Word,
  wordsLike,
} from '../rules/snippet.ts';
import { stemsOfWords } from '../store/snippets.ts';

/** A text in which words are to be marked. */
export interface Passage {
  text: string;
  lexemes: readonly Lexeme[];
  words: readonly Word[];
}

export interface MarkedPassage {
  text: string;
  matches: Match[];
  best: Stretch | undefined;
}

export function passage(text: string, lexemes: readonly Lexeme[]): Passage {
  return { text, lexemes, words: wordsLike(text, lexemes) };
}

/** Gives what marks a passage; what the index makes of the words is asked for all of them at once. */
export async function markerOf(
  connection: Connection,
  passages: readonly Passage[],
): Promise<(one: Passage) => MarkedPassage> {
  const words = new Set(passages.flatMap((one) => one.words.map((word) => word.text)));
  const stems = words.size === 0 ? new Map<string, string[]>() : await stemsOfWords(connection, [...words]);
  return ({ text, lexemes, words: candidates }) => {
    const matches = matchesAmong(candidates, lexemes, (word) => stems.get(word) ?? []);
    return { text, matches, best: bestStretch(text, matches) };
  };
}
