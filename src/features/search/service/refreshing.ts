import type { Context } from '#platform/runtime/context.ts';
import { refreshTagsAfter } from '../store/refreshing.ts';

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
