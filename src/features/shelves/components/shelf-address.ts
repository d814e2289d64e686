import { pageNumberOf } from '#base/page-number.ts';
import { READING_STATES, type ReadingState } from '#features/reactions/contract/reading-state.ts';
import { SHELF_SORTS, type ShelfSort } from '../contract/shelves.ts';

export interface ShelfAddress {
  shelf: string;
  sort: ShelfSort | undefined;
  state: ReadingState | 'none' | undefined;
  page: number;
}

/** The shelf that a reader sees first. */
const FIRST_SHELF = 'reading';

/** Reads the address of the page; anything unknown is left out. */
export function parseShelfAddress(search: string): ShelfAddress {
  const query = new URLSearchParams(search);
  return {
    shelf: query.get('shelf')?.slice(0, 120) || FIRST_SHELF,
    sort: SHELF_SORTS.find((each) => each === query.get('sort')),
    state: ([...READING_STATES, 'none'] as const).find((each) => each === query.get('state')),
    page: pageNumberOf(query),
  };
}
