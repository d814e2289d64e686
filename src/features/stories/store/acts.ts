import { sql } from 'kysely';
import type { Connection } from '#platform/database/database.ts';

// Unlike a list in parentheses, which must not be empty.
const oneOf = (ids: number[]) => sql<number>`any (${ids}::bigint[])`;

/**
 * Locks these stories until the transaction ends, in the order of their ids, so that no two who lock several wait
 * for each other. Gives the ids of those that are there.
 */
export async function lockStories(connection: Connection, ids: number[]): Promise<Set<number>> {
  const rows = await connection
    .selectFrom('stories')
    .select('id')
    .where('id', '=', oneOf(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Locks the accounts and then the stories of acts, so that neither goes while they are stored. Gives the acts of
 * which both are still there.
 */
export async function lockForActs<Act extends { accountId: number; storyId: number }>(
  connection: Connection,
  acts: Act[],
): Promise<Act[]> {
  const accounts = await connection
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', oneOf([...new Set(acts.map((act) => act.accountId))]))
    .orderBy('id')
    .forKeyShare()
    .execute();
  const accountIds = new Set(accounts.map((row) => row.id));
  const storyIds = await lockStories(connection, [...new Set(acts.map((act) => act.storyId))]);
  return acts.filter((act) => accountIds.has(act.accountId) && storyIds.has(act.storyId));
}

/** Adds views to stories that are locked, and what these weigh in their trending. */
export async function addViews(connection: Connection, views: Map<number, number>): Promise<void> {
  await sql`
    update stories set view_count = view_count + added,
      trending = trending_added(trending, trending_of(added * act_weight('view'), now())),
      anonymous_trending = trending_added(anonymous_trending, trending_of(added * act_weight('view'), now()))
    from unnest(${[...views.keys()]}::bigint[], ${[...views.values()]}::integer[]) as one (story_id, added)
    where id = story_id`.execute(connection);
}

/** Adds to the trending of stories that are locked what chapters read to the end weigh. */
export async function addCompletedReads(connection: Connection, reads: Map<number, number>): Promise<void> {
  await sql`
    update stories set
      trending = trending_added(trending, trending_of(added * act_weight('completed-read'), now())),
      anonymous_trending = trending_added(anonymous_trending, trending_of(added * act_weight('completed-read'), now()))
    from unnest(${[...reads.keys()]}::bigint[], ${[...reads.values()]}::integer[]) as one (story_id, added)
    where id = story_id`.execute(connection);
}

export interface StoryFigures {
  upvote_count: number;
  downvote_count: number;
  bookmark_count: number;
  view_count: number;
}

/** What is shown of readers' acts, by story. */
export async function figuresOf(connection: Connection, ids: number[]): Promise<Map<number, StoryFigures>> {
  const rows = await connection
    .selectFrom('stories')
    .select(['id', 'upvote_count', 'downvote_count', 'bookmark_count', 'view_count'])
    .where('id', '=', oneOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export interface RankingChange {
  story_id: number;
  change_id: number;
}

/** Stories whose authors' and tags' sums are behind. */
export async function rankingChanges(connection: Connection, limit: number): Promise<RankingChange[]> {
  return connection
    .selectFrom('ranking_changes')
    .select(['story_id', 'change_id'])
    .orderBy('story_id')
    .limit(limit)
    .execute();
}

/** A change of a story's trending score that its tags have not had yet. */
export interface UncountedTrending {
  story_id: number;
  added: number | null;
  taken: number | null;
}

/**
 * What the tags of these stories have not had yet. From now on it counts as being there, so the transaction has to add
 * it. Locks the stories.
 */
export async function takeUncountedTrending(
  connection: Connection,
  storyIds: readonly number[],
): Promise<UncountedTrending[]> {
  await sql`select from stories where id = any (${storyIds}) order by id for no key update`.execute(
    connection,
  );
  const { rows } = await sql<UncountedTrending>`
    with behind as materialized (
      select story_id, trending, counted_trending from ranking_changes join stories on stories.id = story_id
      where story_id = any (${storyIds}) and counted_trending is distinct from trending
      order by story_id for update of ranking_changes
    )
    update ranking_changes set counted_trending = behind.trending from behind
    where ranking_changes.story_id = behind.story_id
    returning behind.story_id, behind.trending as added, behind.counted_trending as taken`.execute(
    connection,
  );
  return rows;
}

/** Takes the notes away of which nothing has changed since. What somebody is changing at this moment stays. */
export async function forgetRankingChanges(connection: Connection, changes: RankingChange[]): Promise<void> {
  const ids = changes.map((change) => change.story_id);
  const changeIds = changes.map((change) => change.change_id);
  await sql`
    delete from ranking_changes where story_id in (
      select noted.story_id from ranking_changes as noted
      join unnest(${ids}::bigint[], ${changeIds}::bigint[]) as done (story_id, change_id) using (story_id, change_id)
      join stories on stories.id = noted.story_id
      where counted_trending is not distinct from trending for update of noted skip locked
    )`.execute(connection);
}
