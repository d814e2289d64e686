import type { Connection } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { type AnalyzedTerm, composeQueries, parseQuery, type Term } from '../rules/query.ts';
import {
  applyCorrections,
  combineCorrections,
  type Guess,
  likelyCorrections,
  MIN_CORRECTED_CHARACTERS,
  rankByFrequency,
  singleEdits,
} from '../rules/spelling.ts';
import { correctedTitleOf, type TypedTitle } from '../rules/title-similarity.ts';
import { inSearchTransaction } from '../store/search-transaction.ts';
import {
  deleteUnusedWordsAfter,
  findSimilarWords,
  hasMatches,
  matchedInTitleBlocks,
  matchedInTitles,
  matchedQueries,
} from '../store/spelling.ts';
import { countMatches } from '../store/term-counts.ts';
import { analyzeTerms } from '../store/terms.ts';

/** The number of corrections to compare, and the number of those to search. */
const MAX_CORRECTIONS_COMPARED = 12;
const MAX_CORRECTIONS_SEARCHED = 3;

export interface Corrections {
  /** The query with unknown words replaced by known ones, the likeliest first. */
  queries: string[];
  /** Matches titles with the words of any correction, including those not among the queries. */
  title: TypedTitle;
}

/** Corrections of a query; none when every word is known, or no known word is similar. */
export async function findCorrections(connection: Connection, typed: string): Promise<Corrections> {
  const guesses = await findGuesses(connection, typed);
  if (guesses.size === 0) return { queries: [], title: correctedTitleOf([], []) };
  const compared = combineCorrections(guesses, MAX_CORRECTIONS_COMPARED).map((words) =>
    applyCorrections(typed, words),
  );
  const queries = [...new Set(compared)];
  const parsed = queries.map(parseQuery);
  const analyzed = await analyzeTerms(connection, parsed.flat());
  const terms = parsed.map((query) => analyzed.splice(0, query.length));
  // The other words of the query show which correction was meant.
  const matched =
    (terms[0]?.length ?? 0) > 1
      ? await matchedInTitleBlocks(
          connection,
          terms.map((query) => composeQueries(query).titleBlock),
        )
      : new Set<number>();
  const places = [...queries.keys()].sort((a, b) => Number(matched.has(b)) - Number(matched.has(a)));
  return {
    queries: places.slice(0, MAX_CORRECTIONS_SEARCHED).flatMap((place) => queries[place] ?? []),
    title: correctedTitleOf(parseQuery(typed), terms),
  };
}

/** Known words for each unknown word of a query, the likeliest first. */
async function findGuesses(connection: Connection, typed: string): Promise<Map<string, string[]>> {
  const words = parseQuery(typed)
    .filter((term) => !term.isExcluded)
    .flatMap((term) => term.text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])
    .map(singleWord);
  const guesses = new Map<string, string[]>();
  for (const [at, term] of (await analyzeTerms(connection, words)).entries()) {
    // Without accents and in lower case, like the known words.
    const plain = /^'([\p{L}\p{N}]+)'$/u.exec(term.words)?.[1] ?? '';
    if (plain.length < MIN_CORRECTED_CHARACTERS || term.stems === '') continue;
    // Only the last word may be unfinished.
    const others = at === words.length - 1 ? [] : [emptyTerm];
    if (await hasMatches(connection, composeQueries([term, ...others]).titleBlock)) continue;
    const { likely, analyzed } = await readableGuesses(connection, plain);
    const counted = await countMatches(
      connection,
      analyzed.map(({ stems, words }) => stems || words),
    );
    const ranked = rankByFrequency(
      likely,
      counted.map(({ count }) => count),
      await matchedInTitles(
        connection,
        analyzed.map(({ words }) => words),
      ),
    );
    if (ranked.length > 0)
      guesses.set(
        term.text.toLowerCase(),
        ranked.map(({ word }) => word),
      );
  }
  return guesses;
}

/** Words that everybody can read: those of drafts and withheld stories are known, too, but a correction would publish them. */
async function readableGuesses(
  connection: Connection,
  plain: string,
): Promise<{ likely: Guess[]; analyzed: AnalyzedTerm[] }> {
  const likely = likelyCorrections(plain, await findSimilarWords(connection, plain, singleEdits(plain)));
  const analyzed = await analyzeTerms(
    connection,
    likely.map(({ word }) => singleWord(word)),
  );
  const matched = await matchedQueries(
    connection,
    analyzed.map(({ stems }) => stems),
  );
  // Stop words have no stems, and no secrets.
  const isReadable = (at: number) => matched.has(at) || analyzed[at]?.stems === '';
  return {
    likely: likely.filter((_, at) => isReadable(at)),
    analyzed: analyzed.filter((_, at) => isReadable(at)),
  };
}

function singleWord(text: string): Term {
  return { text, isPhrase: false, isExcluded: false };
}

const emptyTerm: AnalyzedTerm = { ...singleWord(''), stems: '', words: '' };

/** Deletes words that are no longer used, in small batches. */
export async function deleteUnusedWords({ db }: Pick<Context, 'db'>): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await inSearchTransaction(
      db,
      (connection) => deleteUnusedWordsAfter(connection, from),
      'read write',
    );
  }
}
