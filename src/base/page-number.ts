/** The highest number of a page that can be asked for. */
export const MAX_PAGE = 1_000_000;

/** The number of the page that a query names; 1 if it names none. */
export function pageNumberOf(query: URLSearchParams): number {
  return Math.min(MAX_PAGE, Math.max(1, Math.trunc(Number(query.get('page'))) || 1));
}
