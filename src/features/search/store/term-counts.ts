import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { CountedTerm } from '../rules/query.ts';
import { type Estimate, RARE_ESTIMATE, type SearchPlace, shareOfMatches } from '../rules/scan-budget.ts';
import { lexemesOf } from '../rules/snippet.ts';

type Place = {
  [Table in keyof Tables]: { table: Table; column: keyof Tables[Table] & string };
}[keyof Tables];

const places: Record<SearchPlace, Place> = {
  title: { table: 'search_stories', column: 'title' },
  head: { table: 'search_stories', column: 'head' },
  text: { table: 'search_chapters', column: 'words' },
  name: { table: 'search_authors', column: 'names' },
  author: { table: 'search_authors', column: 'words' },
};

/** Prefixes are counted up to this length; a longer one has at most as many matches. */
const MAX_PREFIX_CHARACTERS = 8;

/** The key under which a prefix is counted: no word contains an asterisk. */
const prefixKey = (term: string) => `${term.slice(0, MAX_PREFIX_CHARACTERS)}*`;

/** Estimates the matches of each query from the counts of common words, without searching any rows. */
export async function estimateMatches(
  connection: Connection,
  queries: readonly { query: string; place: SearchPlace }[],
): Promise<Estimate[]> {
  const keys = queries.flatMap(({ query, place }) =>
    lexemesOf(query).map(({ text, isPrefix }) => ({ place, term: isPrefix ? prefixKey(text) : text })),
  );
  if (keys.length === 0) return queries.map(() => RARE_ESTIMATE);
  const { rows } = await sql<{ place: SearchPlace; term: string; share: number; total: number }>`
    select place, term, share, total from search_term_counts
    where (place, term) in (
      select * from unnest(${keys.map((key) => key.place)}::text[], ${keys.map((key) => key.term)}::text[])
    )`.execute(connection);
  const counts = new Map(rows.map((row) => [`${row.place} ${row.term}`, row]));
  return queries.map(({ query, place }) => {
    const share = shareOfMatches(query, (term, isPrefix) => {
      const count = counts.get(`${place} ${isPrefix ? prefixKey(term) : term}`);
      return count?.share ?? 0;
    });
    const total = rows.find((row) => row.place === place)?.total ?? 0;
    return { rows: share * total, share };
  });
}

/** From this number on an estimate is precise enough: only the ratio counts. */
const MIN_ESTIMATED_ROWS = 300;

/** The number of title blocks and chapters that contain each of these. */
export async function countMatches(
  connection: Connection,
  queries: readonly string[],
): Promise<CountedTerm[]> {
  const placesOf = async (place: 'head' | 'text') => {
    const estimated = await estimateMatches(
      connection,
      queries.map((query) => ({ query, place })),
    );
    const isRare = estimated.map(({ rows }) => rows < MIN_ESTIMATED_ROWS);
    const { table, column } = places[place];
    const { rows } = await sql<{ count: number }>`
      select count::integer from unnest(${queries}::text[], ${isRare}::boolean[]) with ordinality as requested (query, is_rare, nth)
      cross join lateral (
        select count(*) from ${sql.table(table)} where is_rare and ${sql.ref(column)} @@ query::tsquery
      ) as counted
      order by nth`.execute(connection);
    return rows.map(({ count }, at) => (isRare[at] ? count : (estimated[at]?.rows ?? 0)));
  };
  const [inTitleBlocks, inTexts] = [await placesOf('head'), await placesOf('text')];
  return queries.map((query, at) => ({ query, count: (inTitleBlocks[at] ?? 0) + (inTexts[at] ?? 0) }));
}

/** The sample size per place for finding its common words. */
const SAMPLE_ROWS = 5_000;
/** Words below this frequency are not common, whatever the size of the library. */
const MIN_COMMON_SHARE = 0.0005;
const MIN_COMMON_ROWS = 20;
const MAX_COMMON_TERMS = 20_000;
/** Reading the sample of a large library takes longer than a request's timeout. */
const COUNTING_TIMEOUT_MS = 60_000;

/** Recounts the words in a sample of each place, in one transaction. */
export async function recountTerms(connection: Connection): Promise<void> {
  await sql`select set_config('statement_timeout', ${String(COUNTING_TIMEOUT_MS)}, true)`.execute(connection);
  await sql`delete from search_term_counts`.execute(connection);
  for (const [place, { table, column }] of Object.entries(places)) {
    const {
      rows: [relation],
    } = await sql<{ total: number }>`
      select greatest(reltuples, 0)::float8 as total from pg_class where oid = ${table}::regclass`.execute(
      connection,
    );
    const percentage = Math.min(100, (100 * SAMPLE_ROWS) / Math.max(1, relation?.total ?? 0));
    // Sampling the same blocks each time gives the same library the same counts.
    const sample = `${table} tablesample system (${percentage}) repeatable (1)`;
    await sql`
      with words as materialized (
        select word, least(ndoc / sampled::float8, 0.999) as share, round(sampled * 100 / ${percentage}::float8) as total
        from (select count(*) as sampled from ${sql.raw(sample)}) as rows
        cross join ts_stat(${`select ${column} from ${sample}`}) as words
      ), counted as (
        select word as term, share, total from words
        union all
        select left(word, length) || '*', 1 - exp(sum(ln(1 - share))), total
        from words cross join generate_series(1, ${MAX_PREFIX_CHARACTERS}::integer) as length
        where char_length(word) >= length group by 1, total
      )
      insert into search_term_counts (place, term, share, total)
      select ${place}, term, share, total from counted
      where share >= ${MIN_COMMON_SHARE}::float8 and share * total >= ${MIN_COMMON_ROWS}
      order by share desc, term limit ${MAX_COMMON_TERMS}`.execute(connection);
  }
}
