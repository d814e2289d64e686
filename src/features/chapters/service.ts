import type { DataOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { characterCount, countWords } from '#base/text.ts';
import { findStoryId } from '#features/stories/service.ts';
import type { Connection } from '#platform/database.ts';
import { CLEANER_VERSION, cleanHtml } from '#platform/html-cleaner.ts';
import type { Services } from '#platform/services.ts';
import {
  CHAPTER_CONTENT_MAXIMUM,
  CHAPTER_TITLE_MAXIMUM,
  type Chapter,
  chapterMessages,
  type listChapters,
} from './contract.ts';
import { chapterEntries, chapterOfStory, insertChapter } from './store.ts';

export async function listChaptersOfStory(
  { db }: Services,
  input: { id: string },
): Promise<Outcome<DataOf<typeof listChapters>>> {
  const found = await findStoryId(db, input.id);
  if (!found.ok) return found;
  return success({ chapters: await chapterEntries(db, found.data) });
}

export async function readChapter(
  { db }: Services,
  input: { id: string; chapterId: string },
): Promise<Outcome<Chapter>> {
  const found = await findStoryId(db, input.id);
  if (!found.ok) return found;
  const isId = /^[0-9]{1,15}$/.test(input.chapterId);
  const chapter = isId ? await chapterOfStory(db, found.data, Number(input.chapterId)) : undefined;
  return chapter === undefined ? failure('not-found', chapterMessages.notFound) : success(chapter);
}

/**
 * Adds a chapter to a story, in the caller's transaction. The text is cleaned first: what is stored is what
 * is shown. `contentMaximum` is lifted only where an operator brings in a whole book.
 */
export async function addChapter(
  connection: Connection,
  chapter: { story_id: number; title: string; order: number; html: string; created_at?: Date | undefined },
  contentMaximum: number = CHAPTER_CONTENT_MAXIMUM,
): Promise<Outcome<{ id: number }>> {
  const title = chapter.title.trim();
  if (title === '') return invalidField('title', chapterMessages.titleRequired);
  if (characterCount(title) > CHAPTER_TITLE_MAXIMUM)
    return invalidField('title', chapterMessages.titleTooLong);
  if (characterCount(chapter.html) > contentMaximum)
    return invalidField('content', chapterMessages.contentTooLong);
  const { html, text } = cleanHtml(chapter.html);
  if (text.trim() === '') return invalidField('content', chapterMessages.contentRequired);
  const times =
    chapter.created_at === undefined
      ? {}
      : { created_at: chapter.created_at, updated_at: chapter.created_at };
  const id = await insertChapter(connection, {
    story_id: chapter.story_id,
    title,
    order: chapter.order,
    content: html,
    cleaner_version: CLEANER_VERSION,
    word_count: countWords(text),
    ...times,
  });
  return success({ id });
}
