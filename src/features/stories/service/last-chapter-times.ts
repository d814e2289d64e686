import type { Context } from '#platform/runtime/context.ts';
import { fillTimesAfter, lackLastChapterTimes } from '../store/last-chapter-times.ts';

export const LAST_CHAPTER_JOB = 'fill-last-chapter-times';

/** Small enough that its stories are locked for a moment only. */
const BATCH = 500;

/** Enqueues a job that fills the times of latest chapters if stories of an earlier release lack them. */
export async function fillLastChapterTimes({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  if (await lackLastChapterTimes(db)) await enqueueAfter({ db, jobs }, 0);
}

/** Fills the next batch, and enqueues the one after it. */
export async function fillNextTimes(context: Pick<Context, 'db' | 'jobs'>, above: number): Promise<void> {
  const last = await fillTimesAfter(context.db, above, BATCH);
  if (last !== null) await enqueueAfter(context, last);
}

async function enqueueAfter({ db, jobs }: Pick<Context, 'db' | 'jobs'>, above: number): Promise<void> {
  await jobs.enqueue(db, LAST_CHAPTER_JOB, { above }, { jobKey: LAST_CHAPTER_JOB });
}
