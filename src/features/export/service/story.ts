import { Readable } from 'node:stream';
import type { ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { STORY_FORMAT } from '#features/imports/rules/story-format.ts';
import { warningLines } from '#features/labels/rules/shown-warnings.ts';
import { storyMessages } from '#features/stories/contract/stories.ts';
import { ownStory } from '#features/stories/service/stories.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Book } from '#platform/documents/book.ts';
import { bookIdentifier } from '#platform/documents/book-identifier.ts';
import { writeDocx } from '#platform/documents/write-docx.ts';
import { writeEpub } from '#platform/documents/write-epub.ts';
import { writeMarkdown } from '#platform/documents/write-markdown.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { FileDownload } from '#platform/http/implemented-call.ts';
import { refusedBecause, type ThrottleRule } from '#platform/rate-limits/throttle.ts';
import type { Context } from '#platform/runtime/context.ts';
import { EXPORT_FORMATS, type ExportFormat, exportMessages, exportStory } from '../contract.ts';
import {
  chaptersToExport,
  contentToExport,
  type ExportedChapter,
  type ExportedStory,
  storiesToExport,
  versionsToExport,
  versionToExport,
} from '../store/stories.ts';

const exportLimit: ThrottleRule = {
  name: 'export-story',
  free: 60,
  rememberedSeconds: 60 * 60,
  firstWaitSeconds: 30,
  maxWaitSeconds: 10 * 60,
};

export const EXTENSIONS: Record<ExportFormat, string> = {
  epub: 'epub',
  docx: 'docx',
  markdown: 'md',
  json: 'json',
};

/** One story of the caller in one of the formats, with chapters that readers do not find yet. */
export async function exportOwnStory(
  context: Context,
  { id, format }: ParsedInputOf<typeof exportStory>,
  { account }: CallerOf<typeof exportStory>,
): Promise<Outcome<FileDownload>> {
  const own = await ownStory(context.db, id, account.id, exportMessages.notYours);
  if (!own.ok) return own;
  const tooMany = await context.throttle.attempt(exportLimit, `account ${account.id}`);
  if (tooMany !== undefined) return refusedBecause(tooMany, exportMessages.tooMany);
  const [story] = await storiesToExport(context.db, account.id, own.data.id);
  if (story === undefined) return failure('not-found', storyMessages.notFound);
  const chapters = await chaptersToExport(context.db, story.id);
  const mediaType = exportStory.file?.[EXPORT_FORMATS.indexOf(format)];
  return success({
    name: `${story.slug}.${EXTENSIONS[format]}`,
    ...(mediaType === undefined ? {} : { mediaType }),
    stream: streamOf(context, format, story, chapters),
  });
}

/** A story as a file of a format. */
export function streamOf(
  context: Pick<Context, 'db' | 'publicUrl'>,
  format: ExportFormat,
  story: ExportedStory,
  chapters: readonly ExportedChapter[],
): Readable {
  if (format === 'json') return Readable.from(storyJson(context.db, story, chapters));
  const book = bookOf(context, story, chapters);
  if (format === 'markdown') return Readable.from(writeMarkdown(book));
  return format === 'epub' ? writeEpub(book) : writeDocx(book);
}

/** A story as the writers of books take it. */
function bookOf(
  { db, publicUrl }: Pick<Context, 'db' | 'publicUrl'>,
  story: ExportedStory,
  chapters: readonly ExportedChapter[],
): Book {
  const { title, author_username: author, language, synopsis, tags, updated_at: modified } = story;
  return {
    identifier: bookIdentifier(`${publicUrl} story ${story.id}`),
    ...{ title, author, language, synopsis, tags, modified },
    warnings: warningLines(story, chapters),
    chapters: chapters.map((chapter) => ({
      ...{ title: chapter.title, volume: chapter.volume, isDraft: chapter.state !== 'published' },
      ...{ noteBefore: chapter.note_before, noteAfter: chapter.note_after },
      html: () => contentToExport(db, chapter.id),
    })),
  };
}

/** A story with everything: details, counts, chapters, notes, versions. One text at a time is in memory. */
async function* storyJson(
  db: Connection,
  story: ExportedStory,
  chapters: readonly ExportedChapter[],
): AsyncIterable<string> {
  const versions = Map.groupBy(await versionsToExport(db, story.id), (version) => version.chapter_id);
  const head = JSON.stringify({ format: STORY_FORMAT, ...story }, null, 2);
  yield `${head.slice(0, -2)},\n  "chapters": [`;
  for (const [index, chapter] of chapters.entries()) {
    const content = await contentToExport(db, chapter.id);
    yield `${index === 0 ? '' : ','}\n${JSON.stringify({ ...chapter, content }, null, 2).slice(0, -2)},\n  "versions": [`;
    for (const [place, { chapter_id, ...version }] of (versions.get(chapter.id) ?? []).entries()) {
      const text = (await versionToExport(db, version.id))?.content ?? '';
      yield `${place === 0 ? '' : ','}\n${JSON.stringify({ ...version, content: text })}`;
    }
    yield ']\n}';
  }
  yield ']\n}\n';
}
