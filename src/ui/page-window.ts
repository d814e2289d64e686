export type PageWindowEntry = number | 'gap-before' | 'gap-after';

/** The number of pages shown on either side of the current one. */
export const PAGES_AROUND_CURRENT = 2;

/** First, last and the pages around the current one; a gap stands for two or more left-out pages, never for one. */
export function pageWindow(page: number, pages: number): PageWindowEntry[] {
  let from = Math.max(1, page - PAGES_AROUND_CURRENT);
  let to = Math.min(pages, page + PAGES_AROUND_CURRENT);
  if (from <= 3) from = 1;
  if (to >= pages - 2) to = pages;
  const shown: PageWindowEntry[] = [];
  if (from > 1) shown.push(1, 'gap-before');
  for (let each = from; each <= to; each += 1) shown.push(each);
  if (to < pages) shown.push('gap-after', pages);
  return shown;
}
