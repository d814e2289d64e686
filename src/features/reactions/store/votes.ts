import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';
import type { VoteStatus } from '../contract/votes.ts';

const values: Record<VoteStatus, number> = { upvote: 1, downvote: -1, none: 0 };

function statusOf(value: number | undefined): VoteStatus {
  if (value === undefined) return 'none';
  return value > 0 ? 'upvote' : 'downvote';
}

export interface Vote {
  accountId: number;
  storyId: number;
  status: VoteStatus;
}

/**
 * Stores votes of locked accounts and stories; at most one per pair. A vote equal to the existing one leaves it as it
 * is, with its time. Triggers update the stories' counters.
 */
export async function storeVotes(connection: Connection, votes: Vote[]): Promise<void> {
  const cast = votes.filter((vote) => vote.status !== 'none');
  const removed = votes.filter((vote) => vote.status === 'none');
  if (cast.length > 0) {
    await sql`
      insert into votes (account_id, story_id, value, ranked_at)
      select account_id, story_id, value, case when moves_rankings(account_id, story_id) then now() end
      from unnest(${cast.map((vote) => vote.accountId)}::bigint[], ${cast.map((vote) => vote.storyId)}::bigint[],
        ${cast.map((vote) => values[vote.status])}::smallint[]) as cast_vote (account_id, story_id, value)
      on conflict (account_id, story_id) do update
        set value = excluded.value, voted_at = excluded.voted_at,
          ranked_at = coalesce(votes.ranked_at, excluded.ranked_at)
        where votes.value <> excluded.value`.execute(connection);
  }
  if (removed.length > 0) {
    await sql`
      delete from votes
      using unnest(${removed.map((vote) => vote.accountId)}::bigint[],
        ${removed.map((vote) => vote.storyId)}::bigint[]) as removed (account_id, story_id)
      where votes.account_id = removed.account_id and votes.story_id = removed.story_id`.execute(connection);
  }
}

/** An account's votes on these stories; stories without one are left out. */
export async function votesOf(
  connection: Connection,
  accountId: number,
  storyIds: number[],
): Promise<Map<number, VoteStatus>> {
  if (storyIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('votes')
    .select(['story_id', 'value'])
    .where('account_id', '=', accountId)
    .where('story_id', 'in', storyIds)
    .execute();
  return new Map(rows.map((row) => [row.story_id, statusOf(row.value)]));
}
