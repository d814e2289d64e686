import { readEntry, writeEntry } from '#ui/browser-storage.ts';

/** The chapters whose warnings this tab's reader has read and passed. They are forgotten with the tab. */
function continuedChapters(): string[] {
  return (readEntry('continuedChapters') ?? '').split(',').filter(Boolean);
}

export function isContinued(chapterId: number): boolean {
  return continuedChapters().includes(String(chapterId));
}

export function continueInto(chapterId: number): void {
  if (!isContinued(chapterId)) writeEntry('continuedChapters', [...continuedChapters(), chapterId].join(','));
}

/** Hides the notice on the page, as boot.ts does before the first paint. */
export function setWarned(isWarned: boolean): void {
  document.documentElement.toggleAttribute('data-warned', isWarned);
}
