import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import {
  countChapter,
  lockPublisher,
  lockPublisherForLinks,
  requireApprovalForChapter,
  requireApprovalForLinks,
} from '#features/stories/service/publishing.ts';
import { ownStory, type StoryForChange } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  CHAPTER_DETAILS,
  type Chapter,
  type ChapterDetails,
  chapterMessages,
  type createChapter,
  type deleteChapter,
  type editChapter,
  MAX_CHAPTERS_PER_STORY,
} from '../contract.ts';
import { chapterTexts, isChapterId } from '../rules.ts';
import {
  type ChapterChanges,
  type ChapterForChange,
  chapterOfStory,
  deleteChapterOf,
  insertChapter,
  lockChapter,
  nextOrder,
  updateChapter,
} from '../store/chapters.ts';
import { saveVersion } from '../store/versions.ts';
import { cleanSentText } from './cleaning.ts';

export async function addOwnChapter(
  context: Context,
  { id: idOrSlug, content, order, ...details }: ParsedInputOf<typeof createChapter>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<Chapter>> {
  const refusal = chapterMessages.addNotYours;
  // Ownership is checked before cleaning, so that nobody can make the cleaner work with other people's stories.
  const ownership = await ownStory(context.db, idOrSlug, account.id, { refusal });
  if (!ownership.ok) return ownership;
  const cleaned = await cleanSentText(context, content);
  if (!cleaned.ok) return cleaned;
  return context.db.transaction().execute(async (transaction) => {
    const publisher = await lockPublisher(context, transaction, account.id);
    const own = await ownStory(transaction, idOrSlug, account.id, { refusal, purpose: 'to change' });
    if (!own.ok) return own;
    const story = own.data;
    if (story.chapter_count >= MAX_CHAPTERS_PER_STORY) return failure('invalid', chapterMessages.tooMany);
    // The count comes after every other reason to refuse.
    const quotaFailure = await countChapter(context, transaction, publisher, story);
    if (quotaFailure !== undefined) return quotaFailure;
    await requireApprovalForChapter(transaction, publisher, story, [
      ...chapterTexts(details),
      cleaned.data.content,
    ]);
    const id = await insertChapter(transaction, {
      ...details,
      ...cleaned.data,
      story_id: story.id,
      order: order ?? (await nextOrder(transaction, story.id)),
    });
    if (story.published_at === null)
      await context.jobs.enqueue(transaction, 'sum-rankings', { storyIds: [story.id] });
    return presentChapter(transaction, story.id, id);
  });
}

export async function changeChapter(
  context: Context,
  { id, chapterId, content, expected_updated_at, ...details }: ParsedInputOf<typeof editChapter>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<Chapter>> {
  const ownership = await ownStory(context.db, id, account.id, { refusal: chapterMessages.notYours });
  if (!ownership.ok) return ownership;
  const cleaned = await cleanSentText(context, content);
  if (!cleaned.ok) return cleaned;
  return context.db.transaction().execute(async (transaction) => {
    const texts = [...chapterTexts(details), cleaned.data.content];
    const publisher = await lockPublisherForLinks(context, transaction, account.id, texts);
    const own = await lockOwnChapter(transaction, { id, chapterId }, account);
    if (!own.ok) return own;
    const { story, chapter } = own.data;
    const next = { ...details, ...cleaned.data };
    // A save without changes is no conflict: a client may repeat a save whose answer was lost.
    const isChanged = differs(chapter, next);
    if (isChanged && wasSavedSince(chapter, expected_updated_at)) {
      const message = chapterMessages.editConflict;
      return failure('edit-conflict', message, { fields: { expected_updated_at: message } });
    }
    if (isChanged) await requireApprovalForLinks(transaction, publisher, story);
    await saveChapter(transaction, chapter, next);
    return presentChapter(transaction, chapter.story_id, chapter.id);
  });
}

/** Stores the changes of a locked chapter. If title or text change, the current ones are saved as a version. */
export async function saveChapter(
  transaction: Connection,
  chapter: ChapterForChange,
  next: ChapterChanges,
): Promise<void> {
  if (!differs(chapter, next)) return;
  if (differs(chapter, next, ['title', 'content'])) await saveVersion(transaction, chapter);
  await updateChapter(transaction, chapter.id, next);
}

/** Whether one of the given fields differs from the chapter's. */
function differs(
  chapter: ChapterForChange,
  next: ChapterChanges,
  names: readonly (keyof ChapterDetails | 'order' | 'content')[] = [...CHAPTER_DETAILS, 'order', 'content'],
): boolean {
  return names.some((name) => next[name] !== undefined && next[name] !== chapter[name]);
}

function wasSavedSince({ updated_at }: ChapterForChange, expectedUpdatedAt: string | undefined): boolean {
  return expectedUpdatedAt !== undefined && updated_at.getTime() > Date.parse(expectedUpdatedAt);
}

export async function removeChapter(
  { db, jobs }: Context,
  input: ParsedInputOf<typeof deleteChapter>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<Record<string, never>>> {
  return db.transaction().execute(async (transaction) => {
    const own = await lockOwnChapter(transaction, input, account);
    if (!own.ok) return own;
    const { story, chapter } = own.data;
    await deleteChapterOf(transaction, story.id, chapter.id);
    if (story.chapter_count === 1) await jobs.enqueue(transaction, 'sum-rankings', { storyIds: [story.id] });
    return success({}, chapterMessages.deleted);
  });
}

/** Locks a chapter, addressed by its story and id, until the transaction ends, if the story belongs to the account. */
export async function lockOwnChapter(
  transaction: Connection,
  { id, chapterId }: { id: string; chapterId: string },
  account: SignedIn,
): Promise<Outcome<{ story: StoryForChange; chapter: ChapterForChange }>> {
  const options = { refusal: chapterMessages.notYours, purpose: 'to change' } as const;
  const own = await ownStory(transaction, id, account.id, options);
  if (!own.ok) return own;
  const chapter = isChapterId(chapterId)
    ? await lockChapter(transaction, own.data.id, Number(chapterId))
    : undefined;
  if (chapter === undefined) return failure('not-found', chapterMessages.notFound);
  return success({ story: own.data, chapter });
}

export async function presentChapter(
  connection: Connection,
  storyId: number,
  chapterId: number,
): Promise<Outcome<Chapter>> {
  const chapter = await chapterOfStory(connection, storyId, chapterId);
  return chapter === undefined ? failure('not-found', chapterMessages.notFound) : success(chapter);
}
