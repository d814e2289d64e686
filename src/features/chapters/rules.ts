import { CHAPTER_DETAILS, type ChapterDetails } from './contract.ts';

/** Whether an address can name a chapter or a version: by their ids alone. */
export function isChapterId(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}

/** All that a reader can read of what an author says about a chapter. */
export function chapterTexts(details: Partial<ChapterDetails>): string[] {
  return CHAPTER_DETAILS.map((name) => details[name]).filter((value) => typeof value === 'string');
}
