import { sql } from 'kysely';
import type { Connection } from '#platform/database.ts';
import type { Suggestion } from '../contract.ts';
import { orders } from './stories.ts';

/** Titles with words that begin like this, of the best liked stories. */
export async function suggestedStories(
  connection: Connection,
  beginning: string,
  limit: number,
): Promise<Suggestion[]> {
  const { rows } = await sql<{ text: string; slug: string }>`
    select stories.title as text, slug
    from search_stories join stories on stories.id = story_id
    where published_at is not null and search_stories.title @@ ${beginning}::tsquery
    order by ${orders.relevance}
    limit ${limit}`.execute(connection);
  return rows.map((row) => ({ ...row, type: 'story' }));
}

/** Names with words that begin like this, of the best liked authors. */
export async function suggestedAuthors(
  connection: Connection,
  beginning: string,
  limit: number,
): Promise<Suggestion[]> {
  const { rows } = await sql<{ text: string; slug: string }>`
    select coalesce(nullif(display_name, ''), username) as text, username as slug
    from search_authors
    join accounts on accounts.id = search_authors.account_id
    join author_stats on author_stats.account_id = accounts.id
    where names @@ ${beginning}::tsquery
    order by top desc, ranked_upvotes desc, accounts.id
    limit ${limit}`.execute(connection);
  return rows.map((row) => ({ ...row, type: 'author' }));
}
