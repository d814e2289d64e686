import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

export interface RankingChange {
  story_id: number;
  change_id: number;
}

/** Stories with outdated sums of their authors and tags. */
export async function listRankingChanges(connection: Connection, limit: number): Promise<RankingChange[]> {
  return connection
    .selectFrom('ranking_changes')
    .select(['story_id', 'change_id'])
    .orderBy('story_id')
    .limit(limit)
    .execute();
}

/** A change of a story's trending score that is not yet added to its tags. */
export interface PendingTrending {
  story_id: number;
  added: number | null;
  removed: number | null;
}

/**
 * Returns the score changes missing from the tags of these stories, and marks them as added, so the transaction has to
 * add them. Locks the stories.
 */
export async function claimPendingTrending(
  connection: Connection,
  storyIds: readonly number[],
): Promise<PendingTrending[]> {
  await sql`select from stories where id = any (${storyIds}) order by id for no key update`.execute(
    connection,
  );
  const { rows } = await sql<PendingTrending>`
    with pending as materialized (
      select story_id, trending, counted_trending from ranking_changes join stories on stories.id = story_id
      where story_id = any (${storyIds}) and counted_trending is distinct from trending
      order by story_id for update of ranking_changes
    )
    update ranking_changes set counted_trending = pending.trending from pending
    where ranking_changes.story_id = pending.story_id
    returning pending.story_id, pending.trending as added, pending.counted_trending as removed`.execute(
    connection,
  );
  return rows;
}

/** Deletes pending-change rows that nobody has touched since we read them. Rows that are locked at this moment stay. */
export async function deleteProcessedChanges(
  connection: Connection,
  changes: RankingChange[],
): Promise<void> {
  const ids = changes.map((change) => change.story_id);
  const changeIds = changes.map((change) => change.change_id);
  await sql`
    delete from ranking_changes where story_id in (
      select change.story_id from ranking_changes as change
      join unnest(${ids}::bigint[], ${changeIds}::bigint[]) as processed (story_id, change_id) using (story_id, change_id)
      join stories on stories.id = change.story_id
      where counted_trending is not distinct from trending for update of change skip locked
    )`.execute(connection);
}
