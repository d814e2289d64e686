import { sql } from 'kysely';
import type { Connection } from '#platform/database.ts';
import { SEARCH_DEPTH, type SearchSort } from '../contract.ts';

const orders: Record<SearchSort, ReturnType<typeof sql>> = {
  relevance: sql`is_named desc, rank * (0.8 + 0.4 * top) desc, id`,
  newest: sql`created_at desc, id`,
  popular: sql`top desc, ranked_upvotes desc, id`,
  trending: sql`trending desc nulls last, id`,
};

/** Authors with a listed story whose names, or names and bio, match: the first in the order. */
export async function authorsByWords(
  connection: Connection,
  query: string,
  options: { sort: SearchSort; namesOnly: boolean },
): Promise<number[]> {
  const column = sql.ref(options.namesOnly ? 'names' : 'words');
  const { rows } = await sql<{ id: number }>`
    select id from (
      select accounts.id, created_at, top, ranked_upvotes, trending, names @@ ${query}::tsquery as is_named,
        ts_rank('{0.1, 0.1, 0.1, 1}', words, ${query}::tsquery, 2) as rank
      from search_authors
      join accounts on accounts.id = search_authors.account_id
      join author_stats on author_stats.account_id = accounts.id
      where search_authors.${column} @@ ${query}::tsquery
      limit ${SEARCH_DEPTH}
    ) as found
    order by ${orders[options.sort]}`.execute(connection);
  return rows.map((row) => row.id);
}
