import type { ChapterEntry } from '../contract.ts';

/** What a chapter is called: its title, or 'Chapter 3' where it has none. */
export function chapterTitle({ title, order }: Pick<ChapterEntry, 'title' | 'order'>): string {
  return title.trim() === '' ? `Chapter ${order}` : title;
}
