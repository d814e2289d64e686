import { fits } from '#base/plain-text.ts';
import { MAX_CHAPTER_CHARACTERS } from '../../contract/chapters.ts';

/** The problem of a chapter's HTML before it is sent, in the words of the calling screen. */
export function contentError(
  html: string,
  messages: { required: string; tooLong: string },
): string | undefined {
  if (html === '') return messages.required;
  return fits(html, MAX_CHAPTER_CHARACTERS) ? undefined : messages.tooLong;
}

/** The problem of the title of a story or chapter. */
export function titleError(
  title: string,
  maximum: number,
  messages: { required: string; tooLong: string },
): string | undefined {
  const trimmed = title.trim();
  if (trimmed === '') return messages.required;
  return fits(trimmed, maximum) ? undefined : messages.tooLong;
}
