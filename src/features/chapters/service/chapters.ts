import type { z } from 'zod';
import type { DataOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { fits } from '#base/plain-text.ts';
import { findStoryId } from '#features/stories/service/find-story.ts';
import type { Connection } from '#platform/database/database.ts';
import { cleanHtml } from '#platform/html/html-cleaner.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  type Chapter,
  chapterDetailsSchema,
  chapterMessages,
  type listChapters,
  MAX_CHAPTER_CHARACTERS,
} from '../contract.ts';
import { isChapterId } from '../rules.ts';
import { chapterEntries, chapterOfStory, insertChapter } from '../store/chapters.ts';
import { storedText } from './cleaning.ts';

export async function listChaptersOfStory(
  { db }: Context,
  input: { id: string },
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof listChapters>>> {
  const storyId = await findStoryId(db, input.id, account);
  if (!storyId.ok) return storyId;
  return success({ chapters: await chapterEntries(db, storyId.data) });
}

export async function readChapter(
  { db }: Context,
  input: { id: string; chapterId: string },
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<Chapter>> {
  const storyId = await findStoryId(db, input.id, account);
  if (!storyId.ok) return storyId;
  const chapter = isChapterId(input.chapterId)
    ? await chapterOfStory(db, storyId.data, Number(input.chapterId))
    : undefined;
  return chapter === undefined ? failure('not-found', chapterMessages.notFound) : success(chapter);
}

type NewDetails = z.input<typeof chapterDetailsSchema>;

/**
 * Adds an operator's chapter to a story in the caller's transaction; it cleans the text at once, in this process.
 * `contentMaximum` is raised for a chapter of a whole book.
 */
export async function addChapter(
  connection: Connection,
  {
    story_id,
    order,
    html,
    created_at,
    ...fields
  }: NewDetails & { story_id: number; order: number; html: string; created_at?: Date | undefined },
  contentMaximum: number = MAX_CHAPTER_CHARACTERS,
): Promise<Outcome<{ id: number }>> {
  const details = chapterDetailsSchema.safeParse(fields);
  if (!details.success) {
    const [problem] = details.error.issues;
    return invalidField(String(problem?.path[0]), problem?.message ?? '');
  }
  if (!fits(html, contentMaximum)) return invalidField('content', chapterMessages.contentTooLong);
  const cleaned = cleanHtml(html);
  if (cleaned.isEmpty) return invalidField('content', chapterMessages.contentRequired);
  const times = created_at === undefined ? {} : { created_at, updated_at: created_at };
  const text = storedText(cleaned);
  return success({
    id: await insertChapter(connection, { ...details.data, ...text, ...times, story_id, order }),
  });
}
