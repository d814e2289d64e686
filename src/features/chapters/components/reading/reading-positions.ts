/**
 * A reading position in a story. It counts paragraphs, because a percentage shifts with every screen and every edit.
 */
export interface ReadingPosition {
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
export type ReadingPositions = Record<string, ReadingPosition>;

/** The maximum number of stories with a saved position; the least recently read ones are dropped. */
export const MAX_SAVED_POSITIONS = 50;

/** The positions in the stored text; invalid ones are skipped. */
export function parsePositions(stored: string | null): ReadingPositions {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? '');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, ReadingPosition] => isReadingPosition(entry[1])),
  );
}

function isReadingPosition(value: unknown): value is ReadingPosition {
  if (typeof value !== 'object' || value === null) return false;
  const position = value as Partial<Record<keyof ReadingPosition, unknown>>;
  return (
    [position.slug, position.text, position.title, position.chapterTitle].every(
      (text) => typeof text === 'string',
    ) &&
    [
      position.chapterId,
      position.block,
      position.at,
      position.number,
      position.total,
      position.percent,
    ].every((count) => Number.isSafeInteger(count) && Number(count) >= 0)
  );
}

/** The most recently read stories, latest first. */
export function latestPositions(
  positions: ReadingPositions,
  count: number,
): (ReadingPosition & { storyId: number })[] {
  return Object.entries(positions)
    .map(([storyId, position]) => ({ ...position, storyId: Number(storyId) }))
    .sort((a, b) => b.at - a.at)
    .slice(0, count);
}

/** The share of a story before a block. All chapters count alike, because only the current one's blocks are known. */
export function percentRead(at: { number: number; total: number; block: number; blocks: number }): number {
  const chapters = at.number - 1 + (at.blocks === 0 ? 0 : at.block / at.blocks);
  return Math.min(100, Math.max(0, Math.floor((100 * chapters) / Math.max(1, at.total))));
}

export function withPosition(
  positions: ReadingPositions,
  storyId: number,
  position: ReadingPosition,
): ReadingPositions {
  const all: ReadingPositions = { ...positions, [storyId]: position };
  const newestFirst = Object.entries(all).sort(([, a], [, b]) => b.at - a.at);
  return Object.fromEntries(newestFirst.slice(0, MAX_SAVED_POSITIONS));
}
