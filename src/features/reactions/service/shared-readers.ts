/** Stories that share readers, for the related ones. */
import type { Context } from '#platform/runtime/context.ts';
import { replaceMates, storiesWithReaders } from '../store/shared-readers.ts';

const STORIES_PER_BATCH = 100;

/** Computes all stories' mates again, a batch at a time, so that no transaction is long. */
export async function relateByReaders({ db }: Pick<Context, 'db'>): Promise<void> {
  let ids = await storiesWithReaders(db, 0, STORIES_PER_BATCH);
  while (ids.length > 0) {
    const batch = ids;
    await db.transaction().execute((transaction) => replaceMates(transaction, batch));
    ids = await storiesWithReaders(db, batch.at(-1) ?? 0, STORIES_PER_BATCH);
  }
}
