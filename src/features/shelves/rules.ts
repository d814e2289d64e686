import { READING_STATES, type ReadingState } from '#features/reactions/contract/reading-state.ts';
import { isStoryId } from '#features/stories/rules.ts';
import { BOOKMARKS_SHELF } from './contract/shelves.ts';

/** A shelf as an address names it. */
export type ShelfName =
  | { kind: 'state'; state: ReadingState }
  | { kind: 'bookmarks' }
  | { kind: 'custom'; named: { id: number } | { slug: string } };

export const slugOfState = (state: ReadingState) => state.replace('_', '-');

export function parseShelfName(text: string): ShelfName {
  const state = READING_STATES.find((each) => each === text || slugOfState(each) === text);
  if (state !== undefined) return { kind: 'state', state };
  if (text === BOOKMARKS_SHELF) return { kind: 'bookmarks' };
  return { kind: 'custom', named: isStoryId(text) ? { id: Number(text) } : { slug: text } };
}

/**
 * The stories of a shelf with some of them in another order. The others keep their places: their owner does not see a story
 * that is hidden, or a draft for the moment.
 */
export function withOrder(all: readonly number[], ordered: readonly number[]): number[] {
  const moved = new Set(ordered);
  const next = ordered.values();
  return all.map((id) => (moved.has(id) ? (next.next().value ?? id) : id));
}
