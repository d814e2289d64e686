import { MAX_PART_BYTES, MAX_PART_CHAPTERS } from './contract.ts';

/**
 * The part of each chapter, from 1. Parts are filled from the front, so that a new chapter at the end changes no
 * earlier one.
 */
export function partNumbers(sizes: readonly number[]): number[] {
  let part = 1;
  let chapters = 0;
  let bytes = 0;
  return sizes.map((size) => {
    if (chapters === MAX_PART_CHAPTERS || (chapters > 0 && bytes + size > MAX_PART_BYTES)) {
      part += 1;
      chapters = 0;
      bytes = 0;
    }
    chapters += 1;
    bytes += size;
    return part;
  });
}
