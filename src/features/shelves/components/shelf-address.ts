import { pageNumberOf } from '#base/page-number.ts';
import { READING_STATES, type ReadingState } from '#features/reactions/contract/reading-state.ts';
import { SHELF_SORTS, type ShelfSort } from '../contract/shelves.ts';

export interface ShelfAddress {
  shelf: string;
  sort: ShelfSort | undefined;
  state: ReadingState | 'none' | undefined;
  page: number;
}

/**
 * The shelf of an address without one: what is being read, or the first shelf with a story. A page that says that it is
 * empty would hide the stories on the others.
 */
export function firstShelf(shelves: readonly { id: string; story_count: number }[]): string {
  const filled = shelves.filter(({ story_count }) => story_count > 0);
  return (filled.find(({ id }) => id === 'reading') ?? filled[0])?.id ?? 'reading';
}

/** Reads the address of the page; anything unknown is left out. */
export function parseShelfAddress(search: string, first: string): ShelfAddress {
  const query = new URLSearchParams(search);
  return {
    shelf: query.get('shelf')?.slice(0, 120) || first,
    sort: SHELF_SORTS.find((each) => each === query.get('sort')),
    state: ([...READING_STATES, 'none'] as const).find((each) => each === query.get('state')),
    page: pageNumberOf(query),
  };
}
