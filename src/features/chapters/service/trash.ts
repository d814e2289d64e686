/** The way of a chapter into the trash, back, and out of existence. */
import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import {
  countFirstPublications,
  lockPublisher,
  requireApprovalForChapters,
} from '#features/stories/service/publishing.ts';
import { lockOwnStory, lockStories, type StoryForChange } from '#features/stories/service/stories.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { chapterMessages, type deleteChapter, MAX_CHAPTERS_PER_STORY } from '../contract/chapters.ts';
import { chapterTexts } from '../rules.ts';
import { countChapters, lockChapter } from '../store/chapters.ts';
import {
  deleteTrashed,
  expireChapters,
  trashChapters,
  untrashChapter,
  withdrawMissed,
} from '../store/trash.ts';
import { followPublication } from './publication.ts';
import { lockOwnChapter } from './writing.ts';

export async function trashOwnChapter(
  context: Context,
  input: ParsedInputOf<typeof deleteChapter>,
  { account }: CallerOf<typeof deleteChapter>,
): Promise<Outcome<DataOf<typeof deleteChapter>>> {
  return context.db.transaction().execute(async (transaction) => {
    const own = await lockOwnChapter(transaction, input, account);
    if (!own.ok) return own;
    const { story, chapter } = own.data;
    const [trashId = 0] = await trashLocked(context, transaction, story, [chapter.id]);
    return success({ trash_id: trashId }, chapterMessages.deleted);
  });
}

/** Moves locked chapters of a locked story to the trash; returns their ids there, in the same order. */
export async function trashLocked(
  { jobs }: Pick<Context, 'jobs'>,
  transaction: OpenTransaction,
  story: StoryForChange,
  chapterIds: readonly number[],
): Promise<number[]> {
  const trashIds = await trashChapters(transaction, chapterIds);
  // The story leaves the lists with the only chapters that it has.
  if (story.chapter_count <= chapterIds.length)
    await jobs.enqueue(transaction, 'sum-rankings', { storyIds: [story.id] });
  return trashIds;
}

/**
 * Takes a chapter out of the trash. One that was published before comes back as it was; one that was not is published
 * like a new chapter, and one whose time has passed becomes a draft.
 */
export async function restoreChapter(
  context: Context,
  transaction: OpenTransaction,
  accountId: number,
  { storyId, chapterId }: { storyId: number; chapterId: number },
): Promise<Outcome<{ isDraft: boolean }>> {
  const publisher = await lockPublisher(context, transaction, accountId);
  const own = await lockOwnStory(transaction, String(storyId), accountId, chapterMessages.notYours);
  if (!own.ok) return own;
  const story = own.data;
  const chapter = await lockChapter(transaction, storyId, chapterId, { inTrash: true });
  if (chapter === undefined) return failure('not-found', chapterMessages.notFound);
  if ((await countChapters(transaction, storyId)) >= MAX_CHAPTERS_PER_STORY)
    return failure('invalid', chapterMessages.tooMany);
  const isDraft = (await withdrawMissed(transaction, { id: chapterId })).length > 0;
  const state = isDraft ? 'draft' : chapter.state;
  const isFirst = state === 'published' && chapter.published_at === null && story.visibility !== 'draft';
  if (isFirst) {
    const first = { published: 1, scheduled: 0 };
    const refusal = await countFirstPublications(context, transaction, publisher, story, first);
    if (refusal !== undefined) return refusal;
  }
  const texts = [...chapterTexts(chapter), chapter.content];
  if (state !== 'draft') await requireApprovalForChapters(transaction, publisher, story, [texts]);
  await untrashChapter(transaction, chapter, isFirst);
  const publish_at = isDraft ? null : chapter.publish_at;
  await followPublication(context, transaction, story, [
    { chapter: { id: chapterId, kind: chapter.kind, state, publish_at } },
  ]);
  return success({ isDraft });
}

/** Makes drafts of a story's scheduled chapters whose time came while it was in the trash; returns their number. */
export async function withdrawMissedChapters(transaction: OpenTransaction, storyId: number): Promise<number> {
  return (await withdrawMissed(transaction, { story_id: storyId })).length;
}

/** Deletes chapters in the trash for good, with their versions; returns whether any was still there. */
export async function deleteTrashedChapters(
  transaction: OpenTransaction,
  storyId: number,
  chapterIds: number[],
): Promise<boolean> {
  await lockStories(transaction, [storyId]);
  return deleteTrashed(transaction, storyId, chapterIds);
}

/** Ends the time of these chapters in the trash; the job deletes them. */
export async function expireTrashedChapters(
  transaction: OpenTransaction,
  storyIds: number[],
  chapterIds: number[],
): Promise<void> {
  await lockStories(transaction, storyIds);
  await expireChapters(transaction, chapterIds);
}
