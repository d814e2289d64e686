import type { Services } from '#platform/runtime/services.ts';
import { inSearchTransaction } from '../store/session.ts';
import { recountTerms } from '../store/term-counts.ts';

/** Counts anew which words are common, by which a search decides how to find them. */
export function countTerms({ db }: Pick<Services, 'db'>): Promise<void> {
  return inSearchTransaction(db, recountTerms, 'read write');
}
