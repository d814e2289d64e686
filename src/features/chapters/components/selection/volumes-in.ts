import type { ChapterEntry } from '../../contract/chapters.ts';

/** The volumes of chapters, each once, in the order of its first chapter. */
export function volumesIn(chapters: readonly Pick<ChapterEntry, 'volume'>[]): string[] {
  return [...new Set(chapters.map(({ volume }) => volume).filter((volume) => volume !== null))];
}
