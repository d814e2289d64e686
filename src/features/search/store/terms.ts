import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { AnalyzedTerm, Term } from '../rules/query.ts';
import { withOpenEnd } from '../rules/unspaced.ts';

/** Terms as stems, without accents and stop words, and as plain words. */
export async function analyzeTerms(connection: Connection, terms: readonly Term[]): Promise<AnalyzedTerm[]> {
  if (terms.length === 0) return [];
  const { rows } = await sql<{ stems: string; words: string }>`
    select phraseto_tsquery('nightstand', search_term_text(term))::text as stems,
      phraseto_tsquery('nightstand_words', search_term_text(term))::text as words
    from unnest(${terms.map((term) => term.text)}::text[]) with ordinality as typed (term, place)
    order by place`.execute(connection);
  return terms.map((term, at) => ({
    ...term,
    stems: withOpenEnd(rows[at]?.stems ?? ''),
    words: withOpenEnd(rows[at]?.words ?? ''),
  }));
}

/** The stems of each word, as the index stores them. */
export async function stemsOfWords(
  connection: Connection,
  words: readonly string[],
): Promise<Map<string, string[]>> {
  if (words.length === 0) return new Map();
  const { rows } = await sql<{ word: string; stems: string[] }>`
    select word, tsvector_to_array(to_tsvector('nightstand', search_text(word))
      || to_tsvector('nightstand_words', search_text(word))) as stems
    from unnest(${words}::text[]) as word`.execute(connection);
  return new Map(rows.map((row) => [row.word, row.stems]));
}
