import { CHAPTER_DETAILS, type ChapterDetails } from './contract.ts';

/** Whether a text from an address can be the id of a chapter or a version. */
export function isChapterId(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}

/** All texts in a chapter's details that readers can see. */
export function chapterTexts(details: Partial<ChapterDetails>): string[] {
  return CHAPTER_DETAILS.map((name) => details[name]).filter((value) => typeof value === 'string');
}
