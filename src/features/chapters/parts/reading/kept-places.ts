import { readEntry, subscribeToForgetting, writeEntry } from '#ui/browser-storage.ts';
import { type Place, type Places, placesIn, withPlace } from '../../components/reading/places.ts';

/**
 * Kept in this browser and sent nowhere; boot.ts looks into it for the story page and the home page, and forgets it at
 * Quick exit and at the end of a session.
 */
const ENTRY = 'readingPlaces';

/** At the end of a chapter's address: go on reading where I was. */
export const TO_PLACE = '#place';

const listeners = new Set<() => void>();

function store(places: Places): void {
  writeEntry(ENTRY, Object.keys(places).length === 0 ? undefined : JSON.stringify(places));
  for (const listener of listeners) listener();
}

/** As it is stored, so that it is the same value as long as nothing changes. */
export function storedPlaces(): string | null {
  return readEntry(ENTRY);
}

/** Tells of changes, here, in other tabs, and on a page that the browser had put aside. */
export function subscribeToPlaces(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key === ENTRY) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', listener);
  const unsubscribe = subscribeToForgetting(listener);
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

/** When the story is finished, or its reader wants it forgotten. */
export function forgetPlace(storyId: number): void {
  const places = placesIn(storedPlaces());
  if (places[storyId] === undefined) return;
  delete places[storyId];
  store(places);
}

/** When there is no such story, or chapter, for this reader any more. */
export function forgetPlaceAt(slug: string): void {
  for (const [storyId, place] of Object.entries(placesIn(storedPlaces())))
    if (place.slug === slug) forgetPlace(Number(storyId));
}

export function forgetPlaces(): void {
  store({});
}

/** Whether this reader lets places be kept on this device: yes, until they say no. */
export function keepsPlaces(): boolean {
  return readEntry('keepPlaces') !== 'off';
}

export function setKeepsPlaces(keeps: boolean): void {
  writeEntry('keepPlaces', keeps ? undefined : 'off');
  if (!keeps) forgetPlaces();
}
