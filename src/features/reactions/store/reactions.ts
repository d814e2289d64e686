import { sql } from 'kysely';
import { lockStories } from '#features/stories/service/stories.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { ReadingState } from '../contract/reading-state.ts';

/** A reader's reaction to a story; anonymous unless it has an account. */
export interface Reaction {
  storyId: number;
  accountId?: number;
}

/**
 * Locks the accounts and then the stories of reactions, so that neither is deleted meanwhile. Returns the reactions for
 * which both still exist.
 */
export async function lockForReactions<Kind extends Reaction>(
  transaction: OpenTransaction,
  reactions: Kind[],
): Promise<Kind[]> {
  const accountIds = [...new Set(reactions.flatMap(({ accountId }) => accountId ?? []))];
  const accounts = new Set<number | undefined>([undefined]);
  if (accountIds.length > 0) {
    const { rows } = await sql<{ id: number }>`
      select id from accounts where id = any (${accountIds}::bigint[]) order by id for key share`.execute(
      transaction,
    );
    for (const { id } of rows) accounts.add(id);
  }
  const stories = await lockStories(transaction, [...new Set(reactions.map(({ storyId }) => storyId))]);
  return reactions.filter(({ accountId, storyId }) => accounts.has(accountId) && stories.has(storyId));
}

export interface StoryCounts {
  upvote_count: number;
  downvote_count: number;
  bookmark_count: number;
  view_count: number;
}

/** The displayed counts of reactions, by story. */
export async function readCounts(connection: Connection, ids: number[]): Promise<Map<number, StoryCounts>> {
  const rows = await connection
    .selectFrom('stories')
    .select(['id', 'upvote_count', 'downvote_count', 'bookmark_count', 'view_count'])
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type RankedTable = 'votes' | 'bookmarks';
type Pair = Required<Reaction>;

/** Votes or bookmarks that do not move rankings yet, although their accounts qualify by now. */
export async function findReactionsToRank(
  connection: Connection,
  table: RankedTable,
  limit: number,
): Promise<Pair[]> {
  const { rows } = await sql<Pair>`
    select reaction.account_id as "accountId", story_id as "storyId" from ${sql.table(table)} as reaction
    join credentials on credentials.account_id = reaction.account_id and email_verified_at is not null
    where ranked_at is null and moves_rankings(reaction.account_id, story_id)
    limit ${limit}`.execute(connection);
  return rows;
}

/** Makes these reactions of locked accounts and stories move rankings as if they had from the beginning. */
export async function rankReactions(
  connection: Connection,
  table: RankedTable,
  pairs: Pair[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} as reaction set ranked_at = now()
    from unnest(${pairs.map((pair) => pair.accountId)}::bigint[], ${pairs.map((pair) => pair.storyId)}::bigint[])
      as pair (account_id, story_id)
    where reaction.account_id = pair.account_id and reaction.story_id = pair.story_id and ranked_at is null`.execute(
    connection,
  );
}

/** The reader's shelf for each of these stories that is on one of the states'. */
export async function readingStatesOf(
  connection: Connection,
  accountId: number,
  storyIds: number[],
): Promise<Map<number, ReadingState>> {
  if (storyIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('shelf_marks')
    .select(['story_id', 'state'])
    .where('account_id', '=', accountId)
    .where('story_id', 'in', storyIds)
    .execute();
  return new Map(rows.flatMap(({ story_id, state }) => (state === null ? [] : [[story_id, state] as const])));
}
