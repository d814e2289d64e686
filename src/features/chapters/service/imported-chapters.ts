import { z } from 'zod';
import { countWords } from '#base/count-words.ts';
import { fits } from '#base/plain-text.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import { htmlToText } from '#platform/html/html-cleaner.ts';
import {
  CHAPTER_STATES,
  chapterDetailsSchema,
  MAX_CHAPTER_CHARACTERS,
  MAX_CHAPTER_VERSIONS,
} from '../contract/chapters.ts';
import { insertChapter, type StoredText } from '../store/chapters.ts';
import { insertVersion } from '../store/versions.ts';

const versionSchema = z.object({
  title: chapterDetailsSchema.shape.title,
  content: z.string().refine((html) => fits(html, MAX_CHAPTER_CHARACTERS)),
  saved_at: z.iso.datetime(),
  replaced_at: z.iso.datetime(),
});

/**
 * Adds a chapter whose text was cleaned when its file was read. A chapter that was scheduled elsewhere is a draft here:
 * its time was meant for another place.
 */
export async function addImportedChapter(
  transaction: OpenTransaction,
  {
    details,
    ...chapter
  }: StoredText & {
    story_id: number;
    order: number;
    title: string;
    volume: string | null;
    note_before: string;
    note_after: string;
    details: Record<string, unknown>;
  },
): Promise<number> {
  const { kind, warnings } = chapterDetailsSchema.shape;
  const state = z.enum(CHAPTER_STATES).safeParse(details.state).data ?? 'published';
  const id = await insertChapter(transaction, {
    ...chapter,
    kind: kind.safeParse(details.kind).data ?? 'chapter',
    warnings: warnings.safeParse(details.warnings).data ?? null,
    state: state === 'scheduled' ? 'draft' : state,
    publish_at: null,
  });
  await addImportedVersions(transaction, id, details);
  return id;
}

/** Adds the earlier versions of a chapter that this site exported; answers how many of them could not be taken. */
export async function addImportedVersions(
  transaction: OpenTransaction,
  chapterId: number,
  details: Record<string, unknown>,
): Promise<number> {
  const versions = z.array(z.unknown()).safeParse(details.versions).data ?? [];
  let leftOut = Math.max(0, versions.length - MAX_CHAPTER_VERSIONS);
  for (const version of versions.slice(0, MAX_CHAPTER_VERSIONS)) {
    const parsed = versionSchema.safeParse(version).data;
    if (parsed === undefined) {
      leftOut++;
      continue;
    }
    const { content, saved_at, replaced_at, title } = parsed;
    await insertVersion(transaction, {
      ...{
        chapter_id: chapterId,
        title,
        content,
        saved_at: new Date(saved_at),
        replaced_at: new Date(replaced_at),
      },
      // Cleaned when it is first shown or restored, like a version of an older release.
      cleaner_version: 0,
      word_count: countWords(htmlToText(content)),
    });
  }
  return leftOut;
}
