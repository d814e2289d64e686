import { countWords } from '#base/count-words.ts';
import { type Failure, failure, invalidField, type Outcome, success } from '#base/failure.ts';
import { CLEANER_VERSION, type CleanedHtml } from '#platform/html/html-cleaner.ts';
import type { Context } from '#platform/runtime/context.ts';
import { CHAPTER_NOTES, type ChapterDetails, chapterMessages } from '../contract/chapters.ts';
import type { StoredText } from '../store/chapters.ts';

type ChapterNotes = Pick<ChapterDetails, (typeof CHAPTER_NOTES)[number]>;

const RETRY_AFTER_SECONDS = 3;

/**
 * A generous limit for stored texts: an operator's import may be far longer than the editor allows, and a text that was
 * stored once must not fail for its cost.
 */
const STORED_TEXT_CPU_MILLISECONDS = 10_000;

export function storedText({ html, text }: CleanedHtml): StoredText {
  return { content: html, cleaner_version: CLEANER_VERSION, word_count: countWords(text) };
}

/** The form in which a sent text is stored, if it shows a reader anything. */
export async function cleanSentText({ cleaner }: Context, html: string): Promise<Outcome<StoredText>> {
  const cleaned = await cleaner.clean(html);
  if (cleaned === 'too-hard') return invalidField('content', chapterMessages.contentTooComplicated);
  if (cleaned === 'too-busy') return tooBusy();
  if (cleaned.isEmpty) return invalidField('content', chapterMessages.contentRequired);
  return success(storedText(cleaned));
}

/** Notes in the form in which they are stored; one that shows nothing is ''. */
export async function cleanNotes(
  { cleaner }: Context,
  notes: Partial<ChapterNotes>,
): Promise<Outcome<Partial<ChapterNotes>>> {
  const stored: Partial<ChapterNotes> = {};
  for (const name of CHAPTER_NOTES) {
    const html = notes[name];
    if (html === undefined) continue;
    const cleaned = html === '' ? undefined : await cleaner.clean(html);
    if (cleaned === 'too-hard') return invalidField(name, chapterMessages.contentTooComplicated);
    if (cleaned === 'too-busy') return tooBusy();
    stored[name] = cleaned === undefined || cleaned.isEmpty ? '' : cleaned.html;
  }
  return success(stored);
}

/** A stored text, cleaned again if an older cleaner made it. */
export async function cleanStoredText(
  { cleaner }: Context,
  stored: StoredText,
): Promise<Outcome<StoredText>> {
  if (stored.cleaner_version >= CLEANER_VERSION) return success(stored);
  const cleaned = await cleaner.clean(stored.content, STORED_TEXT_CPU_MILLISECONDS);
  if (cleaned === 'too-hard') return failure('invalid', chapterMessages.contentTooComplicated);
  return cleaned === 'too-busy' ? tooBusy() : success(storedText(cleaned));
}

/** The words of a text that a cleaner has made. */
export async function countStoredWords({ cleaner }: Context, content: string): Promise<Outcome<number>> {
  const cleaned = await cleaner.clean(content, STORED_TEXT_CPU_MILLISECONDS);
  if (cleaned === 'too-hard') return failure('invalid', chapterMessages.contentTooComplicated);
  return cleaned === 'too-busy' ? tooBusy() : success(storedText(cleaned).word_count);
}

function tooBusy(): Failure {
  return failure('unavailable', chapterMessages.busy, { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
