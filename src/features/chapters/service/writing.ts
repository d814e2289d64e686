import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import {
  countChapter,
  keepWaitingWithChapter,
  keepWaitingWithLinks,
  publisherOf,
  publisherWithLinks,
} from '#features/stories/service/publishing.ts';
import { ownStory, type StoryForChange } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Services } from '#platform/runtime/services.ts';
import {
  CHAPTERS_PER_STORY_MAXIMUM,
  type Chapter,
  chapterMessages,
  type createChapter,
  type deleteChapter,
  type editChapter,
} from '../contract.ts';
import { isChapterId } from '../rules.ts';
import {
  type ChapterForChange,
  chapterOfStory,
  deleteChapterOf,
  insertChapter,
  lockChapter,
  nextOrder,
  type StoredText,
  updateChapter,
} from '../store/chapters.ts';
import { keepVersion } from '../store/versions.ts';
import { cleanSentText } from './cleaning.ts';

export async function addOwnChapter(
  services: Services,
  input: ParsedInputOf<typeof createChapter>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<Chapter>> {
  const refusal = chapterMessages.addNotYours;
  // Before the text is cleaned: nobody makes work for the cleaner with stories of others.
  const allowed = await ownStory(services.db, input.id, account.id, { refusal });
  if (!allowed.ok) return allowed;
  const cleaned = await cleanSentText(services, input.content);
  if (!cleaned.ok) return cleaned;
  return services.db.transaction().execute(async (transaction) => {
    const publisher = await publisherOf(services, transaction, account.id);
    const own = await ownStory(transaction, input.id, account.id, { refusal, purpose: 'to change' });
    if (!own.ok) return own;
    const story = own.data;
    if (story.chapter_count >= CHAPTERS_PER_STORY_MAXIMUM) return failure('invalid', chapterMessages.tooMany);
    const order = input.order ?? (await nextOrder(transaction, story.id));
    // Last of what may refuse it.
    const refused = await countChapter(services, transaction, publisher, story);
    if (refused !== undefined) return refused;
    await keepWaitingWithChapter(transaction, publisher, story, [input.title, cleaned.data.content]);
    const id = await insertChapter(transaction, {
      ...cleaned.data,
      story_id: story.id,
      title: input.title,
      order,
    });
    if (story.published_at === null)
      await services.jobs.enqueue(transaction, 'sum-rankings', { storyIds: [story.id] });
    return presentChapter(transaction, story.id, id);
  });
}

export async function changeChapter(
  services: Services,
  input: ParsedInputOf<typeof editChapter>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<Chapter>> {
  const allowed = await ownStory(services.db, input.id, account.id, { refusal: chapterMessages.notYours });
  if (!allowed.ok) return allowed;
  const cleaned = await cleanSentText(services, input.content);
  if (!cleaned.ok) return cleaned;
  return services.db.transaction().execute(async (transaction) => {
    const texts = [input.title, cleaned.data.content];
    const publisher = await publisherWithLinks(services, transaction, account.id, texts);
    const own = await lockOwnChapter(transaction, input, account);
    if (!own.ok) return own;
    const { story, chapter } = own.data;
    const { title, order = chapter.order, expected_updated_at } = input;
    const next = { ...cleaned.data, title, order };
    // Also when it was this very save that made it so, and its answer got lost.
    const isAlreadySo = isSameText(chapter, next) && order === chapter.order;
    if (!isAlreadySo && wasSavedSince(chapter, expected_updated_at)) {
      const message = chapterMessages.editConflict;
      return failure('edit-conflict', message, { fields: { expected_updated_at: message } });
    }
    if (!isAlreadySo) await keepWaitingWithLinks(transaction, publisher, story);
    await saveChapter(transaction, chapter, next);
    return presentChapter(transaction, chapter.story_id, chapter.id);
  });
}

/** Stores another text of a chapter that is locked, and keeps the former one as a version. */
export async function saveChapter(
  transaction: Connection,
  chapter: ChapterForChange,
  next: StoredText & { title: string; order: number },
): Promise<void> {
  const isSame = isSameText(chapter, next);
  if (isSame && next.order === chapter.order) return;
  if (!isSame) await keepVersion(transaction, chapter);
  await updateChapter(transaction, { ...next, id: chapter.id });
}

function isSameText(
  one: Pick<ChapterForChange, 'title' | 'content'>,
  other: Pick<ChapterForChange, 'title' | 'content'>,
): boolean {
  return one.title === other.title && one.content === other.content;
}

function wasSavedSince({ updated_at }: ChapterForChange, expectedUpdatedAt: string | undefined): boolean {
  return expectedUpdatedAt !== undefined && updated_at.getTime() > Date.parse(expectedUpdatedAt);
}

export async function removeChapter(
  { db, jobs }: Services,
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

/** The chapter that an address names, under its own story, if that is this account's; locked until the end. */
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
