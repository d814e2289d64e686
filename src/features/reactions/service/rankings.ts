/** Follow-ups of reactions within seconds: the sums of authors and tags, and votes that begin to count. */
import { sumAuthorStats } from '#features/authors/service.ts';
import { authorsOfStories } from '#features/stories/service/stories.ts';
import { addTagTrending } from '#features/tags/service/tags.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import { claimPendingTrending, deleteProcessedChanges, listRankingChanges } from '../store/rankings.ts';
import { findReactionsToRank, lockForReactions, rankReactions } from '../store/reactions.ts';

/** The job that updates the sums of authors and tags after reactions. */
export const RANKINGS_JOB = 'sum-changed-rankings';
const RANKINGS_DELAY_SECONDS = 3;

/** Enqueues the job, to run within seconds. A thousand votes share one job. */
export async function enqueueRankingUpdate(
  { jobs }: Pick<Context, 'jobs'>,
  connection: Connection,
): Promise<void> {
  await jobs.enqueueOnce(connection, RANKINGS_JOB, RANKINGS_DELAY_SECONDS);
}

/** Adding the scores locks these stories, which blocks votes on them. */
const MAX_STORIES_LOCKED = 50;

/** Updates the sums of these stories' authors and tags, and of authors whose story was deleted. */
export async function updateRankings(
  { db }: Pick<Context, 'db'>,
  storyIds: number[],
  extra: { authorIds?: number[] } = {},
): Promise<void> {
  for (let from = 0; from < storyIds.length; from += MAX_STORIES_LOCKED) {
    const ids = storyIds.slice(from, from + MAX_STORIES_LOCKED);
    await db
      .transaction()
      .execute(async (transaction) =>
        addTagTrending(transaction, await claimPendingTrending(transaction, ids)),
      );
  }
  // Separate transaction: deleting an account takes these locks in the opposite order.
  const authorIds = await authorsOfStories(db, storyIds);
  await db
    .transaction()
    .execute((transaction) =>
      sumAuthorStats(transaction, [...new Set([...authorIds, ...(extra.authorIds ?? [])])]),
    );
}

const MAX_CHANGES_PER_BATCH = 500;

/** Updates the sums for all stories moved by reactions. A story that moves again meanwhile stays in the table. */
export async function updateChangedRankings({ db }: Pick<Context, 'db'>): Promise<void> {
  for (;;) {
    const changes = await listRankingChanges(db, MAX_CHANGES_PER_BATCH);
    if (changes.length === 0) return;
    await updateRankings(
      { db },
      changes.map((change) => change.story_id),
    );
    await deleteProcessedChanges(db, changes);
    if (changes.length < MAX_CHANGES_PER_BATCH) return;
  }
}

const MAX_RANKED_PER_BATCH = 200;

/** Makes votes and bookmarks move rankings once their accounts are verified and old enough. */
export async function rankPendingReactions({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  for (const table of ['votes', 'bookmarks'] as const) {
    for (;;) {
      const pending = await findReactionsToRank(db, table, MAX_RANKED_PER_BATCH);
      if (pending.length === 0) break;
      await db.transaction().execute(async (transaction) => {
        await rankReactions(transaction, table, await lockForReactions(transaction, pending));
        await enqueueRankingUpdate({ jobs }, transaction);
      });
    }
  }
}
