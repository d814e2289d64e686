import type { ChapterEntry } from '../contract/chapters.ts';

/** The displayed title of a chapter: its own, or 'Chapter 3' if it has none. */
export function chapterTitle({ title, order }: Pick<ChapterEntry, 'title' | 'order'>): string {
  return title.trim() === '' ? `Chapter ${order}` : title;
}
