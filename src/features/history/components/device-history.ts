import { DAY_MILLISECONDS } from '#base/durations.ts';
import { readEntry, subscribeToClearedHistory, writeEntry } from '#ui/browser-storage.ts';
import { whenNear } from '#ui/when-near.ts';
import { CLEAR_AFTER_DAYS, type ClearAfterDays, type HistoryEntry } from '../contract.ts';

/**
 * The reading history of this device. It never leaves the browser, and Quick exit and the end of a session remove it like
 * every trace; only the choice to keep one stays.
 */
export const MAX_DEVICE_ENTRIES = 200;

const CHOICE = 'keepHistory';
const ENTRIES = 'openedChapters';

/** Undefined while this device keeps no history. */
export function deviceChoice(): { clear_after_days: ClearAfterDays } | undefined {
  const stored = readEntry(CHOICE);
  if (stored === null) return undefined;
  return { clear_after_days: CLEAR_AFTER_DAYS.find((days) => String(days) === stored) ?? null };
}

/** Turns the history of this device on, or off with all its entries. */
export function setDeviceChoice(choice: { clear_after_days: ClearAfterDays } | undefined): void {
  writeEntry(CHOICE, choice === undefined ? undefined : String(choice.clear_after_days ?? 'always'));
  if (choice === undefined) storeEntries([]);
}

function isEntry(value: unknown): value is HistoryEntry {
  if (typeof value !== 'object' || value === null) return false;
  const entry = value as Partial<Record<keyof HistoryEntry, unknown>>;
  return (
    Number.isSafeInteger(entry.chapter_id) &&
    [entry.chapter_title, entry.story_slug, entry.story_title, entry.author_username].every(
      (text) => typeof text === 'string',
    ) &&
    typeof entry.author_display_name === 'string' &&
    typeof entry.opened_at === 'string' &&
    !Number.isNaN(Date.parse(entry.opened_at)) &&
    (entry.finished_at === null || typeof entry.finished_at === 'string')
  );
}

/** The entries in the stored text that are not due to be cleared, latest first; invalid ones are skipped. */
export function parseEntries(
  stored: string | null,
  clearAfterDays: ClearAfterDays,
  now: number,
): HistoryEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? '');
  } catch {
    return [];
  }
  if (!Array.isArray(value)) return [];
  const oldest = clearAfterDays === null ? 0 : now - clearAfterDays * DAY_MILLISECONDS;
  return value.filter(isEntry).filter(({ opened_at }) => Date.parse(opened_at) >= oldest);
}

/** The entries with one more, or with the same chapter moved to the top. A finished chapter stays finished. */
export function withEntry(entries: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  const before = entries.find(({ chapter_id }) => chapter_id === entry.chapter_id);
  const others = entries.filter(({ chapter_id }) => chapter_id !== entry.chapter_id);
  const finished_at = before?.finished_at ?? entry.finished_at;
  return [{ ...entry, finished_at }, ...others].slice(0, MAX_DEVICE_ENTRIES);
}

export function deviceEntries(): HistoryEntry[] {
  const choice = deviceChoice();
  if (choice === undefined) return [];
  const entries = parseEntries(readEntry(ENTRIES), choice.clear_after_days, Date.now());
  storeEntries(entries);
  return entries;
}

function storeEntries(entries: readonly HistoryEntry[]): void {
  writeEntry(ENTRIES, entries.length === 0 ? undefined : JSON.stringify(entries));
}

export function forgetOnDevice(chapterId?: number): void {
  storeEntries(
    chapterId === undefined ? [] : deviceEntries().filter(({ chapter_id }) => chapter_id !== chapterId),
  );
}

export type OpenedChapter = { id: number; title: string };
export type OpenedStory = Pick<HistoryEntry, 'author_username' | 'author_display_name'> & {
  slug: string;
  title: string;
};

/** Notes an opened chapter, and its end once that is on the screen. Returns how to stop watching. */
export function noteOnDevice(story: OpenedStory, chapter: OpenedChapter): () => void {
  const opened = {
    ...{ chapter_id: chapter.id, chapter_title: chapter.title },
    ...{ story_slug: story.slug, story_title: story.title },
    author_username: story.author_username,
    author_display_name: story.author_display_name,
  };
  let isForgotten = false;
  const unsubscribe = subscribeToClearedHistory(() => {
    isForgotten = true;
  });
  function note(isFinished: boolean) {
    if (isForgotten || deviceChoice() === undefined) return;
    const opened_at = new Date().toISOString();
    storeEntries(
      withEntry(deviceEntries(), { ...opened, opened_at, finished_at: isFinished ? opened_at : null }),
    );
  }
  note(false);
  const last = document.getElementById('page-html')?.lastElementChild;
  const stopWaiting = last && whenNear(last, () => note(true));
  return () => {
    unsubscribe();
    stopWaiting?.();
  };
}
