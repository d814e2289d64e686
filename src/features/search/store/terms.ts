import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { AnalyzedTerm, Term } from '../rules/query.ts';

/** What the database makes of the terms: stems, without accents and without the commonest words. */
export async function analyzeTerms(connection: Connection, terms: readonly Term[]): Promise<AnalyzedTerm[]> {
  if (terms.length === 0) return [];
  const { rows } = await sql<{ stems: string; words: string }>`
    select phraseto_tsquery('nightstand', search_text(term))::text as stems,
      phraseto_tsquery('nightstand_words', search_text(term))::text as words
    from unnest(${terms.map((term) => term.text)}::text[]) with ordinality as typed (term, place)
    order by place`.execute(connection);
  return terms.map((term, at) => ({ ...term, stems: rows[at]?.stems ?? '', words: rows[at]?.words ?? '' }));
}
