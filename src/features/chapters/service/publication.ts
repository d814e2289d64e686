/** The publication of chapters: what follows it, and the job that publishes scheduled ones at their time. */
import type { StoryForChange } from '#features/stories/service/stories.ts';
import { lockTagsOfStories } from '#features/tags/service.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { ChapterKind } from '../contract/chapters.ts';
import type { Publication } from '../rules.ts';
import {
  type DueStories,
  dueStories,
  lockDueStories,
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
  transaction: Connection,
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

const BATCH = 500;

/**
 * Publishes all chapters whose time has come. It may be interrupted, repeated, or run twice at once. Stories that
 * somebody is changing at this moment follow within seconds. Stories that enter the lists also change their tags and
 * the counts of their author: one transaction for each author, as two of them could wait for each other.
 */
export async function publishDueChapters(context: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  const { db, jobs } = context;
  for (;;) {
    const due = await dueStories(db, BATCH);
    if (due.length === 0) break;
    const chapterIds: number[] = [];
    for (const stories of due) chapterIds.push(...(await publishStories(context, stories)));
    if (chapterIds.length === 0) {
      await planAt({ jobs }, db, new Date(Date.now() + RETRY_SECONDS * 1000));
      break;
    }
    await jobs.enqueue(db, LEARN_JOB, { chapterIds });
  }
  for (const time of await nextDueTimes(db, PLANNED_SECONDS)) await planAt({ jobs }, db, time);
}

async function publishStories({ db }: Pick<Context, 'db'>, stories: DueStories): Promise<number[]> {
  return db.transaction().execute(async (transaction) => {
    const locked = await lockDueStories(transaction, stories);
    if (locked.length === 0) return [];
    if (!stories.are_listed) {
      await lockTagsOfStories(transaction, locked);
      await noteListing(transaction, locked);
    }
    return publishDue(transaction, locked, BATCH);
  });
}
