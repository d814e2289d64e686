/**
 * A reading position in a story. It counts paragraphs, because a percentage shifts with every screen and every edit.
 */
export interface Place {
  slug: string;
  chapterId: number;
  /** The paragraph, or other block, at the top of the screen, from 0. */
  block: number;
  /** The beginning of the block, which finds it again after the author has edited the chapter. */
  text: string;
  /** Stored so that the home page can offer the position without a request to the server. */
  title: string;
  chapterTitle: string;
  /** The number of the chapter; `total` is the number of chapters. */
  number: number;
  total: number;
  /** The share of the story before the position. */
  percent: number;
  /** The time of saving, in milliseconds. */
  at: number;
}

/** One position per story, by the story's id. */
export type Places = Record<string, Place>;

/** The maximum number of stories with a saved position; the least recently read ones are dropped. */
export const PLACES_KEPT = 50;

const CHECK_LENGTH = 32;

export function beginningOf(text: string): string {
  return [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, CHECK_LENGTH).join('');
}

/** The positions in the stored text; invalid ones are skipped. */
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

/** The most recently read stories, latest first. */
export function latestPlaces(places: Places, count: number): (Place & { storyId: number })[] {
  return Object.entries(places)
    .map(([storyId, place]) => ({ ...place, storyId: Number(storyId) }))
    .sort((a, b) => b.at - a.at)
    .slice(0, count);
}

/** The share of a story before a block. All chapters count alike, because only the current one's blocks are known. */
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
 * The block of a saved position: the block at its index if that begins alike, otherwise the nearest one that does.
 * Undefined when the author has removed the text.
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
