import { type RawBuilder, sql } from 'kysely';
import { authorOrders } from '#features/authors/service.ts';
import type { Connection } from '#platform/database/database.ts';
import { MAX_SEARCH_RESULTS, type SearchSort } from '../contract.ts';
import { exceedsBudget, RARE_ESTIMATE, type ScanBudget } from '../rules/scan-budget.ts';
import type { Candidates } from './stories.ts';
import { estimateMatches } from './term-counts.ts';

const byRelevance = sql`is_named desc, rank * (0.8 + 0.4 * top) desc, id`;

const orders: Record<SearchSort, RawBuilder<unknown>> = {
  relevance: byRelevance,
  newest: sql`created_at desc, id`,
  popular: sql`top desc, ranked_upvotes desc, id`,
  trending: sql`trending desc nulls last, id`,
  // Only stories are updated.
  updated: byRelevance,
};

/** Uses the indexes of the site's lists. */
const listOrders: Record<SearchSort, RawBuilder<unknown>> = {
  relevance: authorOrders.top,
  newest: sql`names.created_at desc, names.id`,
  popular: authorOrders.top,
  trending: authorOrders.trending,
  updated: authorOrders.top,
};

/** The number of authors taken from the word index, and read by a scan in order if there are more. */
const MAX_AUTHORS = 300;
const AUTHOR_BUDGET: ScanBudget = { rows: 5_000, share: 0.2 };

/** Authors with a listed story whose names, or names and bio, match, in order. */
export async function authorsByWords(
  connection: Connection,
  query: string,
  options: { sort: SearchSort; namesOnly: boolean; excluded: string },
): Promise<Candidates> {
  const column = sql.ref(options.namesOnly ? 'names' : 'words');
  // Exclusions apply to names and bio, even when only names are searched.
  const isNotExcluded =
    options.excluded === '' ? sql`true` : sql`not (words @@ ${options.excluded}::tsquery)`;
  const [estimate = RARE_ESTIMATE] = await estimateMatches(connection, [
    { query, place: options.namesOnly ? 'name' : 'author' },
  ]);
  const isIndexed = !exceedsBudget(AUTHOR_BUDGET, estimate, MAX_AUTHORS);
  const { rows } = await sql<{ id: number | null; indexed: number }>`
    with matching as materialized (
      select account_id from search_authors where ${isIndexed}::boolean and ${column} @@ ${query}::tsquery
        and ${isNotExcluded}
    ), indexed as materialized (
      select account_id from matching order by account_id desc limit ${MAX_AUTHORS + 1}
    ), first as materialized (
      select first.account_id from (
        select account_id from author_stats
        join (select id, created_at from pen_names) as names on names.id = account_id where story_count > 0 order by ${listOrders[options.sort]} limit ${MAX_AUTHORS}
      ) as first
      cross join lateral (
        select from search_authors where account_id = first.account_id and ${column} @@ ${query}::tsquery
          and ${isNotExcluded} offset 0
      ) as matched
      where not ${isIndexed}::boolean or (select count(*) from indexed) > ${MAX_AUTHORS}
    ), ids as materialized (
      select array(select account_id from indexed union select account_id from first) as ids
    ), weighed as materialized (
      select account_id as id, names @@ ${query}::tsquery as is_named,
        ts_rank('{0.1, 0.1, 0.1, 1}', words, ${query}::tsquery, 2) as rank
      from search_authors where account_id = any ((select ids from ids)::bigint[])
    ), stats as materialized (
      select account_id as id, top, ranked_upvotes, trending from author_stats
      where account_id = any ((select ids from ids)::bigint[])
    ), creation_times as materialized (
      select id, created_at from pen_names where id = any ((select ids from ids)::bigint[])
    )
    select id, indexed from (select count(*)::integer as indexed from indexed) as counted
    left join (weighed join stats using (id) join creation_times using (id)) on true
    order by ${orders[options.sort]}
    limit ${MAX_SEARCH_RESULTS}`.execute(connection);
  return {
    ids: rows.flatMap(({ id }) => id ?? []),
    isComplete: isIndexed && (rows[0]?.indexed ?? 0) <= MAX_AUTHORS,
  };
}
