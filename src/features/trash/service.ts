import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type NoData, type Outcome, success } from '#base/failure.ts';
import { pageWindow, pagination } from '#base/paging.ts';
import {
  deleteTrashedChapters,
  expireTrashedChapters,
  restoreChapter,
  withdrawMissedChapters,
} from '#features/chapters/service/trash.ts';
import { deleteTrashedStory, expireTrashedStories, restoreStory } from '#features/stories/service/trash.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import { forEachItem } from '#platform/jobs/for-each-id.ts';
import type { Context } from '#platform/runtime/context.ts';
import { urls } from '#urls.ts';
import {
  type deleteTrash,
  type emptyTrash,
  type listTrash,
  type restoreTrash,
  type TrashEntry,
  trashMessages,
} from './contract.ts';
import { restoredMessage } from './rules.ts';
import {
  countTrash,
  dueDeletions,
  idsInTrash,
  type TrashPlace,
  type TrashRow,
  trashOf,
  trashPlace,
} from './store.ts';

/** The job that deletes what has been in the trash for too long, or is too much of it. */
export const TRASH_JOB = 'delete-old-trash';

export async function listOwnTrash(
  { db }: Context,
  { page, limit }: ParsedInputOf<typeof listTrash>,
  { account }: CallerOf<typeof listTrash>,
): Promise<Outcome<DataOf<typeof listTrash>>> {
  const { offset, beyond } = pageWindow(page, limit);
  const [rows, total] = await Promise.all([
    beyond ? [] : trashOf(db, account.id, { offset, limit }),
    countTrash(db, account.id),
  ]);
  return success({ trash: rows.map(toEntry), pagination: pagination(page, limit, total) });
}

function toEntry({ slug: _, chapter_id, chapter_title, ...row }: TrashRow): TrashEntry {
  return {
    ...row,
    kind: chapter_id === null ? 'story' : 'chapter',
    title: chapter_title ?? row.story_title,
    chapter_count: chapter_id === null ? row.chapter_count : null,
    deleted_at: row.deleted_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}

export async function restoreFromTrash(
  context: Context,
  { id }: ParsedInputOf<typeof restoreTrash>,
  { account }: CallerOf<typeof restoreTrash>,
): Promise<Outcome<DataOf<typeof restoreTrash>>> {
  return context.db.transaction().execute(async (transaction) => {
    const place = await trashPlace(transaction, account.id, Number(id));
    if (place === undefined) return failure('not-found', trashMessages.notFound);
    return place.chapter_id === null
      ? restoreWholeStory(context, transaction, account.id, place)
      : restoreOneChapter(context, transaction, account.id, { ...place, chapter_id: place.chapter_id });
  });
}

async function restoreWholeStory(
  context: Context,
  transaction: OpenTransaction,
  accountId: number,
  { story_id, slug }: TrashPlace,
): Promise<Outcome<DataOf<typeof restoreTrash>>> {
  const restored = await restoreStory(context, transaction, accountId, story_id);
  if (!restored.ok) return restored;
  const drafts = await withdrawMissedChapters(transaction, story_id);
  return restoredAs({ kind: 'story', url: urls.story(slug), drafts });
}

async function restoreOneChapter(
  context: Context,
  transaction: OpenTransaction,
  accountId: number,
  { story_id, chapter_id, slug, is_story_deleted }: TrashPlace & { chapter_id: number },
): Promise<Outcome<DataOf<typeof restoreTrash>>> {
  if (is_story_deleted) return failure('invalid', trashMessages.storyFirst);
  const place = { storyId: story_id, chapterId: chapter_id };
  const restored = await restoreChapter(context, transaction, accountId, place);
  if (!restored.ok) return restored;
  return restoredAs({
    kind: 'chapter',
    url: urls.chapter(slug, chapter_id),
    drafts: Number(restored.data.isDraft),
  });
}

function restoredAs(data: DataOf<typeof restoreTrash>): Outcome<DataOf<typeof restoreTrash>> {
  return success(data, restoredMessage(data));
}

export async function deleteFromTrash(
  { db }: Context,
  { id }: ParsedInputOf<typeof deleteTrash>,
  { account }: CallerOf<typeof deleteTrash>,
): Promise<Outcome<NoData>> {
  return db.transaction().execute(async (transaction) => {
    const place = await trashPlace(transaction, account.id, Number(id));
    if (place === undefined) return failure('not-found', trashMessages.notFound);
    const chapterIds = place.chapter_id === null ? null : [place.chapter_id];
    // It may have been restored, by another tab, while this call waited for the story.
    if (!(await deleteForGood(transaction, place.story_id, chapterIds)))
      return failure('not-found', trashMessages.notFound);
    return success({}, trashMessages.deleted);
  });
}

async function deleteForGood(
  transaction: OpenTransaction,
  storyId: number,
  chapterIds: number[] | null,
): Promise<boolean> {
  return chapterIds === null
    ? deleteTrashedStory(transaction, storyId)
    : deleteTrashedChapters(transaction, storyId, chapterIds);
}

/** Ends the time of everything in the trash at once; the job deletes it, as a whole trash takes longer than a request. */
export async function emptyOwnTrash(
  { db, jobs }: Context,
  _input: unknown,
  { account }: CallerOf<typeof emptyTrash>,
): Promise<Outcome<NoData>> {
  return db.transaction().execute(async (transaction) => {
    const ids = await idsInTrash(transaction, account.id);
    const storyIds = ids.flatMap(({ story_id, chapter_id }) => (chapter_id === null ? [story_id] : []));
    const chapterIds = ids.flatMap(({ chapter_id }) => chapter_id ?? []);
    // All stories are locked at once, those of the chapters too.
    await expireTrashedChapters(transaction, [...new Set(ids.map(({ story_id }) => story_id))], chapterIds);
    await expireTrashedStories(transaction, storyIds);
    if (ids.length > 0) await jobs.enqueue(transaction, TRASH_JOB, {});
    return success({}, trashMessages.emptied);
  });
}

const BATCH = 100;

/**
 * Deletes what is due, one story after the other; one that fails does not keep the others. It may be interrupted, repeated,
 * or run twice at once.
 */
export async function deleteOldTrash({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  for (;;) {
    const due = await dueDeletions(db, BATCH);
    const failures = await forEachItem(log, due, async ({ story_id, chapter_ids }) => {
      await db.transaction().execute((transaction) => deleteForGood(transaction, story_id, chapter_ids));
    });
    if (failures < due.length) continue;
    if (failures > 0) throw new Error(`${failures} stories stay in the trash; trying again later`);
    return;
  }
}
