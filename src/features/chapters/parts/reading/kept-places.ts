import { type Place, type Places, placesIn, withPlace } from './places.ts';

/** Kept in this browser and sent nowhere; boot.ts looks into it for the story page. */
const KEY = 'readingPlaces';
const SWITCH = 'keepPlaces';

/** At the end of a chapter's address: go on reading where I was. */
export const TO_PLACE = '#place';

function read(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | undefined): void {
  try {
    if (text === undefined) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, text);
  } catch {
    // Blocked or full: nothing is kept.
  }
}

function store(places: Places): void {
  write(KEY, Object.keys(places).length === 0 ? undefined : JSON.stringify(places));
}

export function placeIn(storyId: number): Place | undefined {
  return placesIn(read(KEY))[storyId];
}

export function keepPlace(storyId: number, place: Omit<Place, 'at'>): void {
  if (keepsPlaces()) store(withPlace(placesIn(read(KEY)), storyId, { ...place, at: Date.now() }));
}

/** When the story is finished. */
export function forgetPlace(storyId: number): void {
  const places = placesIn(read(KEY));
  if (places[storyId] === undefined) return;
  delete places[storyId];
  store(places);
}

/** Whoever signs out, or does not want them kept, leaves none behind. */
export function forgetPlaces(): void {
  write(KEY, undefined);
}

/** Whether this reader lets places be kept on this device: yes, until they say no. */
export function keepsPlaces(): boolean {
  return read(SWITCH) !== 'off';
}

export function setKeepsPlaces(keeps: boolean): void {
  write(SWITCH, keeps ? undefined : 'off');
  if (!keeps) forgetPlaces();
}
