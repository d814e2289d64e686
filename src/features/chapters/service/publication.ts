/** The publication of chapters: what follows it, and the job that publishes scheduled ones at their time. */
import type { StoryForChange } from '#features/stories/service/stories.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { ChapterKind } from '../contract/chapters.ts';
import type { Publication } from '../rules.ts';
import {
  type DueChapter,
  dueChapters,
  lockFreeStories,
  nextDueTimes,
  noteListing,
  publishDue,
} from '../store/publication.ts';

/** The job that publishes what is due. */
export const PUBLISH_JOB = 'publish-due-chapters';
/** The job of the search that learns the words of published chapters. */
const LEARN_JOB = 'learn-words';

/** The job runs every minute, and plans its runs within the next one; the overlap covers a late run. */
const PLANNED_SECONDS = 70;
const RETRY_SECONDS = 2;

interface Placed extends Publication {
  id: number;
  kind?: ChapterKind | undefined;
}

/** A chapter's step into another state. */
interface Step {
  chapter: Placed;
  /** Undefined for a new chapter. */
  before?: Pick<Placed, 'state' | 'kind'> | undefined;
}

/** Enqueues what follows the new states of chapters of a locked story. */
export async function followPublication(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  story: Pick<StoryForChange, 'id' | 'chapter_count'>,
  steps: readonly Step[],
): Promise<void> {
  const moved = steps.filter(
    ({ chapter, before }) =>
      before?.state !== chapter.state || (chapter.kind ?? before?.kind) !== before?.kind,
  );
  // The story may enter or leave the lists with the only chapters that it has.
  if (moved.length > 0 && story.chapter_count <= moved.length)
    await jobs.enqueue(transaction, 'sum-rankings', { storyIds: [story.id] });
  const chapterIds = moved
    .filter(({ chapter, before }) => before?.state === 'scheduled' && chapter.state === 'published')
    .map(({ chapter }) => chapter.id);
  if (chapterIds.length > 0) await jobs.enqueue(transaction, LEARN_JOB, { chapterIds });
  const times = steps
    .map(({ chapter }) => chapter.publish_at?.getTime())
    .filter((time) => time !== undefined);
  const soon = times.filter((time) => (time - Date.now()) / 1000 <= PLANNED_SECONDS);
  for (const time of new Set(soon)) await planAt({ jobs }, transaction, new Date(time));
}

/** One run for all chapters that are due in the same second. */
async function planAt({ jobs }: Pick<Context, 'jobs'>, connection: Connection, time: Date): Promise<void> {
  const second = Math.ceil(time.getTime() / 1000);
  await jobs.enqueue(
    connection,
    PUBLISH_JOB,
    {},
    { jobKey: `${PUBLISH_JOB}-${second}`, runAt: new Date(second * 1000) },
  );
}

/** Enqueues a run for what became due while the site was down. */
export async function publishSoon({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  await jobs.enqueueOnce(db, PUBLISH_JOB, 0);
}

/** Fits into the time limit of a statement on a very busy machine; the locks of a batch are held as long. */
const BATCH = 100;

/**
 * Publishes all chapters whose time has come, in batches that commit: it may be interrupted, repeated, or run twice at
 * once. Stories that somebody is changing at this moment follow within seconds, chapters whose publication fails with a
 * later run.
 */
export async function publishDueChapters(context: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  const { db, jobs } = context;
  const left: Left = { hasBusy: false, chapterIds: [], failures: [] };
  for (let due = await dueChapters(db, BATCH); due.length > 0; due = await dueChapters(db, BATCH, due.at(-1)))
    await publishEach(
      context,
      due.filter(({ is_waiting }) => !is_waiting),
      left,
    );
  if (left.hasBusy) await planAt({ jobs }, db, new Date(Date.now() + RETRY_SECONDS * 1000));
  for (const time of await nextDueTimes(db, PLANNED_SECONDS)) await planAt({ jobs }, db, time);
  if (left.failures.length > 0)
    throw new AggregateError(left.failures, `chapters ${left.chapterIds.join(', ')} cannot be published`);
}

/** Due chapters that a run left. */
interface Left {
  /** Whether somebody was changing stories. */
  hasBusy: boolean;
  /** The chapters whose publication failed, with the reasons. */
  chapterIds: number[];
  failures: unknown[];
}

/** Publishes the chapters together or, where one of them fails, the others without it. */
async function publishEach(
  context: Pick<Context, 'db' | 'jobs'>,
  due: readonly DueChapter[],
  left: Left,
): Promise<void> {
  const [first] = due;
  if (first === undefined) return;
  try {
    const isWhole = await publishTogether(context, due);
    left.hasBusy ||= !isWhole;
  } catch (error) {
    if (due.length === 1) {
      // Fails, too, when it is the database that is lost.
      await nextDueTimes(context.db, 0);
      left.chapterIds.push(first.id);
      left.failures.push(error);
      return;
    }
    const half = Math.ceil(due.length / 2);
    await publishEach(context, due.slice(0, half), left);
    await publishEach(context, due.slice(half), left);
  }
}

/** Publishes the chapters of stories that nobody else has locked, and tells whether these are all. */
async function publishTogether(
  { db, jobs }: Pick<Context, 'db' | 'jobs'>,
  due: readonly DueChapter[],
): Promise<boolean> {
  const storyIds = [...new Set(due.map(({ story_id }) => story_id))];
  return db.transaction().execute(async (transaction) => {
    const locked = await lockFreeStories(transaction, storyIds);
    const chapterIds = await publishDue(
      transaction,
      due.map(({ id }) => id),
      locked.map(({ id }) => id),
    );
    const unlisted = locked.filter(({ is_listed }) => !is_listed).map(({ id }) => id);
    if (unlisted.length > 0) await noteListing(transaction, unlisted);
    if (chapterIds.length > 0) await jobs.enqueue(transaction, LEARN_JOB, { chapterIds });
    return locked.length === storyIds.length;
  });
}
