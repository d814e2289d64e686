import { success } from '#base/failure.ts';
import { lockStories } from '#features/stories/service/stories.ts';
import { CLEANER_VERSION } from '#platform/html/html-cleaner.ts';
import { forEachItem } from '#platform/jobs/for-each-id.ts';
import type { Context } from '#platform/runtime/context.ts';
import { chaptersOfOlderCleaner, hasOlderCleaned, replaceCleaned } from '../store/cleaning.ts';
import { cleanNotes, cleanStoredText } from './cleaning.ts';

/** Small enough that the job ends soon when the site stops. */
const BATCH = 20;

/** Enqueues a job that cleans chapters again if an older cleaner made them. */
export async function cleanOlderChapters({ db, jobs }: Context): Promise<void> {
  if (await hasOlderCleaned(db, CLEANER_VERSION)) await enqueueFrom({ db, jobs }, 0);
}

async function enqueueFrom({ db, jobs }: Pick<Context, 'db' | 'jobs'>, above: number): Promise<void> {
  await jobs.enqueue(db, 'reclean-chapters', { above }, { jobKey: 'reclean-chapters' });
}

/**
 * Cleans the next batch; a chapter that can't be stored does not keep the others. The chapters' times do not change, and no
 * versions are made.
 */
export async function cleanNextChapters(context: Context, above: number): Promise<void> {
  const { db, log } = context;
  const chapters = await chaptersOfOlderCleaner(db, CLEANER_VERSION, above, BATCH);
  const results = [];
  for (const chapter of chapters) {
    const cleaned = await cleanStoredChapter(context, chapter);
    if (cleaned.ok) results.push({ chapter, texts: cleaned.data });
    else if (cleaned.kind === 'unavailable') throw new Error(cleaned.message);
    else
      log.warn(
        { chapter: chapter.id },
        'a stored chapter is too complicated for the cleaner and stays as it is',
      );
  }
  await forEachItem(log, results, ({ chapter, texts }) =>
    db.transaction().execute(async (transaction) => {
      await lockStories(transaction, [chapter.story_id]);
      await replaceCleaned(transaction, chapter, texts);
    }),
  );
  const last = chapters.at(-1);
  if (last !== undefined) await enqueueFrom(context, last.id);
}

type StoredChapter = Awaited<ReturnType<typeof chaptersOfOlderCleaner>>[number];

async function cleanStoredChapter(context: Context, chapter: StoredChapter) {
  const text = await cleanStoredText(context, chapter);
  if (!text.ok) return text;
  const notes = await cleanNotes(context, chapter);
  return notes.ok ? success({ ...text.data, ...notes.data }) : notes;
}
