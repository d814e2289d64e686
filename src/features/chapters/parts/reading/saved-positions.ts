import { readEntry, subscribeToClearedHistory, writeEntry } from '#ui/browser-storage.ts';
import {
  parsePositions,
  type ReadingPosition,
  type ReadingPositions,
  withPosition,
} from '../../components/reading/reading-positions.ts';

/**
 * The reading positions stay in this browser. boot.ts reads them for the story page and the home page, and deletes them
 * at Quick exit and at the end of a session.
 */
const STORAGE_KEY = 'readingPlaces';

/** The hash of a chapter's address that continues at the saved position. */
export const POSITION_HASH = '#place';

const listeners = new Set<() => void>();

function store(positions: ReadingPositions): void {
  writeEntry(STORAGE_KEY, Object.keys(positions).length === 0 ? undefined : JSON.stringify(positions));
  for (const listener of listeners) listener();
}

/** The stored text itself: it stays the same value until something changes. */
export function storedPositions(): string | null {
  return readEntry(STORAGE_KEY);
}

/** Reports changes made here, in other tabs, or before the browser restores a page from its back/forward cache. */
export function subscribeToPositions(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === STORAGE_KEY) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', listener);
  const unsubscribe = subscribeToClearedHistory(listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', listener);
    unsubscribe();
  };
}

export function positionIn(storyId: number): ReadingPosition | undefined {
  return parsePositions(storedPositions())[storyId];
}

export function savePosition(storyId: number, position: Omit<ReadingPosition, 'at'>): void {
  if (isSavingPositions())
    store(withPosition(parsePositions(storedPositions()), storyId, { ...position, at: Date.now() }));
}

/** Called when the story is finished, or when its reader wants it forgotten. */
export function forgetPosition(storyId: number): void {
  const positions = parsePositions(storedPositions());
  if (positions[storyId] === undefined) return;
  delete positions[storyId];
  store(positions);
}

/** Called when this reader can no longer see the story or the chapter. */
export function forgetPositionAt(slug: string): void {
  for (const [storyId, position] of Object.entries(parsePositions(storedPositions())))
    if (position.slug === slug) forgetPosition(Number(storyId));
}

export function forgetPositions(): void {
  store({});
}

/** Whether this reader allows saving positions on this device; true by default. */
export function isSavingPositions(): boolean {
  return readEntry('keepPlaces') !== 'off';
}

export function setSavingPositions(isOn: boolean): void {
  writeEntry('keepPlaces', isOn ? undefined : 'off');
  if (!isOn) forgetPositions();
}
