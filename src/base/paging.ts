import { z } from 'zod';
import { MAX_PAGE } from './page-number.ts';
import { groupThousands } from './text.ts';

/** The depth to which a sorted list can be paged; deeper rows are easier to find by another sort order or by search. */
const MAX_LIST_DEPTH = 10_000;

const pageNumber = z.coerce.number('Page must be a whole number').int('Page must be a whole number');
const limitNumber = z.coerce.number('Limit must be a whole number').int('Limit must be a whole number');

/** `page` from 1 and `limit` from 1 to 100, the input of every list. */
export function pagingInput(defaultLimit: number) {
  return {
    page: pageNumber
      .min(1, 'Page must be at least 1')
      .max(MAX_PAGE, `Page must be at most ${groupThousands(MAX_PAGE)}`)
      .default(1),
    limit: limitNumber
      .min(1, 'Limit must be from 1 to 100')
      .max(100, 'Limit must be from 1 to 100')
      .default(defaultLimit),
  };
}

export const paginationSchema = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int().describe(`Pages that can be requested; at most ${MAX_LIST_DEPTH} rows deep`),
});
export type Pagination = z.output<typeof paginationSchema>;

/** The window of rows of a page; `beyond` when the page lies past the depth of the list. */
export function pageWindow(page: number, limit: number): { offset: number; beyond: boolean } {
  const offset = (page - 1) * limit;
  return { offset, beyond: offset >= MAX_LIST_DEPTH };
}

export function pagination(page: number, limit: number, total: number): Pagination {
  return { page, limit, total, pages: Math.ceil(Math.min(total, MAX_LIST_DEPTH) / limit) };
}

/** The message for a list that is longer than its paging depth. */
export function depthMessage(total: number): string | undefined {
  return total > MAX_LIST_DEPTH
    ? `This list shows only its first ${groupThousands(MAX_LIST_DEPTH)} entries.`
    : undefined;
}
