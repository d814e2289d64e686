import { normalizeLine } from '#base/plain-text.ts';
import { excerpt } from '#base/text.ts';
import { MAX_VOLUME_CHARACTERS } from '#features/chapters/contract/chapters.ts';
import { addImportedChapter } from '#features/chapters/service/imported-chapters.ts';
import type { OpenTransaction } from '#platform/database/database.ts';
import { chapterHtml, chapterWords, type ImportedChapter } from '../rules/imported-story.ts';
import { type StoredFile, sectionTexts } from '../store.ts';
import type { ChosenSection } from './inner-notes.ts';

/** Makes a chapter of a story of one that was read from a file; answers its id. */
export async function storeChapter(
  transaction: OpenTransaction,
  file: StoredFile,
  chapter: ImportedChapter<ChosenSection>,
  place: { story_id: number; order: number },
): Promise<number> {
  const numbers = chapter.sections.map(({ number }) => number);
  const texts = await sectionTexts(transaction, file.id, numbers);
  const sections = chapter.sections.flatMap(({ number, note }) =>
    note === undefined ? (texts.get(number) ?? []) : { opening: '', html: note },
  );
  const volume = chapter.volume === null ? '' : normalizeLine(chapter.volume);
  return addImportedChapter(transaction, {
    ...place,
    ...{ title: chapter.title, volume: excerpt(volume, MAX_VOLUME_CHARACTERS) || null },
    ...{ note_before: chapter.noteBefore, note_after: chapter.noteAfter, details: chapter.details ?? {} },
    content: chapterHtml(sections),
    word_count: chapterWords(chapter.sections),
    cleaner_version: file.cleaner_version ?? 0,
  });
}
