import { readEntry, subscribeToClearedHistory, writeEntry } from '#ui/browser-storage.ts';
import { type Place, type Places, placesIn, withPlace } from '../../components/reading/reading-positions.ts';

/**
 * The reading positions stay in this browser. boot.ts reads them for the story page and the home page, and deletes them
 * at Quick exit and at the end of a session.
 */
const ENTRY = 'readingPlaces';

/** The hash of a chapter's address that continues at the saved position. */
export const TO_PLACE = '#place';

const listeners = new Set<() => void>();

function store(places: Places): void {
  writeEntry(ENTRY, Object.keys(places).length === 0 ? undefined : JSON.stringify(places));
  for (const listener of listeners) listener();
}

/** The stored text itself: it stays the same value until something changes. */
export function storedPlaces(): string | null {
  return readEntry(ENTRY);
}

/** Reports changes made here, in other tabs, or before the browser restores a page from its back/forward cache. */
export function subscribeToPlaces(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === ENTRY) listener();
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

export function placeIn(storyId: number): Place | undefined {
  return placesIn(storedPlaces())[storyId];
}

export function keepPlace(storyId: number, place: Omit<Place, 'at'>): void {
  if (keepsPlaces()) store(withPlace(placesIn(storedPlaces()), storyId, { ...place, at: Date.now() }));
}

/** Called when the story is finished, or when its reader wants it forgotten. */
export function forgetPlace(storyId: number): void {
  const places = placesIn(storedPlaces());
  if (places[storyId] === undefined) return;
  delete places[storyId];
  store(places);
}

/** Called when this reader can no longer see the story or the chapter. */
export function forgetPlaceAt(slug: string): void {
  for (const [storyId, place] of Object.entries(placesIn(storedPlaces())))
    if (place.slug === slug) forgetPlace(Number(storyId));
}

export function forgetPlaces(): void {
  store({});
}

/** Whether this reader allows saving positions on this device; true by default. */
export function keepsPlaces(): boolean {
  return readEntry('keepPlaces') !== 'off';
}

export function setKeepsPlaces(keeps: boolean): void {
  writeEntry('keepPlaces', keeps ? undefined : 'off');
  if (!keeps) forgetPlaces();
}
