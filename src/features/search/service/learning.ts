import type { Context } from '#platform/runtime/context.ts';
import { learnWordsOf } from '../store/spelling.ts';

/** Learns the words of chapters that were indexed before their publication. */
export async function learnWords({ db }: Pick<Context, 'db'>, chapterIds: readonly number[]): Promise<void> {
  for (const id of chapterIds) await learnWordsOf(db, id);
}
