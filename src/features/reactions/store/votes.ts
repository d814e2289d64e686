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
 * Stores votes of accounts and stories that are locked; at most one for each pair. A vote that says what the former
 * one said leaves it as it is, with its time. The counters of stories follow by triggers.
 */
export async function storeVotes(connection: Connection, votes: Vote[]): Promise<void> {
  const given = votes.filter((vote) => vote.status !== 'none');
  const takenBack = votes.filter((vote) => vote.status === 'none');
  if (given.length > 0) {
    await sql`
      insert into votes (account_id, story_id, value, ranked_at)
      select account_id, story_id, value, case when moves_rankings(account_id, story_id) then now() end
      from unnest(${given.map((vote) => vote.accountId)}::bigint[], ${given.map((vote) => vote.storyId)}::bigint[],
        ${given.map((vote) => values[vote.status])}::smallint[]) as given (account_id, story_id, value)
      on conflict (account_id, story_id) do update
        set value = excluded.value, voted_at = excluded.voted_at,
          ranked_at = coalesce(votes.ranked_at, excluded.ranked_at)
        where votes.value <> excluded.value`.execute(connection);
  }
  if (takenBack.length > 0) {
    await sql`
      delete from votes
      using unnest(${takenBack.map((vote) => vote.accountId)}::bigint[],
        ${takenBack.map((vote) => vote.storyId)}::bigint[]) as taken (account_id, story_id)
      where votes.account_id = taken.account_id and votes.story_id = taken.story_id`.execute(connection);
  }
}

/** An account's votes on these stories; those without one are left out. */
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

/** Votes that do not move rankings yet, although their accounts may by now. */
export async function votesToRank(
  connection: Connection,
  limit: number,
): Promise<{ accountId: number; storyId: number }[]> {
  const { rows } = await sql<{ accountId: number; storyId: number }>`
    select votes.account_id as "accountId", votes.story_id as "storyId" from votes
    join credentials on credentials.account_id = votes.account_id and email_verified_at is not null
    where ranked_at is null and moves_rankings(votes.account_id, votes.story_id)
    limit ${limit}`.execute(connection);
  return rows;
}

/** Lets these votes, of accounts and stories that are locked, move rankings as if they had from the beginning. */
export async function rankVotes(
  connection: Connection,
  votes: { accountId: number; storyId: number }[],
): Promise<void> {
  await sql`
    update votes set ranked_at = now()
    from unnest(${votes.map((vote) => vote.accountId)}::bigint[], ${votes.map((vote) => vote.storyId)}::bigint[])
      as one (account_id, story_id)
    where votes.account_id = one.account_id and votes.story_id = one.story_id and ranked_at is null`.execute(
    connection,
  );
}
