import type { z } from 'zod';
import type { DataOf } from '#base/contract.ts';
import { failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { fits } from '#base/plain-text.ts';
import type { WarningName } from '#features/labels/contract/warnings.ts';
import { findStoryForChapters } from '#features/stories/service/find-story.ts';
import type { Connection, OpenTransaction } from '#platform/database/database.ts';
import { cleanHtml } from '#platform/html/html-cleaner.ts';
import type { Caller } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import {
  CHAPTER_NOTES,
  type Chapter,
  type ChapterEntry,
  chapterDetailsSchema,
  chapterMessages,
  type listChapters,
  MAX_CHAPTER_CHARACTERS,
} from '../contract/chapters.ts';
import { isChapterId } from '../rules.ts';
import {
  chapterEntries,
  chapterOfStory,
  chaptersForBooks,
  insertChapter,
  lockChapter,
  publishedChapters,
  publishedText,
  publishedTexts,
  storeStaffWarnings,
} from '../store/chapters.ts';
import { storedText } from './cleaning.ts';

export async function listChaptersOfStory(
  { db }: Context,
  input: { id: string },
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<DataOf<typeof listChapters>>> {
  const found = await findStoryForChapters(db, input.id, account);
  if (!found.ok) return found;
  const { id, isOwn } = found.data;
  return success({ chapters: await chapterEntries(db, id, isOwn ? 'author' : 'readers') });
}

/** The chapters of a story that readers find or once found, for its case. */
export async function chaptersForStaff(connection: Connection, storyId: number): Promise<ChapterEntry[]> {
  return chapterEntries(connection, storyId, 'staff');
}

/** All chapters of a story, drafts included; the caller has checked who asks. */
export async function chaptersForAuthor(connection: Connection, storyId: number): Promise<ChapterEntry[]> {
  return chapterEntries(connection, storyId, 'author');
}

export { chaptersForBooks, publishedChapters, publishedText, publishedTexts };

export async function chapterForAuthor(
  connection: Connection,
  storyId: number,
  chapterId: number,
): Promise<Chapter | undefined> {
  return chapterOfStory(connection, storyId, chapterId, 'author');
}

export async function readChapter(
  { db }: Context,
  input: { id: string; chapterId: string },
  { account }: Pick<Caller, 'account'>,
): Promise<Outcome<Chapter>> {
  const found = await findStoryForChapters(db, input.id, account);
  if (!found.ok) return found;
  const { id, isOwn } = found.data;
  const chapter = isChapterId(input.chapterId)
    ? await chapterOfStory(db, id, Number(input.chapterId), isOwn ? 'author' : 'readers')
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
    state = 'published',
    ...fields
  }: NewDetails & {
    story_id: number;
    order: number;
    html: string;
    created_at?: Date | undefined;
    state?: 'draft' | 'published';
  },
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
  const notes = Object.fromEntries(CHAPTER_NOTES.map((name) => [name, cleanNote(details.data[name])]));
  return success({
    id: await insertChapter(connection, {
      ...details.data,
      ...notes,
      ...text,
      ...times,
      story_id,
      order,
      state,
    }),
  });
}

function cleanNote(html: string): string {
  const cleaned = cleanHtml(html);
  return cleaned.isEmpty ? '' : cleaned.html;
}

/**
 * Changes the warnings that staff give a chapter, also one in the trash, which can come back. Returns its title with the
 * earlier and the new ones; undefined: the story has no such chapter.
 */
export async function setStaffWarningsOfChapter(
  transaction: OpenTransaction,
  { storyId, chapterId }: { storyId: number; chapterId: number },
  change: (earlier: WarningName[]) => WarningName[],
): Promise<{ title: string; earlier: WarningName[]; now: WarningName[] } | undefined> {
  const chapter =
    (await lockChapter(transaction, storyId, chapterId)) ??
    (await lockChapter(transaction, storyId, chapterId, { inTrash: true }));
  if (chapter === undefined) return undefined;
  const now = change(chapter.staff_warnings);
  await storeStaffWarnings(transaction, chapterId, now);
  return { title: chapter.title, earlier: chapter.staff_warnings, now };
}
