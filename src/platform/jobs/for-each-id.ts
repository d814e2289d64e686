import '../server-only.ts';
import { isDatabaseUnavailable } from '#platform/database/database.ts';
import type { Context } from '#platform/runtime/context.ts';

const BATCH_SIZE = 200;

/** The next ids after one of them. */
export interface Batch {
  afterId: number;
  limit: number;
}

/**
 * Does something for each item, in order. One that fails must not stop those after it; the number of failures is returned.
 * The log does not say which they are, because they may be accounts.
 */
export async function forEachItem<Item>(
  log: Context['log'],
  items: readonly Item[],
  visit: (item: Item) => Promise<void>,
): Promise<number> {
  let failures = 0;
  for (const item of items) {
    try {
      await visit(item);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      log.error({ err: error }, 'one item of a job failed and was passed over');
      failures++;
    }
  }
  return failures;
}

/** `forEachItem` for ids that are read in batches. */
export async function forEachId(
  log: Context['log'],
  nextIds: (batch: Batch) => Promise<number[]>,
  visit: (id: number) => Promise<void>,
): Promise<number> {
  let failures = 0;
  for (let afterId = 0; ; ) {
    const ids = await nextIds({ afterId, limit: BATCH_SIZE });
    failures += await forEachItem(log, ids, visit);
    const lastId = ids.at(-1);
    if (lastId === undefined) return failures;
    afterId = lastId;
  }
}
