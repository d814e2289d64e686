import { type RawBuilder, sql } from 'kysely';
import { authorOrders } from '#features/authors/service.ts';
import type { Connection } from '#platform/database/database.ts';
import { orderBy } from '#platform/database/order-by.ts';
import { SEARCH_DEPTH, type SearchSort } from '../contract.ts';
import { estimates, type Gathering, isCommon, notEstimated } from './estimates.ts';
import type { Candidates } from './stories.ts';

const orders: Record<SearchSort, RawBuilder<unknown>> = {
  relevance: sql`is_named desc, rank * (0.8 + 0.4 * top) desc, id`,
  newest: sql`created_at desc, id`,
  popular: sql`top desc, ranked_upvotes desc, id`,
  trending: sql`trending desc nulls last, id`,
};

/** Along the indexes of the site's lists; ids are given in the order in which accounts are made. */
const listOrders: Record<SearchSort, RawBuilder<unknown>> = {
  relevance: authorOrders.top,
  newest: orderBy<'author_stats'>('account_id desc'),
  popular: authorOrders.top,
  trending: authorOrders.trending,
};

/** How many authors the index of words is asked for, and how many are looked at where more have them. */
const AUTHORS_MAXIMUM = 300;

/** What more have is not looked for in the index of words, which first gathers all that have it. */
const GATHERED_AUTHORS: Gathering = { rows: 5_000, share: 0.2 };

/** Authors with a listed story whose names, or names and bio, match, in the order. */
export async function authorsByWords(
  connection: Connection,
  query: string,
  options: { sort: SearchSort; namesOnly: boolean; excluded: string },
): Promise<Candidates> {
  const column = sql.ref(options.namesOnly ? 'names' : 'words');
  // Names and bio, also where only names are looked for.
  const isWanted = options.excluded === '' ? sql`true` : sql`not (words @@ ${options.excluded}::tsquery)`;
  const [estimate = notEstimated] = await estimates(connection, [
    { query, where: options.namesOnly ? 'name' : 'author' },
  ]);
  const isGathered = !isCommon(estimate, AUTHORS_MAXIMUM, GATHERED_AUTHORS);
  const { rows } = await sql<{ id: number | null; indexed: number }>`
    with indexed as materialized (
      select account_id from search_authors where ${isGathered}::boolean and ${column} @@ ${query}::tsquery
        and ${isWanted}
      limit ${AUTHORS_MAXIMUM + 1}
    ), first as materialized (
      select first.account_id from (
        select account_id from author_stats where story_count > 0
        order by ${listOrders[options.sort]} limit ${AUTHORS_MAXIMUM}
      ) as first
      cross join lateral (
        select from search_authors where account_id = first.account_id and ${column} @@ ${query}::tsquery
          and ${isWanted} offset 0
      ) as matched
      where not ${isGathered}::boolean or (select count(*) from indexed) > ${AUTHORS_MAXIMUM}
    ), ids as materialized (
      select array(select account_id from indexed union select account_id from first) as ids
    ), weighed as materialized (
      select account_id as id, names @@ ${query}::tsquery as is_named,
        ts_rank('{0.1, 0.1, 0.1, 1}', words, ${query}::tsquery, 2) as rank
      from search_authors where account_id = any ((select ids from ids)::bigint[])
    ), stats as materialized (
      select account_id as id, top, ranked_upvotes, trending from author_stats
      where account_id = any ((select ids from ids)::bigint[])
    ), made as materialized (
      select id, created_at from accounts where id = any ((select ids from ids)::bigint[])
    )
    select id, indexed from (select count(*)::integer as indexed from indexed) as counted
    left join (weighed join stats using (id) join made using (id)) on true
    order by ${orders[options.sort]}
    limit ${SEARCH_DEPTH}`.execute(connection);
  return {
    ids: rows.flatMap(({ id }) => id ?? []),
    isComplete: isGathered && (rows[0]?.indexed ?? 0) <= AUTHORS_MAXIMUM,
  };
}
