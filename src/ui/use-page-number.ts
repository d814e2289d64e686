import { useLocation } from 'react-router';
import { pageNumberOf } from '#base/page-number.ts';

/** The number of the page in the browser's address, for lists that load after the page. */
export function usePageNumber(): number {
  return pageNumberOf(new URLSearchParams(useLocation().search));
}
