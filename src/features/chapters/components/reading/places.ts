/** Where a reader is in a story: by paragraph, because a percentage means another one on every screen and after every edit. */
export interface Place {
  slug: string;
  chapterId: number;
  /** The paragraph, or other block, at the top of the screen, from 0. */
  block: number;
  /** How it begins, by which it is found again when the author has changed the chapter. */
  text: string;
  /** So that the home page can offer it without asking the server for anything. */
  title: string;
  chapterTitle: string;
  /** The chapter's number, and of how many. */
  number: number;
  total: number;
  /** How much of the story lies before it. */
  percent: number;
  /** When it was kept. */
  at: number;
}

/** By the story's id: one place each. */
export type Places = Record<string, Place>;

/** So many stories at once; of more, those read longest ago are forgotten. */
export const PLACES_KEPT = 50;

const CHECK_LENGTH = 32;

export function beginningOf(text: string): string {
  return [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, CHECK_LENGTH).join('');
}

/** The places in what was stored; what is none is passed over. */
export function placesIn(stored: string | null): Places {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? '');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, Place] => isPlace(entry[1])),
  );
}

function isPlace(value: unknown): value is Place {
  if (typeof value !== 'object' || value === null) return false;
  const place = value as Partial<Record<keyof Place, unknown>>;
  return (
    [place.slug, place.text, place.title, place.chapterTitle].every((one) => typeof one === 'string') &&
    [place.chapterId, place.block, place.at, place.number, place.total, place.percent].every(
      (one) => Number.isSafeInteger(one) && Number(one) >= 0,
    )
  );
}

/** The stories that were read last, latest first. */
export function latestPlaces(places: Places, count: number): (Place & { storyId: number })[] {
  return Object.entries(places)
    .map(([storyId, place]) => ({ ...place, storyId: Number(storyId) }))
    .sort((a, b) => b.at - a.at)
    .slice(0, count);
}

/** How much of a story lies before a block: chapters count alike, for only this one's blocks are known. */
export function percentOf(at: { number: number; total: number; block: number; blocks: number }): number {
  const chapters = at.number - 1 + (at.blocks === 0 ? 0 : at.block / at.blocks);
  return Math.min(100, Math.max(0, Math.floor((100 * chapters) / Math.max(1, at.total))));
}

export function withPlace(places: Places, storyId: number, place: Place): Places {
  const all: Places = { ...places, [storyId]: place };
  const newestFirst = Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
  return Object.fromEntries(newestFirst.slice(0, PLACES_KEPT));
}

/**
 * Which of a chapter's blocks the place is: the one that stands there, or if it begins otherwise the nearest one that
 * begins so. None where the passage is gone.
 */
export function blockOf(
  place: Pick<Place, 'block' | 'text'>,
  beginnings: readonly string[],
): number | undefined {
  const found = beginnings
    .flatMap((beginning, at) => (beginning === place.text ? [at] : []))
    .sort((a, b) => Math.abs(a - place.block) - Math.abs(b - place.block));
  return found[0];
}
