import type { Context } from '#platform/runtime/context.ts';
import { inSearchTransaction } from '../store/search-transaction.ts';
import { recountTerms } from '../store/term-counts.ts';

/** Recounts the common words, which determine how a search is run. */
export function countTerms({ db }: Pick<Context, 'db'>): Promise<void> {
  return inSearchTransaction(db, recountTerms, 'read write');
}
