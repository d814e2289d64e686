import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/runtime/services.ts';
import { composeQueries, parseQuery, type Term } from '../rules/query.ts';
import { likelyWords, MIN_CORRECTED_LENGTH, withCorrections, withFrequency } from '../rules/spelling.ts';
import { inSearchTransaction } from '../store/session.ts';
import { forgetUnusedWords, isMatched, neighbours } from '../store/spelling.ts';
import { analyzeTerms } from '../store/terms.ts';
import { frequencies } from '../store/texts.ts';

const GUESSES = 3;

/**
 * The query with known words in place of those that stand nowhere: what was most likely meant, and what else may
 * have been. None where every word is known, or nothing known is like it.
 */
export async function correctedQueries(connection: Connection, typed: string): Promise<string[]> {
  const typedWords = parseQuery(typed)
    .filter((term) => !term.isExcluded)
    .flatMap((term) => term.text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .map(singleWord);
  const guesses = new Map<string, string[]>();
  for (const read of await analyzeTerms(connection, typedWords)) {
    // Without accents and in small letters, as the known words are.
    const plain = /^'(\p{L}+)'$/u.exec(read.words)?.[1] ?? '';
    if (plain.length < MIN_CORRECTED_LENGTH || read.stems === '') continue;
    if (await isMatched(connection, composeQueries([read]).titleBlock)) continue;
    const likely = likelyWords(plain, await neighbours(connection, plain));
    const guessed = await analyzeTerms(
      connection,
      likely.map(({ word }) => singleWord(word)),
    );
    const counts = await frequencies(
      connection,
      guessed.map((term) => term.stems || term.words),
    );
    const words = withFrequency(
      likely,
      counts.map(({ count }) => count),
    ).map(({ word }) => word);
    if (words.length > 0) guesses.set(read.text.toLowerCase(), words);
  }
  if (guesses.size === 0) return [];
  const queries = Array.from({ length: GUESSES }, (_, at) =>
    withCorrections(
      typed,
      new Map([...guesses].map(([word, likely]) => [word, likely[at] ?? likely[0] ?? word])),
    ),
  );
  return [...new Set(queries)];
}

function singleWord(text: string): Term {
  return { text, isPhrase: false, isExcluded: false };
}

/** Forgets the words that nobody uses any longer, a few at a time. */
export async function forgetUnused({ db }: Pick<Services, 'db'>): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await inSearchTransaction(db, (connection) => forgetUnusedWords(connection, from), 'read write');
  }
}
