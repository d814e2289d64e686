import type { Services } from '#platform/runtime/services.ts';
import { searching } from '../store/session.ts';
import { forgetUnusedWords } from '../store/spelling.ts';

/** Forgets the words that nobody uses any longer, a few at a time. */
export async function forgetUnused({ db }: Pick<Services, 'db'>): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const from: string = after;
    after = await searching(db, (connection) => forgetUnusedWords(connection, from), 'read write');
  }
}
