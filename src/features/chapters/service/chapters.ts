import type { DataOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { fits } from '#base/plain-text.ts';
import { findStoryId } from '#features/stories/service/finding.ts';
import type { Connection } from '#platform/database/database.ts';
import { cleanHtml } from '#platform/html/html-cleaner.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Services } from '#platform/runtime/services.ts';
import {
  CHAPTER_CONTENT_MAXIMUM,
  type Chapter,
  chapterMessages,
  chapterTitleInput,
  type listChapters,
} from '../contract.ts';
import { isChapterId } from '../rules.ts';
import { chapterEntries, chapterOfStory, insertChapter } from '../store/chapters.ts';
import { storedText } from './cleaning.ts';

export async function listChaptersOfStory(
  { db }: Services,
  input: { id: string },
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof listChapters>>> {
  const found = await findStoryId(db, input.id, account);
  if (!found.ok) return found;
  return success({ chapters: await chapterEntries(db, found.data) });
}

export async function readChapter(
  { db }: Services,
  input: { id: string; chapterId: string },
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<Chapter>> {
  const found = await findStoryId(db, input.id, account);
  if (!found.ok) return found;
  const chapter = isChapterId(input.chapterId)
    ? await chapterOfStory(db, found.data, Number(input.chapterId))
    : undefined;
  return chapter === undefined ? failure('not-found', chapterMessages.notFound) : success(chapter);
}

/**
 * Adds a chapter to a story, in the caller's transaction, as an operator brings it in: the text is cleaned at
 * once, in this process. `contentMaximum` is lifted where it comes from a whole book.
 */
export async function addChapter(
  connection: Connection,
  chapter: { story_id: number; title: string; order: number; html: string; created_at?: Date | undefined },
  contentMaximum: number = CHAPTER_CONTENT_MAXIMUM,
): Promise<Outcome<{ id: number }>> {
  const title = chapterTitleInput.safeParse(chapter.title);
  if (!title.success) return invalidField('title', title.error.issues[0]?.message ?? '');
  if (!fits(chapter.html, contentMaximum)) return invalidField('content', chapterMessages.contentTooLong);
  const cleaned = cleanHtml(chapter.html);
  if (cleaned.isEmpty) return invalidField('content', chapterMessages.contentRequired);
  const { story_id, order, created_at } = chapter;
  const times = created_at === undefined ? {} : { created_at, updated_at: created_at };
  const text = storedText(cleaned);
  return success({
    id: await insertChapter(connection, { ...text, ...times, story_id, order, title: title.data }),
  });
}
