import type { Context } from '#platform/runtime/context.ts';
import { refreshScriptsAfter, refreshTagsAfter } from '../store/refreshing.ts';

/** Enqueued by migration 0120. */
export const REFRESH_TAGS_JOB = 'refresh-searched-tags';

/** Small enough that its stories are locked for a moment only. */
const BATCH = 200;

/** Indexes the tags of the next stories again, and enqueues the batch after them. */
export async function refreshNextTags(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  above: number,
): Promise<void> {
  const last = await refreshTagsAfter(db, above, BATCH);
  if (last !== null) await jobs.enqueue(db, REFRESH_TAGS_JOB, { above: last }, { jobKey: REFRESH_TAGS_JOB });
}

/** Enqueued by migration 0134. */
export const REFRESH_SCRIPTS_JOB = 'refresh-searched-scripts';

/** Their chapters are indexed with them, which takes far longer. */
const SCRIPTS_BATCH = 20;

/** Indexes the next stories in scripts without spaces, or with signs of their own, again, and enqueues the batch after them. */
export async function refreshNextScripts(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  above: number,
): Promise<void> {
  const last = await db
    .transaction()
    .execute((transaction) => refreshScriptsAfter(transaction, above, SCRIPTS_BATCH));
  if (last !== null)
    await jobs.enqueue(db, REFRESH_SCRIPTS_JOB, { above: last }, { jobKey: REFRESH_SCRIPTS_JOB });
}
