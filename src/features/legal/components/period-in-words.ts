import { formatDate } from '#ui/dates.ts';
import type { TermsPeriod } from '../contract/terms.ts';

/** “In force since 3 March 2026”, or “In force from 3 March to 5 May 2026”. */
export function periodInWords({ from, until }: Pick<TermsPeriod, 'from' | 'until'>): string {
  return until === null
    ? `In force since ${formatDate(from)}`
    : `In force from ${formatDate(from)} to ${formatDate(until)}`;
}
